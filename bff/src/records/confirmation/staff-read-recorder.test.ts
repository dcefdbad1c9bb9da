import { merchantIdSchema, ridSchema, supportReferenceSchema } from '@paydesk/shared/core/ids'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseCustomerTransactionList } from '../../payment-service/parsing/wire.ts'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import {
  createTestStore,
  databaseKinds,
  type TestStore,
} from '../../platform/database/test-store.test-kit.ts'
import {
  demoMerchantId,
  demoStage,
  type FakePaymentService,
  startFakePaymentService,
} from '../../sync/fake-payment-service.test-kit.ts'
import {
  createSyncHarness,
  type SyncHarness,
  silentLog,
  testCipher,
  testReviewRules,
} from '../../sync/sync-harness.test-kit.ts'
import { createHandleStore } from '../handles.ts'
import { recordListedTransactions } from './record-listed-transactions.ts'
import { createStaffReadRecorder, type StaffReadRecorder } from './staff-read-recorder.ts'

const pending = { state: 'PENDING', reason: 'STARTING_TRANSACTION' }
const success = { state: 'SUCCESS', reason: 'OK' }
const by = { reference: supportReferenceSchema.parse('PD-0123456789') }

describe.each(databaseKinds)('reads by staff (%s)', (backing) => {
  let made: TestStore
  let service: FakePaymentService
  let office: SyncHarness
  let staffReadRecorder: StaffReadRecorder
  let asStaff: PaymentService

  beforeAll(async () => {
    made = await createTestStore(backing)
    service = await startFakePaymentService()
  })
  beforeEach(() => {
    office = createSyncHarness(made, service)
    staffReadRecorder = createStaffReadRecorder({
      store: made.store,
      handles: createHandleStore(made.store, testCipher),
      cipher: testCipher,
      log: silentLog,
      maxReadMs: 8_000,
      review: testReviewRules,
      now: () => office.clock.now,
    })
    const own = { name: demoStage, merchantIds: [demoMerchantId] }
    const services = staffReadRecorder.wrapWithRecording(new Map([[demoStage, service.door()]]), [own])
    asStaff = services.get(demoStage) ?? service.door()
  })
  afterEach(() => staffReadRecorder.stop())
  afterAll(async () => {
    await service.stop()
    await made.remove()
  })

  it('insert a transaction once, as read, without a claim about its start', async () => {
    const id = office.id()
    service.records.set(id, { ...success })
    await asStaff.readState(id, { ...by, fresh: true })
    await asStaff.readState(id, { ...by, fresh: true })
    await expect
      .poll(() => office.row(id))
      .toMatchObject({
        state: 'SUCCESS',
        first_source: 'read',
        finality: 'unconfirmed',
        version: 1,
        read_at: office.clock.now - 8_000,
        changed_from: null,
      })
    expect(await office.observations(id)).toMatchObject([{ what: 'first_seen', source: 'read' }])
    expect(await office.changes(id)).toHaveLength(1)
    expect(await office.due(id)).toBeUndefined()
  })

  it('record undocumented values under the merchant of the record', async () => {
    const id = office.id()
    service.records.set(id, { ...success, capture: 'HALFWAY_SEEN' })
    await asStaff.readState(id, { ...by, fresh: true })
    await expect
      .poll(() =>
        made.store.db
          .selectFrom('undocumented_values')
          .select(['merchant', 'value', 'times'])
          .where('first_transaction', '=', id)
          .execute(),
      )
      .toEqual([{ merchant: demoMerchantId, value: 'HALFWAY_SEEN', times: 1 }])
  })

  it('change no known transaction and queue a read for a difference', async () => {
    const id = office.id()
    service.records.set(id, { ...pending })
    await office.ask(id)
    const lease = await office.lease()
    await office.drain(lease)
    await asStaff.readState(id, { ...by, fresh: true })
    service.records.set(id, { ...success })
    await asStaff.readState(id, { ...by, fresh: true })
    await expect.poll(() => office.due(id)).toMatchObject({ priority: 1 })
    expect(await office.row(id)).toMatchObject({ state: 'PENDING', version: 1 })
    await office.drain(lease)
    expect(await office.row(id)).toMatchObject({ state: 'SUCCESS', version: 2 })
  })

  it('are recorded at the next read if the database failed', async () => {
    const id = office.id()
    service.records.set(id, { ...pending })
    const handles = createHandleStore(made.store, testCipher)
    let away = 1
    const shaky = createStaffReadRecorder({
      store: made.store,
      handles: {
        getOrCreateCustomerHandle: (...of) =>
          away-- > 0 ? Promise.reject(new Error('away')) : handles.getOrCreateCustomerHandle(...of),
      },
      cipher: testCipher,
      log: silentLog,
      maxReadMs: 8_000,
      review: testReviewRules,
      now: () => office.clock.now,
    })
    const own = { name: demoStage, merchantIds: [demoMerchantId] }
    const paymentService = shaky
      .wrapWithRecording(new Map([[demoStage, service.door()]]), [own])
      .get(demoStage)
    expect((await paymentService?.readState(id, { ...by, fresh: true }))?.outcome).toBe('found')
    await expect.poll(() => away).toBe(0)
    expect(await office.row(id)).toBeUndefined()
    await expect
      .poll(async () => {
        await paymentService?.readState(id, { ...by, fresh: true })
        return office.row(id)
      })
      .toMatchObject({ state: 'PENDING' })
    await shaky.stop()
  })

  it('of a list fill in workflows, queue reads for differences, and skip ended transactions of long lists', async () => {
    const known = office.id()
    service.records.set(known, { ...pending })
    await office.ask(known)
    await office.drain(await office.lease())
    const ids = Array.from({ length: 60 }, () => office.id())
    const body = [
      { transaction_uid: known, state: 'SUCCESS', transaction_state: 'OK', workflow: 'DEPOSIT' },
      ...ids.map((id, nth) => ({
        transaction_uid: id,
        state: nth < 5 ? 'PENDING' : 'SUCCESS',
        transaction_state: nth < 5 ? 'AWAIT_OTP' : 'OK',
        workflow: 'DEPOSIT',
      })),
    ]
    const { entries } = parseCustomerTransactionList({ data: body })
    const needs = {
      store: made.store,
      handles: createHandleStore(made.store, testCipher),
      review: testReviewRules,
    }
    const of = {
      environment: demoStage,
      merchant: merchantIdSchema.parse(demoMerchantId),
      rid: ridSchema.parse('cust-listed'),
      entries,
      source: 'list',
    } as const
    expect(await recordListedTransactions(needs, of, office.clock.now)).toBe(60)
    expect(await recordListedTransactions(needs, of, office.clock.now)).toBe(0)
    expect(await office.row(known)).toMatchObject({ state: 'PENDING', workflow: 'DEPOSIT', version: 1 })
    expect(await office.due(known)).toMatchObject({ priority: 1 })
    const listed = await Promise.all(ids.slice(0, 5).map(office.row))
    for (const row of listed)
      expect(row).toMatchObject({
        state: 'PENDING',
        reason: 'AWAIT_OTP',
        read_at: null,
        first_source: 'list',
      })
    // One after another, two seconds apart.
    expect(listed.map((row) => Number(row?.next_read_at) - office.clock.now).sort((a, b) => a - b)).toEqual([
      0, 2_000, 4_000, 6_000, 8_000,
    ])
    expect(await office.row(ids[10] ?? '')).toMatchObject({ finality: 'unconfirmed', next_read_at: null })
    // Confirm the listed state: the record words it differently, but the state does not change.
    const [open] = ids
    if (open === undefined) return
    service.records.set(open, { state: 'PENDING', reason: 'AWAIT_OTP' })
    await office.ask(open)
    await office.drain(await office.lease())
    expect((await office.observations(open)).map(({ what }) => what)).toEqual(['first_seen'])
    expect(await office.row(open)).toMatchObject({ compound: 'PENDING.AWAIT_OTP', reference: `ref ${open}` })
  })
})
