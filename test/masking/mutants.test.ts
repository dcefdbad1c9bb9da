import { createFieldAccess } from '@paydesk/bff/platform/access/field-access'
import {
  type FieldName,
  fieldNames,
  getDefaultPolicyCell,
} from '@paydesk/bff/platform/access/policy/access-policy'
import { recordEvidence } from '@paydesk/bff/platform/access/proof-evidence.test-kit'
import { isFullRun, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startOn, untilRead } from '../support/contract/support.ts'
import type { Stack } from '../support/stack/start.ts'
import { listMaskingFaults } from './assertions.ts'
import { createHandles } from './handles.ts'
import { normalizeAnswer } from './harness.ts'
import { Haystack } from './haystack.ts'
import { mistakesAbout, mistakesWithoutValue } from './mistakes.ts'
import { createFaultyFieldAccess, type MaskingMistake, startMutant, unwrapGuarded } from './mutant.ts'
import { makeCustomer } from './records.ts'
import { forbiddenTo, forbiddenToAll, leavesOf } from './response-fields.ts'
import { putCustomer } from './service.ts'
import { tracesOf } from './traces.ts'
import { exitsOf, type VisitedCall, visitOnce, type WalkSubject } from './walk.ts'
import { cellsOf, compareWorlds, type RoleName, signInEveryRole } from './worlds.ts'

const customer = makeCustomer({ seed: 61 })
const leaves = leavesOf(customer)
const readers: readonly RoleName[] = ['support', 'finance', 'compliance', 'auditor']
const reads = [
  'showCustomer',
  'listCustomerTransactions',
  'showCustomerIdentity',
  'showTransaction',
  'showTransactionRecord',
  'listSentNotifications',
  'showIdentity',
  'showIdentityRecord',
  'showCase',
] as const

let stack: Stack
let mutant: Awaited<ReturnType<typeof startMutant>>
let subject: WalkSubject

beforeAll(async () => {
  stack = await startOn('embedded')
  const eyes = await signInEveryRole(stack)
  mutant = await startMutant(stack, eyes)
  await putCustomer(stack, customer)
  subject = await createHandles(eyes.compliance, { ...customer, transactions: [customer.transaction] })
  await untilRead(stack, customer.transaction)
})
afterEach(() => mutant.make({}))
afterAll(async () => {
  await mutant.stop()
  await stack.stop()
})

const seenBy = (role: RoleName): Promise<VisitedCall[]> => visitOnce(mutant.eyes[role], subject, reads)

const needlesOf = new Map(readers.map((role) => [role, forbiddenTo(role, leaves)]))
const leaksTo = (role: RoleName, visited: readonly VisitedCall[]) =>
  new Haystack(exitsOf(visited)).leaks(needlesOf.get(role) ?? [])

describe('mistakes in field access and answers', () => {
  it('the scan finds nothing without a mistake', async () => {
    for (const role of readers) {
      const visited = await seenBy(role)
      expect([...leaksTo(role, visited), ...listMaskingFaults(role, visited, customer)]).toEqual([])
    }
  })

  it.each(mistakesAbout(customer))('the scan finds it when $what', async ({ what, role, ...mistake }) => {
    mutant.make(mistake)
    const killed = leaksTo(role, await seenBy(role)).length > 0
    recordEvidence({ what: 'mistake', words: what, killed })
    expect(killed).toBe(true)
  })

  it('the scan of the traces finds a logged value', async () => {
    const logging: MaskingMistake = {
      fieldAccess: (right) =>
        createFaultyFieldAccess(right, (one, shown) => {
          stack.deps.log.info({ shown: unwrapGuarded(one) })
          return shown
        }),
    }
    mutant.make(logging)
    await seenBy('support')
    const traces = new Haystack(await tracesOf(stack))
    const found = traces.leaks(forbiddenToAll(leaves, [customer.transaction])).length
    recordEvidence({ what: 'mistake', words: 'a value is logged', killed: found > 10 })
    expect(found).toBeGreaterThan(10)
  })

  it.each(mistakesWithoutValue)('two worlds differ when $what', async ({ what, path, mistake }) => {
    const record = path.startsWith('identity') ? 'identity' : 'notifications'
    const cells = cellsOf(record, customer).filter((cell) => cell.path === path)
    const comparing = {
      many: pickByRunLength(6, 16),
      wanted: {},
      figures: { cells: 0, pairs: 0, answers: 0 },
    }
    const found = async () => {
      const all = await Promise.all(cells.map((cell) => compareWorlds(stack, mutant.eyes, cell, comparing)))
      return all.flat()
    }
    expect(await found()).toEqual([])
    mutant.make(mistake)
    const killed = (await found()).length > 0
    recordEvidence({ what: 'mistake', words: what, killed })
    expect(killed).toBe(true)
  })
})

describe('every cell of the access policy, opened or closed', () => {
  const change = (field: FieldName, kind: 'full' | 'no'): MaskingMistake => ({
    fieldAccess: ({ role }) => createFieldAccess(role, [{ role, field, cell: { kind } }]),
  })

  it('is detected if it changes an answer', async () => {
    const figures = { made: 0, effective: 0 }
    const unnoticed: string[] = []
    const before = new Map<RoleName, string[]>()
    for (const role of readers)
      before.set(
        role,
        (await seenBy(role)).map(({ answer }) => normalizeAnswer(answer)),
      )
    const flip = async (field: FieldName, kind: 'full' | 'no', role: RoleName) => {
      figures.made += 1
      const visited = await seenBy(role)
      const flipped = { what: 'flip', field, role, into: kind } as const
      if (visited.every(({ answer }, at) => normalizeAnswer(answer) === before.get(role)?.[at])) {
        recordEvidence({ ...flipped, effective: false, killed: false })
        return
      }
      figures.effective += 1
      const killed =
        listMaskingFaults(role, visited, customer).length > 0 || leaksTo(role, visited).length > 0
      recordEvidence({ ...flipped, effective: true, killed })
      if (!killed) unnoticed.push(`${field} ${kind} for ${role}`)
    }
    // Flip every cell in process (`presented.test.ts`); over HTTP the short form flips every 11th field.
    for (const [nth, field] of fieldNames.entries()) {
      if (!isFullRun && nth % 11 !== 0) continue
      for (const kind of ['full', 'no'] as const) {
        mutant.make(change(field, kind))
        const others = readers.filter((role) => getDefaultPolicyCell(field, role).kind !== kind)
        await Promise.all(others.map((role) => flip(field, kind, role)))
      }
    }
    const { made, effective } = figures
    console.log(
      `mutants: ${mistakesAbout(customer).length + 1 + mistakesWithoutValue.length} mistakes, all found; ${made} cells flipped, ${effective} of them change an answer, ${unnoticed.length} unnoticed`,
    )
    expect(unnoticed).toEqual([])
    expect(effective).toBeGreaterThan(pickByRunLength(20, 300))
  })
})
