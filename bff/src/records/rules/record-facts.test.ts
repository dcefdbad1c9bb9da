import { describe, expect, it } from 'vitest'
import { parseStateRecord } from '../../payment-service/parsing/wire.ts'
import { parsePaymentServiceTimestamp } from '../confirmation/payment-service-timestamp.ts'
import { extractRecordFacts } from './record-facts.ts'

describe('parseServiceTime', () => {
  it.each([
    ['2025-06-04T10:20:30.512Z', '2025-06-04T10:20:30.512Z'],
    ['2025-06-04T10:20:30Z', '2025-06-04T10:20:30.000Z'],
    ['2025-06-04T10:20Z', '2025-06-04T10:20:00.000Z'],
    // Digits beyond milliseconds, which are cut and not rounded into the next second.
    ['2025-06-01T10:23:41.9999999Z', '2025-06-01T10:23:41.999Z'],
    ['2025-06-04T12:20:30.512+02:00', '2025-06-04T10:20:30.512Z'],
    ['2025-06-04T12:20:30+0200', '2025-06-04T10:20:30.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'],
    ['2038-01-19T03:14:08.000Z', '2038-01-19T03:14:08.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('parses %s', (raw, at) => {
    expect(parsePaymentServiceTimestamp(raw)).toEqual({ raw, at })
  })

  it.each([
    // Times without a zone, which could be any of 26 hours.
    '2025-06-04T10:20:30.512',
    '2025-06-04',
    '2025-06-04 10:20:30Z',
    // Days and times that do not exist.
    '2025-02-29T00:00:00Z',
    '2025-02-30T00:00:00Z',
    '2025-06-31T00:00:00Z',
    '2025-13-01T00:00:00Z',
    '2025-00-10T00:00:00Z',
    '2025-06-00T00:00:00Z',
    '2025-06-04T25:00:00Z',
    '2025-06-04T10:60:00Z',
    '2025-06-04T10:20:60Z',
    '2025-06-04T10:20:30+25:00',
    // Times in the far past and far future.
    '0001-01-01T00:00:00Z',
    '1969-12-31T23:59:59.999Z',
    '+012025-06-04T10:20:30Z',
    '-000001-01-01T00:00:00Z',
    '99999-01-01T00:00:00Z',
    '9999-12-31T23:59:59-23:59',
    'Invalid',
    'Invalid Date',
    '0',
    '1748772000',
    '1748772000000',
    'Wed, 04 Jun 2025 10:20:30 GMT',
    'tomorrow',
    ' 2025-06-04T10:20:30Z',
    '2025-06-04T10:20:30Z\n',
    '２０２５-06-04T10:20:30Z',
    '2025-06-04T10:20:30.Z',
    '2025-06-04T10:20:30.1234567890Z',
  ])('shows %s as received, without an instant', (raw) => {
    expect(parsePaymentServiceTimestamp(raw)).toEqual({ raw, at: null })
  })

  it('returns null for null', () => {
    expect(parsePaymentServiceTimestamp(null)).toBeNull()
  })
})

describe('extractRecordFacts', () => {
  function facts(body: object) {
    const record = parseStateRecord({ id: 'x1234', ...body })
    if (!record.ok) throw new Error('not a record')
    return extractRecordFacts(record.value, '2025-06-01T00:00:00.000Z')
  }

  it('reads state, reason, steps, expiry and test flag as received', () => {
    const read = facts({
      state: 'PENDING',
      compound_state: 'PENDING.PIV_REVIEW',
      workflow_state: { sca: 'SUCCESS', biometrics: 'PENDING' },
      expires_at: '2025-06-04T10:20:30.512Z',
      test_transaction: 'true',
    })
    expect(read).toMatchObject({
      state: { raw: 'PENDING', documented: true, final: false },
      compound: { raw: 'PENDING.PIV_REVIEW', reason: 'PIV_REVIEW', documented: true },
      test: true,
      inReview: true,
      readAt: Date.parse('2025-06-01T00:00:00.000Z'),
    })
    expect([...read.steps]).toEqual([
      ['sca', 'SUCCESS'],
      ['biometrics', 'PENDING'],
    ])
    expect(read.expiresAt?.at).toBe('2025-06-04T10:20:30.512Z')
  })

  it('assumes nothing for missing fields', () => {
    expect(facts({})).toMatchObject({
      state: { raw: '', documented: false, final: false },
      compound: null,
      expiresAt: null,
      test: null,
      inReview: false,
    })
  })

  it.each([
    ['PENDING', 'PENDING.MANUAL_REVIEW', true],
    ['PENDING', 'MANUAL_REVIEW', true],
    ['PENDING', 'PENDING.RISK_REVIEW', true],
    ['PENDING', 'PENDING.MANUAL_HOLD', true],
    ['MANUAL_REVIEW', 'anything', true],
    ['MANUAL_HOLD', null, true],
    ['PENDING', 'PENDING.AWAIT_OTP', false],
    // Final states, which are not in review even if the reason says so.
    ['SUCCESS', 'SUCCESS.MANUAL_REVIEW', false],
    ['REJECTED', 'RISK_REVIEW', false],
  ])('%s / %s is in review: %s', (state, compound, inReview) => {
    expect(facts({ state, compound_state: compound }).inReview).toBe(inReview)
  })
})
