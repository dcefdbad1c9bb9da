import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../database/database.ts'
import { createTestStore, databaseKinds, type TestStore } from '../database/test-store.test-kit.ts'
import { createAuditLog } from './audit-log.ts'
import { type AuditEntry, toAuditSubject } from './entry.ts'

const entry = (nth: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  action: 'customer.viewed',
  about: toAuditSubject('customer', 'c_00000000000000000000', { merchant: 'demo-merchant' }),
  result: 'allowed',
  reason: null,
  actor: {
    issuer: 'https://login.example.test',
    subject: 'ana.ruiz',
    role: 'support',
    sessionHash: 'f'.repeat(64),
  },
  environment: 'stage',
  sourceAddress: '192.0.2.7',
  reference: `PD-${String(nth).padStart(10, '0')}`,
  ...more,
})

describe.each(databaseKinds)('the audit log (%s)', (backing) => {
  let made: TestStore
  let store: Store

  beforeAll(async () => {
    made = await createTestStore(backing)
    store = made.store
  })
  afterAll(() => made.remove())

  const rows = () => store.db.selectFrom('audit').selectAll().orderBy('seq').execute()

  it('writes every field in its column', async () => {
    const log = createAuditLog(store, 'instance-1', () => 1_748_772_000_000)
    await log.append(entry(1))
    await log.append(
      entry(2, {
        actor: null,
        about: null,
        environment: null,
        sourceAddress: null,
        reason: 'no_role',
        result: 'refused',
        action: 'session.refused',
      }),
    )
    expect(await rows()).toEqual([
      {
        seq: 1,
        time_ms: 1_748_772_000_000,
        instance: 'instance-1',
        actor_issuer: 'https://login.example.test',
        actor_subject: 'ana.ruiz',
        role: 'support',
        session_hash: 'f'.repeat(64),
        source_address: '192.0.2.7',
        action: 'customer.viewed',
        result: 'allowed',
        reason: null,
        environment: 'stage',
        merchant: 'demo-merchant',
        subject_kind: 'customer',
        subject_id: 'c_00000000000000000000',
        reference: 'PD-0000000001',
        field: null,
        purpose_code: null,
        case_ref: null,
        reauthentication_age: null,
      },
      {
        seq: 2,
        time_ms: 1_748_772_000_000,
        instance: 'instance-1',
        actor_issuer: null,
        actor_subject: null,
        role: null,
        session_hash: null,
        source_address: null,
        action: 'session.refused',
        result: 'refused',
        reason: 'no_role',
        environment: null,
        merchant: null,
        subject_kind: null,
        subject_id: null,
        reference: 'PD-0000000002',
        field: null,
        purpose_code: null,
        case_ref: null,
        reauthentication_age: null,
      },
    ])
  })

  it('keeps concurrent entries in their order of arrival, each with its own fields', async () => {
    const before = (await rows()).length
    const log = createAuditLog(store, 'instance-1')
    const odd = (nth: number) => (nth % 2 === 0 ? {} : { actor: null, about: null, sourceAddress: null })
    await Promise.all(Array.from({ length: 500 }, (_, nth) => log.append(entry(nth, odd(nth)))))
    const written = (await rows()).slice(before)
    expect(written.map(({ reference }) => reference)).toEqual(
      Array.from({ length: 500 }, (_, nth) => entry(nth).reference),
    )
    expect(written.map(({ actor_subject }) => actor_subject === null)).toEqual(
      Array.from({ length: 500 }, (_, nth) => nth % 2 === 1),
    )
  })

  it('resolves only when other connections can read the row', async () => {
    const log = createAuditLog(store, 'instance-1')
    const other = await made.openSecondStore()
    try {
      for (let nth = 1_000; nth < 1_020; nth += 1) {
        await log.append(entry(nth))
        const found = await other.db
          .selectFrom('audit')
          .select('seq')
          .where('reference', '=', entry(nth).reference)
          .execute()
        expect(found).toHaveLength(1)
      }
    } finally {
      await other.close()
    }
  })

  it('rejects an entry that could not be written, and continues', async () => {
    const log = createAuditLog(store, 'instance-1')
    const before = (await rows()).length
    // Clear a required column: the database refuses the row.
    const broken: AuditEntry = Object.assign(entry(2_000), { reference: null })
    await expect(log.append(broken)).rejects.toThrow()
    await log.append(entry(2_001))
    expect((await rows()).length).toBe(before + 1)
  })

  it('rejects everything once the database is closed', async () => {
    const closing = await made.openSecondStore()
    const log = createAuditLog(closing, 'instance-1')
    await log.append(entry(3_000))
    const before = (await rows()).length
    await closing.close()
    const ends = await Promise.allSettled(Array.from({ length: 300 }, (_, nth) => log.append(entry(nth))))
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']))
    await expect(log.append(entry(1))).rejects.toThrow()
    expect((await rows()).length).toBe(before)
  })
})

describe('group commit', () => {
  it('shares one write among concurrent entries and loses none', async () => {
    const made = await createTestStore('embedded')
    const { store } = made
    let writes = 0
    const counting: Store = {
      ...store,
      db: new Proxy(store.db, {
        get(target, member) {
          if (member === 'transaction') writes += 1
          const value: unknown = Reflect.get(target, member, target)
          return typeof value === 'function' ? value.bind(target) : value
        },
      }),
    }
    const log = createAuditLog(counting, 'instance-1')
    await Promise.all(Array.from({ length: 450 }, (_, nth) => log.append(entry(nth))))
    expect(writes).toBe(3)
    // Append an entry while the last group is being written.
    const late: Promise<void>[] = []
    await Promise.all([
      log.append(entry(1)),
      log.append(entry(2)).then(() => void late.push(log.append(entry(3)))),
    ])
    await Promise.all(late)
    expect(await store.db.selectFrom('audit').select('seq').execute()).toHaveLength(453)
    await made.remove()
  })
})
