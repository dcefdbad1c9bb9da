import { environmentNameSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../platform/database/database.ts'
import { createTestStore, databaseKinds, type TestStore } from '../platform/database/test-store.test-kit.ts'
import { enqueueTransactionRead, type ReadQueueRequest } from './read-queue.ts'

const environment = environmentNameSchema.parse('stage')

describe.each(databaseKinds)('queued reads (%s)', (backing) => {
  let made: TestStore
  let store: Store
  let nth = 0
  const newId = () => transactionIdSchema.parse(`due-${++nth}`)
  const row = (id: string) =>
    store.db.selectFrom('read_queue').selectAll().where('transaction_id', '=', id).executeTakeFirst()
  const of = (
    transaction: ReadQueueRequest['transaction'],
    more: Partial<ReadQueueRequest> = {},
  ): ReadQueueRequest => ({
    environment,
    transaction,
    why: 'sync',
    dueAt: 5_000,
    ...more,
  })

  beforeAll(async () => {
    made = await createTestStore(backing)
    store = made.store
  })
  afterAll(() => made.remove())

  it('are one per transaction, with the highest priority and the earliest time', async () => {
    const id = newId()
    await enqueueTransactionRead(store.db, [of(id)], 1)
    await enqueueTransactionRead(store.db, [of(id, { why: 'notification', dueAt: 9_000, withList: true })], 2)
    await enqueueTransactionRead(store.db, [of(id, { why: 'import', dueAt: 1_000 })], 3)
    expect(await row(id)).toMatchObject({
      priority: 0,
      due_at: 1_000,
      asked: 3,
      with_list: 1,
      requested_at: 1,
    })
  })

  it('are merged if requested several times in one call', async () => {
    const id = newId()
    await enqueueTransactionRead(
      store.db,
      [of(id), of(id, { why: 'differs', dueAt: 10, withList: true }), of(id)],
      1,
    )
    expect(await row(id)).toMatchObject({ priority: 1, due_at: 10, asked: 1, with_list: 1 })
  })

  it('are stored by the thousand from two concurrent callers', async () => {
    const all = Array.from({ length: 1_200 }, newId)
    await Promise.all([
      enqueueTransactionRead(
        store.db,
        all.map((id) => of(id)),
        1,
      ),
      enqueueTransactionRead(
        store.db,
        all.toReversed().map((id) => of(id)),
        1,
      ),
    ])
    const rows = await store.db
      .selectFrom('read_queue')
      .selectAll()
      .where('transaction_id', 'in', all)
      .execute()
    expect(rows).toHaveLength(1_200)
    expect(rows.every((one) => one.asked === 2)).toBe(true)
  })
})
