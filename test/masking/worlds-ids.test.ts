import { recordEvidence } from '@paydesk/bff/platform/access/proof-evidence.test-kit'
import { isFullRun, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tellWritten } from '../support/contract/seed-transaction.ts'
import { untilRead } from '../support/contract/support.ts'
import type { Stack } from '../support/stack/start.ts'
import { generateIndistinguishable } from './alike.ts'
import { fieldAt } from './fields.ts'
import { createHandles } from './handles.ts'
import { allCalls, loadNormalizedAnswers } from './harness.ts'
import { seesAt, textSeen } from './oracle.ts'
import { oracleMasks as masks } from './oracle-masks.ts'
import { type GeneratedCustomer, makeCustomer } from './records.ts'
import { putCustomer } from './service.ts'
import { type RoleName, seedOf } from './worlds.ts'
import { worldsSuite } from './worlds-suite.ts'

type Ids = Partial<Pick<GeneratedCustomer, 'rid' | 'identity'>>

const many = pickByRunLength(4, 12)
const texts = (values: readonly unknown[]) => values.filter((value) => typeof value === 'string')
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })

const emails = texts(generateIndistinguishable(masks.rid, many, 1)).map((rid) => ({
  rid: rid.replace(/[^a-z@.]/g, 'x'),
}))
const ibans = texts(generateIndistinguishable(masks.iban, many, 2)).map((rid) => ({ rid }))
/** RIDs with one ending: an auditor sees only the ending, so that even the form must not show. */
const oneEnd = [
  ...['cust-00', 'm@bcdefgh', 'DE8937040044053', '0a1b2c3d-', 'x'.repeat(90)].map((start) => ({
    rid: `${start}7315`,
  })),
  { rid: 'CY17002001280000007315' },
  { rid: 'someone.else@example.t7315' },
]
const short = ['a', 'bcd', 'x1y2z3w4', 'm@b.cd', 'a@b'].map((rid) => ({ rid }))
const identities = fc
  .sample(fc.tuple(hex(7), hex(11)), { seed: 3, numRuns: many })
  .map(([a, b]) => ({ identity: `_${a}_${b}__7e12` }))

/**
 * Ids of one customer that look the same to these roles. Ids join the records, so that all four records
 * change.
 */
const series: readonly (readonly [
  words: string,
  roles: readonly RoleName[],
  path: string,
  worlds: readonly Ids[],
])[] = [
  [
    'e-mail addresses as RID',
    ['support', 'finance', 'compliance'],
    'identity.profile.remote_user_id',
    emails,
  ],
  ['account numbers as RID', ['support', 'finance', 'compliance'], 'identity.profile.remote_user_id', ibans],
  ['RIDs of every form with one end', ['auditor'], 'identity.profile.remote_user_id', oneEnd],
  ['short RIDs of every form', ['auditor'], 'identity.profile.remote_user_id', short],
  [
    'RIDs of every form',
    ['admin'],
    'identity.profile.remote_user_id',
    [...emails, ...ibans, ...oneEnd, ...short],
  ],
  ['identity ids', ['support', 'finance', 'auditor', 'admin'], 'identity.id', identities],
]

/**
 * Resets what Paydesk has recorded about the transaction, so that all worlds start equal. Otherwise Paydesk
 * would rightly show that the transaction or the identity had another customer before.
 */
async function belongsTo(stack: Stack, transaction: string, customer: string): Promise<void> {
  const { db } = stack.deps.store
  await db.deleteFrom('identity_links').execute()
  await db.updateTable('transactions').set({ customer }).where('id', '=', transaction).execute()
  await db.updateTable('review_cases').set({ customer }).where('transaction_id', '=', transaction).execute()
  await tellWritten(stack)
}

worldsSuite('ids', [], (at) => {
  it.each(series)('worlds that differ in %s look the same to %s', async (text, roles, path, all) => {
    const { stack, eyes, figures } = at()
    // Take a few worlds for administrators: every route rejects them before it reads anything.
    const isRefused = roles.every((role) => role === 'admin')
    const worlds = all.filter((_, nth) => isFullRun || !isRefused || nth % 6 === 0)
    const first = new Map<RoleName, readonly string[]>()
    for (const ids of worlds) {
      const customer = makeCustomer({ seed: seedOf(text), ids })
      await putCustomer(stack, customer)
      const subject = await createHandles(eyes.compliance, {
        ...customer,
        transactions: [customer.transaction],
      })
      await untilRead(stack, customer.transaction)
      await belongsTo(stack, customer.transaction, subject.customer)
      for (const role of roles) {
        const now = await loadNormalizedAnswers(eyes[role], allCalls(subject))
        const before = first.get(role)
        if (before === undefined) first.set(role, now)
        else figures.pairs += 1
        figures.answers += now.length
        expect(now, `${role}: ${JSON.stringify(ids)}`).toEqual(before ?? now)
      }
    }
    for (const role of roles)
      for (const field of path === 'identity.id' ? [fieldAt(path)] : [fieldAt(path), 'rid'])
        recordEvidence({
          ...{ what: 'worlds', field, role },
          pairs: worlds.length - 1,
          answers: 0,
          exits: ['screen', 'record', 'header'],
        })
    // Count four records for the RID, three for the identity id.
    figures.cells += roles.length * (path === 'identity.id' ? 3 : 4)
    for (const role of roles) {
      const seen = worlds.map((ids) => textSeen(seesAt(path, role), ids.rid ?? ids.identity ?? ''))
      expect(new Set(seen).size, `${role} sees ${seen.join()}`).toBe(1)
    }
  })
})
