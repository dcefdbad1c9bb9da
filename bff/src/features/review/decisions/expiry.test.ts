import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DatabaseSchema } from '../../../platform/database/schema/schema.ts'
import {
  createTestStore,
  databaseKinds,
  type TestStore,
} from '../../../platform/database/test-store.test-kit.ts'
import { silentLog } from '../../../sync/sync-harness.test-kit.ts'
import { eraseDecisionSnapshots, runDecisionExpiry } from './expiry.ts'

type Row = Insertable<DatabaseSchema['decisions']>
const environment = 'stage' as EnvironmentName
const day = 24 * 3_600_000
const now = Date.now()
const ago = (days: number) => now - days * day

const waiting: Row = {
  id: 'none',
  environment,
  transaction_id: 'none',
  merchant: 'demo-merchant',
  concerns: '',
  verdict: 'accept',
  reason: 'identity_confirmed',
  sealed_text: 'sealed',
  issuer: 'https://id.test',
  subject: 'ana',
  name: 'sealed',
  at: ago(200),
  state: 'PENDING',
  record_hash: '0'.repeat(16),
  sealed_record: 'sealed',
  needed: 'identity',
  status: 'waiting',
  live: 1,
  expires_at: now + day,
}

/** Old decisions, keyed by when and how they ended. */
const rows: Readonly<Record<string, Partial<Row>>> = {
  'waits for the service since': { status: 'confirmed', follow_up: 'waiting', approval_at: ago(199) },
  'was followed lately': { status: 'confirmed', live: 0, approval_at: ago(199), outcome_to: ago(89) },
  'was followed long ago': { status: 'confirmed', live: 0, approval_at: ago(199), outcome_to: ago(91) },
  'was withdrawn lately': { status: 'withdrawn', live: 0, approval_at: ago(199), withdrawn_at: ago(89) },
  'was withdrawn long ago': { status: 'withdrawn', live: 0, withdrawn_at: ago(91) },
  'was refused lately': { status: 'refused', live: 0, expires_at: ago(199), approval_at: ago(89) },
  'was refused long ago': { status: 'refused', live: 0, approval_at: ago(91) },
  'expired lately': { status: 'expired', live: 0, expires_at: ago(89) },
  'expired long ago': { status: 'expired', live: 0, expires_at: ago(91) },
  'of elsewhere expired long ago': { environment: 'production', status: 'expired', live: 0, expires_at: 1 },
}

describe.each(databaseKinds)('retention of ended decisions (%s)', (backing) => {
  let made: TestStore
  beforeAll(async () => {
    made = await createTestStore(backing)
  })
  afterAll(() => made.remove())
  beforeEach(async () => {
    const { db } = made.store
    await db.deleteFrom('decisions').execute()
    const all = Object.entries(rows).map(([name, more], nth) => {
      const id = `d_${String(nth).padStart(20, '0')}`
      return { ...waiting, id, transaction_id: name, ...more }
    })
    for (const row of all) await db.insertInto('decisions').values(row).execute()
  })

  const kept = async () => {
    const { db } = made.store
    const found = await db.selectFrom('decisions').select(['transaction_id', 'sealed_record']).execute()
    return found.flatMap(({ transaction_id, sealed_record }) =>
      sealed_record === null ? [] : [transaction_id],
    )
  }

  it('erases the record of a decision that ended long ago, never of one that waits', async () => {
    const old = Object.keys(rows).filter((name) => name.endsWith('long ago') && !name.includes('elsewhere'))
    expect(await eraseDecisionSnapshots(made.store, environment, ago(90))).toBe(old.length)
    expect((await kept()).sort()).toEqual(
      Object.keys(rows)
        .filter((name) => !old.includes(name))
        .sort(),
    )
    expect(await eraseDecisionSnapshots(made.store, environment, ago(90))).toBe(0)
    const { count } = await made.store.db
      .selectFrom('decisions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(Object.keys(rows).length)
  })

  it('erases more records than fit into one batch', async () => {
    const { db } = made.store
    const many = Array.from({ length: 450 }, (_, nth) => {
      return { ...waiting, id: `d_m${nth}`, transaction_id: `many-${nth}`, live: 0, expires_at: 1 }
    })
    await db.insertInto('decisions').values(many).execute()
    expect(await eraseDecisionSnapshots(made.store, environment, ago(90))).toBe(454)
  })

  it('the worker erases old records and abandoned snapshots by itself', async () => {
    const { db } = made.store
    const desk = {
      environment,
      issuer: 'i',
      subject: 's',
      record_hash: '0'.repeat(16),
      sealed_record: 'sealed',
    }
    const desks = [
      { ...desk, transaction_id: 'left yesterday', opened_at: ago(1.1) },
      { ...desk, transaction_id: 'left now', opened_at: now },
      { ...desk, transaction_id: 'half written', opened_at: ago(6.9), draft: 'sealed' },
      { ...desk, transaction_id: 'half written long ago', opened_at: ago(7.1), draft: 'sealed' },
    ]
    for (const one of desks) await db.insertInto('review_drafts').values(one).execute()
    const ended = new AbortController()
    const config = { review: { recordMs: 90 * day } }
    const working = runDecisionExpiry(
      { store: made.store, log: silentLog, config },
      environment,
      ended.signal,
    )
    await vi.waitFor(async () => expect(await kept()).not.toContain('expired long ago'), { timeout: 60_000 })
    ended.abort()
    await working
    const left = await db.selectFrom('review_drafts').select('transaction_id').execute()
    expect(left.map(({ transaction_id }) => transaction_id).sort()).toEqual(['half written', 'left now'])
  })
})
