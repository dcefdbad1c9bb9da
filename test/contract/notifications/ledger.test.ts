import { recordsEndpoints } from '@paydesk/shared/administration/records-endpoints'
import { defaultPersonSettings } from '@paydesk/shared/administration/settings'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { hostileNotifications } from '../../sandbox/hostile-notifications.ts'
import { inboxRows, sendNotification } from '../../support/contract/send-notification.ts'
import {
  askedPaths,
  awayFromMidnight,
  controlSandbox,
  customerOf,
  forgetRequests,
  onOneDatabase,
  problemIn,
  rowsOf,
} from '../../support/contract/support.ts'
import type { Stack, Visitor } from '../../support/stack/start.ts'

const { listNotificationQueue, listReceivedNotifications, showNotificationFigures, reprocessNotification } =
  recordsEndpoints
const env = { env: 'stage' }
const reason = 'The customer was told something else yesterday.'

/** Waits until all received notifications are processed, including their reads of transactions. */
async function settled(stack: Stack): Promise<void> {
  await vi.waitFor(
    async () => {
      const open = (await inboxRows(stack)).filter(({ status }) => status === 'new' || status === 'waiting')
      expect(open).toEqual([])
    },
    { timeout: 60_000, interval: 50 },
  )
}

onOneDatabase('the notification queue', (stack) => {
  let finance: Visitor
  let limited: Visitor
  let pending: string
  let outlet: string

  beforeAll(async () => {
    await awayFromMidnight(stack())
    finance = await stack().as('finance')
    limited = await stack().as('finance2')
    pending = (await customerOf(stack(), 'cust-00417')).transaction(0)
    outlet = (await customerOf(stack(), 'cust-outlet', 'demo-outlet')).transaction(0)
    const move = {
      state: 'PENDING',
      compound_state: 'PENDING.PROCESSING_TRANSACTION',
      event: 'payment_success',
    }
    for (const id of [pending, outlet]) await controlSandbox(stack(), 'POST', `transactions/${id}/move`, move)
    const transfer = {
      id: 'transfer-0000417',
      event: 'payment_success',
      original_sender_name: 'J',
      marker: 1,
    }
    expect((await sendNotification(stack(), JSON.stringify(transfer))).status).toBe(202)
    expect((await sendNotification(stack(), 'no json at all')).status).toBe(202)
    await vi.waitFor(async () => expect((await inboxRows(stack())).length).toBe(4), { timeout: 60_000 })
    await settled(stack())
  })

  it('lists received notifications with their proof and the confirming read', async () => {
    const page = await finance.get(listNotificationQueue, { params: env })
    expect(page).toMatchObject({ count: 4, more: false, next: null })
    expect(page.entries.map(({ number }) => number)).toEqual(
      page.entries.map(({ number }) => number).toSorted((a, b) => b - a),
    )
    const ofPending = page.entries.find(({ transaction }) => transaction === pending)
    expect(ofPending).toMatchObject({
      proof: 'checksum',
      status: 'confirmed',
      repeats: 0,
      kind: 'transaction',
    })
    expect(ofPending?.confirmedAfterMs).toBeGreaterThanOrEqual(0)
    expect(page.entries.map(({ kind, status, isolationReason: why }) => [kind, status, why])).toEqual(
      expect.arrayContaining([
        ['incoming_transfer', 'stored', null],
        ['unreadable', 'isolated', 'json_syntax'],
      ]),
    )
    const one = await finance.get(listReceivedNotifications, { params: { ...env, transaction: pending } })
    expect(one).toEqual({ entries: [ofPending], more: false })
  })

  it('filters, and pages by number', async () => {
    const numbers = async (query: Record<string, string>) =>
      (await finance.get(listNotificationQueue, { params: env, query })).entries.map(({ number }) => number)
    const all = await numbers({})
    expect((await numbers({ status: 'isolated' })).length).toBe(1)
    expect((await numbers({ kind: 'transaction' })).length).toBe(2)
    expect(await numbers({ repeated: '1' })).toEqual([])
    expect(await numbers({ event: 'never_heard_of' })).toEqual([])
    expect(await numbers({ before: String(all[1]) })).toEqual(all.slice(2))
    for (const query of [{ status: 'x' }, { before: '-1' }, { event: "a' or 1" }, { more: '1' }])
      problemIn(await finance.call(listNotificationQueue, { params: env, query }), 'bad_request')
  })

  it('shows a person only notifications of their merchants', async () => {
    const page = await limited.get(listNotificationQueue, { params: env })
    expect(page.entries.map(({ transaction }) => transaction)).toEqual([pending])
    expect(page.count).toBe(1)
    const of = (transaction: string) =>
      limited.get(listReceivedNotifications, { params: { ...env, transaction } })
    expect(await of(outlet)).toEqual(await of('00000000-0000-4000-8000-000000000000'))
    const hidden = (await finance.get(listNotificationQueue, { params: env })).entries.find(
      ({ transaction }) => transaction === outlet,
    )
    const params = { ...env, notification: String(hidden?.number) }
    problemIn(await limited.call(reprocessNotification, { params, body: { reason } }), 'not_found')
    const figures = await limited.get(showNotificationFigures, { params: env })
    expect(figures).toMatchObject({ isolatedCount: 0, days: [{ received: 1, repeated: 0 }] })
  })

  it('counts received, refused, waiting and missing notifications', async () => {
    await sendNotification(stack(), 'forged', { headers: { 'x-isx-checksum': 'AAAA' } })
    await stack().deps.receiver.flush()
    await stack()
      .deps.store.db.updateTable('transactions')
      .set({ sent: 7, received: 1, listed_at: 1_750_000_000_000 })
      .where('id', '=', pending)
      .execute()
    const figures = await finance.get(showNotificationFigures, { params: env })
    expect(figures).toMatchObject({
      missing: [{ transaction: pending, sent: 7, received: 1 }],
      moreMissing: false,
      rejected: [{ reason: 'wrong_proof', times: 1 }],
      days: [{ received: 4, repeated: 0 }],
      waiting: 0,
      isolatedCount: 1,
      proof: 'checksum',
    })
  })

  it('counts by the days of the time zone of the person', async () => {
    // These zones never have the same day: they are 25 hours apart.
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await finance.get(endpoints.saveSettings, { body: { ...defaultPersonSettings, timeZone } })
      const { days } = await finance.get(showNotificationFigures, { params: env })
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone })
      const received = (await inboxRows(stack())).map(({ received_at }) => format.format(received_at))
      expect(days.map(({ day }) => day)).toEqual([...new Set(received)].sort().reverse())
      expect(days.reduce((sum, day) => sum + day.received, 0)).toBe(received.length)
    }
    await finance.get(endpoints.saveSettings, { body: defaultPersonSettings })
  })

  it('marks the sent notifications that were received', async () => {
    const sent = await finance.get(endpoints.listSentNotifications, {
      params: { ...env, transaction: pending },
    })
    // Expects one match: one of the listed notifications was received word for word.
    expect(sent.entries.filter(({ received }) => received === true).length).toBe(1)
  })

  it('reprocesses a notification with a reason: read, recorded, with the same effect twice', async () => {
    const [row] = (await inboxRows(stack())).filter(({ transaction_id }) => transaction_id === pending)
    const params = { ...env, notification: String(row?.seq) }
    await forgetRequests(stack())
    const first = await rowsOf(stack(), () =>
      finance.get(reprocessNotification, { params, body: { reason, ticket: 'OPS-17' } }),
    )
    expect(first.value.before).toMatchObject({ number: row?.seq, status: 'confirmed' })
    // Keeps the effect of the first time; only the time of confirmation is new.
    const { effect, late } = first.value.before
    expect(first.value.after).toMatchObject({ number: row?.seq, status: 'confirmed', effect, late })
    expect(Date.parse(first.value.after.confirmedAt ?? '')).toBeGreaterThan(row?.confirmed_at ?? Infinity)
    expect(first.rows).toMatchObject([
      {
        action: 'notification.reprocessed',
        subject_kind: 'notification',
        subject_id: String(row?.seq),
        result: 'allowed',
      },
    ])
    expect(await askedPaths(stack())).toEqual([`/stage/v1/authorization/${pending}`])
    const index = () => stack().deps.store.db.selectFrom('transactions').selectAll().execute()
    const versions = (await index()).map(({ version }) => version)
    const second = await finance.get(reprocessNotification, { params, body: { reason } })
    expect(second.after).toMatchObject({ status: 'confirmed', effect })
    expect((await index()).map(({ version }) => version)).toEqual(versions)
    const noted = await stack()
      .deps.store.db.selectFrom('notification_reprocessings')
      .selectAll()
      .orderBy('seq')
      .execute()
    expect(noted).toMatchObject([{ ticket: 'OPS-17', after_effect: effect }, { ticket: null }])
    expect(JSON.stringify(noted)).not.toContain('yesterday')
    const { reprocessings } = await finance.get(listNotificationQueue, { params: env })
    const note = { number: row?.seq, by: noted[0]?.subject, reason }
    expect(reprocessings).toMatchObject([
      { ...note, ticket: null },
      { ...note, ticket: 'OPS-17' },
    ])
    expect(reprocessings.map(({ at }) => Date.parse(at))).toEqual(noted.map((one) => one.at).reverse())
    // Lists only notification_reprocessings of notifications on this page, and of the person's merchants.
    expect(
      (await finance.get(listNotificationQueue, { params: env, query: { kind: 'unreadable' } }))
        .reprocessings,
    ).toEqual([])
    const hidden = (await inboxRows(stack())).find(({ transaction_id }) => transaction_id === outlet)
    const other = { params: { ...env, notification: String(hidden?.seq) }, body: { reason } }
    await finance.get(reprocessNotification, other)
    expect((await finance.get(listNotificationQueue, { params: env })).reprocessings).toHaveLength(3)
    expect((await limited.get(listNotificationQueue, { params: env })).reprocessings).toEqual(reprocessings)
  })

  it('reprocesses an unreadable notification', async () => {
    const [row] = (await inboxRows(stack())).filter(({ status }) => status === 'isolated')
    const params = { ...env, notification: String(row?.seq) }
    const { before, after } = await finance.get(reprocessNotification, { params, body: { reason } })
    expect([before.status, after.status, after.isolationReason]).toEqual([
      'isolated',
      'isolated',
      'json_syntax',
    ])
  })

  it('requires a reason and an existing notification', async () => {
    const call = (notification: string, body: unknown) =>
      finance.call(reprocessNotification, { params: { ...env, notification }, body })
    problemIn(await call('1', { reason: 'too short' }), 'bad_request')
    problemIn(await call('1', { reason: ' '.repeat(20) }), 'bad_request')
    problemIn(await call('1', { reason, ticket: 'a b' }), 'bad_request')
    problemIn(await call('999999999', { reason }), 'not_found')
  })

  it('rejects a ticket with an account or a card number', async () => {
    const params = { ...env, notification: '1' }
    for (const ticket of ['4111111111111111', '5500-0000-0000-0004', 'SE4550000000058398257466'])
      expect(
        problemIn(
          await finance.call(reprocessNotification, { params, body: { reason, ticket } }),
          'bad_request',
        ).fields,
      ).toMatchObject([{ name: 'ticket' }])
  })

  it('accepts only the canonical form of a notification number', async () => {
    const call = (notification: string) =>
      finance.call(reprocessNotification, { params: { ...env, notification }, body: { reason } })
    for (const odd of [
      '0',
      '-1',
      'x',
      '1.5',
      '99999999999999999999',
      '1e9 ',
      '1e0',
      '0x1',
      ' 1',
      '01',
      '1.0',
      '+1',
    ])
      problemIn(await call(odd), 'not_found')
  })

  it('is refused to support, administrators and strangers, and read-only for auditors', async () => {
    const transaction = { params: { ...env, transaction: pending } }
    const number = { params: { ...env, notification: '1' }, body: { reason } }
    const [support, admin] = [await stack().as('support'), await stack().as('admin')]
    const auditor = await stack().as('auditor')
    for (const [endpoint, input] of [
      [listNotificationQueue, { params: env }],
      [showNotificationFigures, { params: env }],
      [reprocessNotification, number],
    ] as const) {
      problemIn(await stack().visitor().call(endpoint, input), 'not_signed_in')
      for (const one of [support, admin]) problemIn(await one.call(endpoint, input), 'not_allowed')
    }
    problemIn(await auditor.call(reprocessNotification, number), 'not_allowed')
    expect((await auditor.call(listNotificationQueue, { params: env })).status).toBe(200)
    expect((await support.call(listReceivedNotifications, transaction)).status).toBe(200)
    problemIn(await admin.call(listReceivedNotifications, transaction), 'not_allowed')
    problemIn(await stack().visitor().call(listReceivedNotifications, transaction), 'not_signed_in')
  })
})

describe('hostile notifications with a valid proof', () => {
  onOneDatabase('on one database', (stack) => {
    it('are all processed, and cause reads of well-formed ids only', async () => {
      await forgetRequests(stack())
      const { transaction } = await customerOf(stack(), 'cust-00417')
      const bodies = hostileNotifications(transaction(0)).filter(({ body }) => body.length < 65_000)
      for (const { body } of bodies) await sendNotification(stack(), body)
      await settled(stack())
      const rows = await inboxRows(stack())
      expect(rows.filter(({ tries, why }) => tries > 0 || why === 'failed')).toEqual([])
      const compliance = await stack().as('compliance')
      expect((await compliance.call(listNotificationQueue, { params: env })).status).toBe(200)
      for (const path of await askedPaths(stack()))
        expect(path).toMatch(
          /^\/stage\/v1\/(authorization|notifications)\/[A-Za-z0-9][\w-]{3,63}(\/[a-z]+)?$/,
        )
    })
  })
})
