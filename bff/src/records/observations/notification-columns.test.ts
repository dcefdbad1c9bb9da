import { hasCardNumber } from '@paydesk/shared/core/card-number'
import { documentedStates, documentedWorkflowStepValues } from '@paydesk/shared/core/state'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseNotificationRecord, parseStateRecord } from '../../payment-service/parsing/wire.ts'
import { createFieldCipher } from '../../platform/database/field-cipher.ts'
import { Secret } from '../../platform/runtime/secret.ts'
import { extractRecordColumns } from '../confirmation/transaction-columns.ts'
import { extractNotificationColumns } from './notification-columns.ts'
import { findUndocumentedInNotification, findUndocumentedValues } from './undocumented-values.ts'

const cipher = createFieldCipher([new Secret('announced-key-announced-key-announced-key')])
const told = (members: object) =>
  extractNotificationColumns(parseNotificationRecord(members), 'stage', cipher)
function columns(members: object) {
  const read = parseStateRecord({ id: 'tx-0001', ...members })
  if (!read.ok) throw new Error(read.why)
  const { state, compound, reason } = extractRecordColumns(read.value, 'stage', 'tx-0001', cipher).columns
  return { columns: [state, compound, reason], values: findUndocumentedValues(read.value) }
}

const remark = '(no code)'
/** Personal data as it could stand in the place of a code. */
const personal = [
  'DE89370400440532013000',
  'de89370400440532013000',
  'DE89-3704-0044-0532-0130-00',
  'DE89_370_400_440_532_013_000',
  'GB29NWBK60161331926819',
  'MT84MALT011000012345MTLCAST001S',
  'GB29.NWBK.6016.1331.9268.19',
  '4111111111111111',
  '4111-1111-1111-1111',
  'card:4111_1111_1111_1111',
  '491701234567',
  '49-170-1234567',
  '1988-04-17',
  '19880417',
  'mara@example.test',
]
const between = fc.constantFrom('', '.', '-', '_', ':', '--')

describe('an amount', () => {
  const amountOf = (payment_amount: unknown) => {
    const { amount_minor, currency, amount_text, currency_text } = told({ payment_amount })
    return [amount_minor, currency, amount_text, currency_text]
  }

  it.each([
    [{ amount: '12550', currency: 'EUR' }, [12_550, 'EUR', null, null]],
    [{ amount: '125.50', currency: 'EUR' }, [null, null, '125.50', 'EUR']],
    [{ amount: 125.5, currency: 'EUR' }, [null, null, '125.5', 'EUR']],
    [{ amount: -500, currency: 'EUR' }, [null, null, '-500', 'EUR']],
    [{ amount: '0012550', currency: 'EUR' }, [null, null, '0012550', 'EUR']],
    [{ amount: '12550', currency: 'eur' }, [null, null, '12550', 'eur']],
    [{ amount: '12550' }, [null, null, null, null]],
    ['125.50', [null, null, '125.50', null]],
  ])('in another form is kept as it came: %j', (given, kept) => {
    expect(amountOf(given)).toEqual(kept)
  })

  it('is not kept if it may be an account, a card, a date or a text', () => {
    for (const amount of [...personal.filter((one) => !/^\d{1,15}$/.test(one)), 'about ten', '1e5', '12 550'])
      expect(amountOf({ amount, currency: 'EUR' }), amount).toEqual([null, null, null, null])
    expect(amountOf({ amount: '125.50', currency: 'Mara Lindqvist' })).toEqual([null, null, '125.50', null])
  })
})

describe('a value in the place of a code', () => {
  it('is replaced by a remark if it is an account, card or phone number', () => {
    for (const one of personal)
      for (const text of [one, `PENDING.${one}`, `${one}.OK`]) {
        const members = { state: text, compound_state: text }
        const { event, state, compound, ...more } = told({ id: 'tx-0001', event: text, ...members })
        expect([event, state, compound]).toEqual([remark, remark, remark])
        expect(findUndocumentedInNotification({ ...more, event: text, state: text, compound: text })).toEqual(
          [],
        )
        expect(
          columns({ ...members, identity: { kyc_state: text }, workflow_state: { [text]: text } }),
        ).toEqual({
          columns: [remark, remark, remark],
          values: [],
        })
      }
  })

  it('gives no reason if the whole text is not a code', () => {
    expect(columns({ state: 'PENDING', compound_state: '49.1701234' }).columns).toEqual([
      'PENDING',
      remark,
      remark,
    ])
  })

  it('is kept if it is a code, documented or not', () => {
    const codes = [
      ...documentedStates,
      ...documentedWorkflowStepValues,
      'kyc_manual_requested_document',
      'FROZEN_BY_COURT',
      'IS0101_RETRY',
      'ERR-2025-001',
      'AB12CDEFGHIJKLMN',
      'v2:half.way',
    ]
    for (const code of codes) {
      expect(told({ id: 'tx-0001', event: code, state: code })).toMatchObject({ event: code, state: code })
      expect(columns({ state: code }).columns[0]).toBe(code)
    }
  })

  it('is not a code if it has eight digits in any groups, or is a card number', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.stringMatching(/^\d$/), between), { minLength: 8, maxLength: 19 }),
        fc.stringMatching(/^([A-Z]{1,8}[._])?$/),
        (digits, lead) => {
          expect(told({ id: 'tx-0001', event: lead + digits.flat().join('') }).event).toBe(remark)
        },
      ),
    )
    fc.assert(
      fc.property(fc.stringMatching(/^[\w.:-]{1,30}$/), (text) => {
        if (hasCardNumber(text)) expect(told({ event: text }).event).toBe(remark)
      }),
    )
  })
})

describe('the id of a notification', () => {
  const id = '6d2f1b75-8a4c-4e0b-9d1e-0a2b3c4d5f19'

  it('is rejected with a character that no id may contain', () => {
    const unwanted = fc.constantFrom('\u0000', '\n', '\t', '\u001b', '\u007f', '\u0085', '\u202e', '\u2069')
    fc.assert(
      fc.property(unwanted, fc.nat(id.length), (one, at) => {
        const broken = id.slice(0, at) + one + id.slice(at)
        expect(told({ id: broken }).transaction_id).toBeNull()
        expect(told({ id, original_message: { merchant_id: `demo${one}-merchant` } }).merchant).toBeNull()
      }),
    )
    expect(told({ id }).transaction_id).toBe(id)
    expect(told({ id: true }).transaction_id).toBeNull()
  })
})
