import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseNotificationRecord, parseStateRecord } from '../../payment-service/parsing/wire.ts'
import {
  createTestStore,
  databaseKinds,
  type TestStore,
} from '../../platform/database/test-store.test-kit.ts'
import {
  findUndocumentedAmounts,
  findUndocumentedEvent,
  findUndocumentedValues,
  type ObservedUndocumentedValue,
  recordUndocumentedValues,
} from './undocumented-values.ts'

function valuesIn(members: object): ObservedUndocumentedValue[] {
  const read = parseStateRecord({ id: 'tx-1', ...members })
  return read.ok ? findUndocumentedValues(read.value) : []
}

describe('undocumented values', () => {
  it('are none in a documented record', () => {
    expect(
      valuesIn({
        state: 'PENDING',
        compound_state: 'PENDING.AWAIT_OTP',
        workflow_state: { capture: 'NA', '3ds': 'PENDING' },
        response_code: 'IS0114',
        identity: { kyc_state: 'NONE' },
      }),
    ).toEqual([])
    expect(valuesIn({ state: 'SUCCESS', compound_state: 'SUCCESS.OK', response_code: '00' })).toEqual([])
    expect(valuesIn({})).toEqual([])
  })

  it('are found in every place', () => {
    const found = valuesIn({
      state: 'FROZEN',
      compound_state: 'FROZEN.BY_COURT',
      workflow_state: { capture: 'HALFWAY', escrow: 'PENDING' },
      response_code: 'IS0999',
      identity: { kyc_state: 'DEEP' },
    })
    expect(found.map(({ place, value }) => `${place} ${value}`).sort()).toEqual([
      'kyc_state DEEP',
      'reason BY_COURT',
      'response_code IS0999',
      'state FROZEN',
      'step_value HALFWAY',
      'workflow_step escrow',
    ])
    expect(findUndocumentedEvent('moon_landed')).toEqual([{ place: 'event', value: 'moon_landed' }])
    expect(findUndocumentedEvent('refund_issued')).toEqual([])
    expect(findUndocumentedEvent(null)).toEqual([])
  })

  it.each([
    ['125.50', 'EUR', ['amount_form n.n']],
    [125.5, 'EUR', ['amount_form n.n']],
    [-500, 'EUR', ['amount_form -n']],
    ['0012550', 'EUR', ['amount_form 0n']],
    ['1,255.00', 'GBP', ['amount_form n,n.00']],
    ['12 550', 'GBP', ['amount_form n n']],
    ['1e5', 'GBP', ['amount_form nen']],
    ['about ten', 'EUR', ['amount_form no number']],
    ['12550', 'eur', ['currency eur']],
    ['12550', 'EURO', ['currency EURO']],
    ['12550', 'Mara Lindqvist', ['currency no code']],
    ['12550', 'HUF', []],
    [0, 'JPY', []],
    [undefined, undefined, []],
  ])('are the form of an amount, without its digits: %j %j', (amount, currency, found) => {
    const record = parseNotificationRecord({ payment_amount: { amount, currency } })
    expect(findUndocumentedAmounts(record).map(({ place, value }) => `${place} ${value}`)).toEqual(found)
  })

  it.each(['125.50', 125.5, -500, '0012550'])('are found in an amount that is no object: %j', (amount) => {
    const record = parseNotificationRecord({ payment_amount: amount })
    expect(findUndocumentedAmounts(record).map(({ place }) => place)).toEqual(['amount_form'])
  })

  it('are never free text, which may be personal data', () => {
    for (const text of ['Mara Lindqvist', 'mara@example.test', 'x'.repeat(65), 'zwölf', '<b>', '']) {
      expect(valuesIn({ state: text, compound_state: text, identity: { kyc_state: text } })).toEqual([])
      expect(findUndocumentedEvent(text)).toEqual([])
    }
  })
})

describe.each(databaseKinds)('recorded undocumented values (%s)', (backing) => {
  let made: TestStore
  beforeAll(async () => {
    made = await createTestStore(backing)
  })
  afterAll(() => made.remove())

  const note = (
    values: ObservedUndocumentedValue[],
    on: string,
    now: number,
    merchant: string | null = 'one',
  ) =>
    made.store.db
      .transaction()
      .execute((trx) => recordUndocumentedValues(trx, { environment: 'stage', merchant }, values, on, now))

  it('tell when and on which transaction a value was first seen, and how often', async () => {
    const frozen = { place: 'state', value: 'FROZEN' } as const
    expect(await note([frozen, frozen], 'tx-1', 1_000)).toEqual([frozen])
    expect(await note([frozen], 'tx-2', 2_000)).toEqual([])
    expect(await note([{ place: 'reason', value: 'FROZEN' }], 'tx-2', 2_000)).toHaveLength(1)
    const rows = await made.store.db
      .selectFrom('undocumented_values')
      .selectAll()
      .where('place', '=', 'state')
      .execute()
    expect(rows).toEqual([
      {
        environment: 'stage',
        merchant: 'one',
        place: 'state',
        value: 'FROZEN',
        first_seen: 1_000,
        last_seen: 2_000,
        times: 2,
        first_transaction: 'tx-1',
      },
    ])
  })

  it('are counted per merchant, and separately for an unknown merchant', async () => {
    const split = { place: 'step_value', value: 'SPLIT' } as const
    for (const merchant of ['one', 'two', null])
      expect(await note([split], 'tx-1', 1, merchant)).toEqual([split])
    expect(await note([split], 'tx-2', 2, 'two')).toEqual([])
    const rows = await made.store.db
      .selectFrom('undocumented_values')
      .select(['merchant', 'times'])
      .where('place', '=', 'step_value')
      .orderBy('merchant')
      .execute()
    expect(rows).toEqual([
      { merchant: '', times: 1 },
      { merchant: 'one', times: 1 },
      { merchant: 'two', times: 2 },
    ])
  })

  it('are limited to a thousand per place', async () => {
    const many = Array.from(
      { length: 1_010 },
      (_, nth) => ({ place: 'event', value: `event_${nth}` }) as const,
    )
    expect(await note(many, 'tx-1', 1_000)).toHaveLength(1_000)
    const rows = await made.store.db
      .selectFrom('undocumented_values')
      .select('value')
      .where('place', '=', 'event')
      .execute()
    expect(rows).toHaveLength(1_000)
    // Count per merchant: a flood of values at one merchant must not block another merchant.
    expect(await note(many.slice(-1), 'tx-1', 1_000, 'two')).toHaveLength(1)
  })
})
