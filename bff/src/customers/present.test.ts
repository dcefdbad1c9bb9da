import { customerHandle, merchantId, rid } from '@paydesk/shared/ids'
import { describe, expect, it } from 'vitest'
import { sightOf } from '../access/show.ts'
import { customerList } from '../upstream/wire.ts'
import { entriesOf } from './entries.ts'
import { presentCustomer, presentTransactions } from './present.ts'

const handle = customerHandle.parse('c_00000000000000000000')
const merchant = merchantId.parse('demo-merchant')
const reading = { at: '2025-06-01T00:00:00.000Z', from: 'service' } as const

describe('presentCustomer', () => {
  it.each([
    ['cust-00417', 'plain', 'clear'],
    ['mara@example.test', 'email', 'masked'],
    ['SE4550000000058398257466', 'iban', 'masked'],
    ['se4550000000058398257466', 'iban', 'masked'],
    ['SE45', 'plain', 'clear'],
  ])('%s has the form %s and is %s', (text, form, seen) => {
    const view = presentCustomer(handle, { rid: rid.parse(text), merchant }, sightOf('support'))
    expect(view).toMatchObject({ customer: handle, ridForm: form, rid: { seen } })
    if (seen === 'masked') expect(JSON.stringify(view)).not.toContain(text)
  })
})

describe('presentTransactions', () => {
  it('marks what an operator must decide, from either form of the reason', () => {
    const data = [
      ['aaaa', 'PENDING', 'PENDING.PIV_REVIEW'],
      ['bbbb', 'PENDING', 'MANUAL_REVIEW'],
      ['cccc', 'MANUAL_HOLD', 'MANUAL_HOLD'],
      ['dddd', 'PENDING', 'PENDING.AWAIT_OTP'],
      ['eeee', 'SUCCESS', 'MANUAL_REVIEW'],
    ].map(([transaction_uid, state, transaction_state]) => ({ transaction_uid, state, transaction_state }))
    const shown = presentTransactions(entriesOf(customerList({ data })), reading, sightOf('support'))
    expect(shown.entries.map(({ inReview }) => inReview)).toEqual([true, true, true, false, false])
  })
})
