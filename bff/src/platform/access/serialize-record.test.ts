import { roleSchema } from '@paydesk/shared/core/permissions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStateRecord, type StateRecord } from '../../payment-service/parsing/wire.ts'
import { createFieldAccess } from './field-access.ts'
import { unicodeText } from './mask-pairs.test-kit.ts'
import { canonicalizeRecord, deserializeRecord, serializeRecord } from './serialize-record.ts'

const fieldAccesses = roleSchema.options.map((one) => createFieldAccess(one))
const seenBy = (record: StateRecord) =>
  fieldAccesses.map((fieldAccess) => ({
    record: fieldAccess.maskRecord(record),
    others: fieldAccess.listUnclassifiedNames(record),
  }))

function recordOf(body: unknown): StateRecord {
  const read = parseStateRecord(body)
  if (!read.ok) throw new Error(read.why)
  return read.value
}

function thawed(record: StateRecord): StateRecord {
  const made = deserializeRecord(serializeRecord(record), parseStateRecord)
  if (made === null) throw new Error('not thawed')
  return made
}

const value = fc.oneof(
  unicodeText,
  fc.boolean(),
  fc.integer(),
  fc.constant(null),
  fc.constantFrom('', 'PENDING', 'a\u0000b', '\ud83d', 'x'.repeat(70_000)),
)
const names = fc.oneof(
  fc.constantFrom('state', 'kyc', '3ds', 'docs', '__proto__', 'constructor', '1', 'surprise', 'secret'),
  unicodeText,
)
const odd = fc.dictionary(names, fc.oneof(value, fc.array(value, { maxLength: 3 })), { maxKeys: 8 })
const maybe = (member: fc.Arbitrary<unknown>) => fc.oneof(member, value, odd)
const body = fc
  .record(
    {
      id: unicodeText.filter((text) => text.trim() !== ''),
      state: maybe(value),
      secret: maybe(value),
      redirect_url: value,
      test_transaction: maybe(fc.boolean()),
      workflow_state: maybe(odd),
      original_message: maybe(
        fc.record({ merchant_id: value, account: fc.record({ identifier: value, ext: odd }) }),
      ),
      payment_provider_responses: maybe(fc.array(maybe(odd), { maxLength: 4 })),
      identity: maybe(fc.record({ id: value, kyc_state: value, download_url: value, more: odd })),
    },
    { requiredKeys: ['id'] },
  )
  .chain((known) => odd.map((more) => ({ ...more, ...known })))
  .filter((one) => parseStateRecord(one).ok)

describe('a serialised record', () => {
  it('looks the same to every role when deserialised, for any answer of the payment service', () => {
    fc.assert(
      fc.property(body, (raw) => {
        const record = recordOf(raw)
        const again = thawed(record)
        expect(seenBy(again)).toEqual(seenBy(record))
        expect(serializeRecord(again)).toBe(serializeRecord(record))
      }),
      { numRuns: 300 },
    )
  })

  it('keeps the number of unclassified fields, not only the listed names', () => {
    const many = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`member_${at}`, 'x']))
    const record = recordOf({ id: 'T-1', identity: many })
    expect(createFieldAccess('compliance').listUnclassifiedNames(record)?.more).toBe(100)
    expect(seenBy(thawed(record))).toEqual(seenBy(record))
  })

  it('holds no credential', () => {
    const secret = 'sk-0f8d-credential-of-the-transaction'
    const text = serializeRecord(
      recordOf({ id: 'T-1', secret, redirect_url: `https://pay.example/${secret}` }),
    )
    expect(text).toContain('T-1')
    expect(text).not.toContain(secret)
  })

  it('has the same canonical form in any order of its fields, and a different form for different content', () => {
    const one = { id: 'T-1', state: 'PENDING', workflow_state: { kyc: 'PENDING', docs: 'SUCCESS' } }
    const other = { workflow_state: { docs: 'SUCCESS', kyc: 'PENDING' }, state: 'PENDING', id: 'T-1' }
    const print = (raw: unknown) => canonicalizeRecord(serializeRecord(recordOf(raw)))
    expect(print(other)).toBe(print(one))
    for (const moved of [
      { ...one, state: 'SUCCESS' },
      { ...one, workflow_state: { kyc: 'SUCCESS', docs: 'SUCCESS' } },
      { ...one, expires_at: '2026-01-01T00:00:00Z' },
      { ...one, never_seen: 1 },
      { ...one, test_transaction: false },
    ])
      expect(print(moved), JSON.stringify(moved)).not.toBe(print(one))
  })

  it.each(['', 'null', '{}', '{"record":{},"others":[]}', '{"record":{"id":"T-1"}}', '[1,', '7'])(
    'is not read from the text %j',
    (text) => {
      expect(deserializeRecord(text, parseStateRecord)).toBeNull()
    },
  )
})
