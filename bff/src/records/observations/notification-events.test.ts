import { germanNotificationEvents } from '@paydesk/shared/messages/de/notification-events'
import { englishNotificationEvents } from '@paydesk/shared/messages/en/notification-events'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyNotificationEvent } from './notification-events.ts'

/** Documented events by their meaning for the transaction. */
const documented = {
  final: ['transaction_accepted', 'transaction_declined', 'transaction_expired', 'transaction_cancelled'],
  progress: [
    // Money received but on hold, so the transaction is not final.
    'payment_success',
    'payment_piv_success',
    'capture_gateway_failed',
    'capture_failures_exceeded',
    'risk_auto_rejected',
    'risk_manual_rejected',
    'payment_manually_accepted',
  ],
  review: ['kyc_manual_review', 'kyc_manual_requested_document', 'manual_risk_review'],
  after_end: [
    'refund_issued',
    'refund_pending',
    'refund_failed',
    'chargeback_flagged',
    'dispute_flagged',
    'fraud_flagged',
  ],
} as const
const all = Object.entries(documented).flatMap(([means, events]) =>
  events.map((event) => [event, means] as const),
)

describe('notification events', () => {
  it.each(all)('%s means %s', (raw, meaning) => {
    expect(classifyNotificationEvent(raw)).toEqual({ raw, documented: true, meaning })
  })

  it('give every event a distinct label in each language', () => {
    for (const { labels } of [englishNotificationEvents, germanNotificationEvents]) {
      expect(Object.keys(labels).sort()).toEqual(all.map(([raw]) => raw).sort())
      expect(new Set(Object.values(labels)).size).toBe(20)
    }
  })

  it('never call money on hold the end', () => {
    expect(classifyNotificationEvent('payment_success').meaning).toBe('progress')
    expect(englishNotificationEvents.labels.payment_success).toBe('Payment received, on hold')
  })

  it('shows an undocumented event as received', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('constructor', '__proto__', 'toString')), (raw) => {
        fc.pre(!all.some(([known]) => known === raw))
        expect(classifyNotificationEvent(raw)).toEqual({ raw, documented: false, meaning: 'unknown' })
      }),
    )
    expect(classifyNotificationEvent('Payment_Success').documented).toBe(false)
    expect(classifyNotificationEvent(null)).toEqual({ raw: '', documented: false, meaning: 'unknown' })
  })
})
