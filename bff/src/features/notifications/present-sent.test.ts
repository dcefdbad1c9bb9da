import { merchantIdSchema } from '@paydesk/shared/core/ids'
import { transactionSentNotificationsSchema } from '@paydesk/shared/payments/notifications'
import { describe, expect, it } from 'vitest'
import { parseNotificationList } from '../../payment-service/parsing/wire.ts'
import { createFieldAccess } from '../../platform/access/field-access.ts'
import type { StoredNotification } from '../../records/observations/notification-matching.ts'
import { presentSentNotifications } from './present-sent.ts'

const reading = { at: '2025-06-01T00:00:00.000Z', from: 'service' } as const
const merchant = merchantIdSchema.parse('demo-merchant')

function shown(
  body: unknown,
  role: 'support' | 'compliance' | 'auditor' = 'support',
  receivedNotifications: StoredNotification[] = [],
) {
  const view = presentSentNotifications(
    { list: parseNotificationList(body), reading, merchant, receivedNotifications },
    createFieldAccess(role),
  )
  return transactionSentNotificationsSchema.parse(view)
}
const paid = (amount: unknown, currency: unknown = 'EUR') => ({
  id: 'abcd1234',
  event: 'payment_success',
  state: 'PENDING',
  payment_amount: { amount, currency },
})

describe('presentSentNotifications', () => {
  it.each([
    ['an array', (list: unknown[]) => list],
    ['data', (data: unknown[]) => ({ data })],
    ['notifications', (notifications: unknown[]) => ({ notifications })],
  ])('reads entries from %s, numbered in the order of the payment service', (_, wrap) => {
    const view = shown(
      wrap([paid('100'), { id: 'abcd1234', event: 'transaction_accepted', state: 'SUCCESS' }]),
    )
    expect(view.shapeKnown).toBe(true)
    expect(view.entries.map(({ position, event, state }) => [position, event.raw, state?.raw])).toEqual([
      [1, 'payment_success', 'PENDING'],
      [2, 'transaction_accepted', 'SUCCESS'],
    ])
  })

  it('reports an undocumented shape as unreadable', () => {
    expect(shown({ events: [paid('100')] })).toMatchObject({ shapeKnown: false, entries: [] })
    expect(shown([])).toMatchObject({ shapeKnown: true, entries: [], amount: { visibility: 'absent' } })
  })

  it('takes the last named amount as the amount of the transaction', () => {
    const view = shown([paid('100'), paid('250', 'GBP'), { id: 'abcd1234', event: 'refund_pending' }])
    expect([view.amount, view.currency]).toEqual([
      { visibility: 'clear', text: '250' },
      { visibility: 'clear', text: 'GBP' },
    ])
    expect(shown([paid('100'), paid('')]).amount).toEqual({ visibility: 'clear', text: '100' })
    expect(shown([paid(12_550)]).amount).toEqual({ visibility: 'clear', text: '12550' })
    expect(shown([paid('100')], 'auditor').amount).toMatchObject({ visibility: 'masked', mask: 'band' })
  })

  it('distinguishes incoming transfers and unreadable elements from events of the transaction', () => {
    const view = shown([
      paid('100'),
      {
        id: 'x',
        event: 'payment_success',
        original_sender_name: 'Jonas Example',
        beneficiary_iban: 'CY17002001280000001200527600',
      },
      'text',
      null,
      { event: 'payment_teleported', state: 'HIBERNATING', compound_state: 'HIBERNATING.DEEP' },
    ])
    expect(view.entries.map(({ kind }) => kind)).toEqual([
      'transaction',
      'incoming_transfer',
      'unreadable',
      'unreadable',
      'transaction',
    ])
    expect(view.entries[1]).toMatchObject({
      state: null,
      compound: null,
      senderName: { visibility: 'masked', text: 'J. E.' },
    })
    expect(view.entries[2]?.event).toMatchObject({ raw: '', documented: false })
    expect(view.entries[4]).toMatchObject({
      event: { raw: 'payment_teleported', documented: false, meaning: 'unknown' },
      state: { raw: 'HIBERNATING', documented: false, final: false },
      compound: { reason: 'DEEP', documented: false },
    })
  })

  it('reports for each listed notification whether as many were received, including repeats', () => {
    const buildStoredNotification = (
      event: string,
      state: string | null,
      repeats = 0,
    ): StoredNotification => ({
      seq: 1,
      received_at: 1,
      repeats,
      proof: 'checksum',
      status: 'confirmed',
      event,
      state,
      compound: null,
      amount_minor: null,
      amount_text: null,
      currency_text: null,
      currency: null,
      tasks: null,
      secret_hash: null,
      effect: 'agrees' as const,
      late: 0,
      confirmed_at: 2,
    })
    const listed = (event: string, state?: string) => ({ id: 'abcd1234', event, state })
    const list = [
      listed('payment_success', 'PENDING'),
      listed('payment_success', 'PENDING'),
      listed('payment_success', 'PENDING'),
      listed('transaction_accepted', 'SUCCESS'),
      { id: 'x', event: 'payment_success', original_sender_name: 'J' },
    ]
    const received = (...receivedNotifications: StoredNotification[]) =>
      shown(list, 'support', receivedNotifications).entries.map((entry) => entry.received)
    // Compare in stored form: an event that is no valid code is stored without its text.
    expect(
      shown([listed('Payment done', 'PENDING')], 'support', [buildStoredNotification('(no code)', 'PENDING')])
        .entries,
    ).toMatchObject([{ received: true }])
    expect(received()).toEqual([false, false, false, false, null])
    expect(received(buildStoredNotification('payment_success', 'PENDING'))).toEqual([
      true,
      false,
      false,
      false,
      null,
    ])
    expect(
      received(
        buildStoredNotification('payment_success', 'PENDING', 1),
        buildStoredNotification('transaction_accepted', 'SUCCESS'),
      ),
    ).toEqual([true, true, false, true, null])
    expect(received(buildStoredNotification('transaction_accepted', 'DECLINED'))).toEqual([
      false,
      false,
      false,
      false,
      null,
    ])
  })
})
