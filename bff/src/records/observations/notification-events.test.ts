import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeEvent } from './notification-events.ts'

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

describe('describeEvent', () => {
  it.each(all)('%s means %s', (raw, means) => {
    const event = describeEvent(raw)
    expect(event).toMatchObject({ raw, documented: true, means })
    expect(event.word).toMatch(/^[A-Z][a-z ,]+$/)
  })

  it('gives every event a distinct label', () => {
    expect(new Set(all.map(([raw]) => describeEvent(raw).word)).size).toBe(20)
  })

  it('never treats money on hold as the end', () => {
    expect(describeEvent('payment_success').word).toBe('Payment received, on hold')
  })

  it('shows an undocumented event as received', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('constructor', '__proto__', 'toString')), (raw) => {
        fc.pre(!all.some(([known]) => known === raw))
        expect(describeEvent(raw)).toEqual({ raw, documented: false, word: raw, means: 'unknown' })
      }),
    )
    expect(describeEvent('Payment_Success').documented).toBe(false)
    expect(describeEvent(null)).toEqual({
      raw: '',
      documented: false,
      word: 'No event given',
      means: 'unknown',
    })
  })
})
