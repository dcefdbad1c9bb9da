import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFormatter } from '../core/formatter.ts'
import { transactionIdSchema } from '../core/ids.ts'
import type { MaskedValue } from '../core/masked-value.ts'
import { parseCompoundState, parseTransactionState } from '../core/state.ts'
import { englishReview } from '../messages/en/review.ts'
import { englishUi } from '../messages/en/ui.ts'
import { type TransactionView, transactionViewSchema } from '../payments/transactions.ts'
import { formatComparedValue } from './compared-text.ts'
import type { ComparedValue } from './decisions.ts'
import { diffTransactionViews, pairTransactionViewFields } from './transaction-diff.ts'

const clear = (text: string): MaskedValue => ({ visibility: 'clear', text })
const format = createFormatter({ language: 'en', timeZone: 'UTC', numbers: '1,234.56', dates: 'iso' })
const word = (value: ComparedValue | undefined) =>
  value && formatComparedValue(value, { ui: englishUi, changes: englishReview.changes }, format)
const absent: MaskedValue = { visibility: 'absent' }

const response = {
  operationType: clear('charge'),
  operationSuccessful: clear('true'),
  providerType: clear('card'),
  providerName: clear('Provider'),
  requestCurrency: clear('EUR'),
  referenceCode: absent,
  providerReferenceCode: absent,
  responseId: absent,
  statusCode: clear('00'),
  statusDescription: absent,
  manualReconciliation: clear('false'),
}

const view: TransactionView = {
  transaction: transactionIdSchema.parse('6d2f1b75-0000-4000-8000-000000000001'),
  reading: { at: '2026-03-01T10:00:00.000Z', from: 'service' },
  customer: null,
  merchant: clear('demo-merchant'),
  recorded: null,
  merchantTransactionId: absent,
  reference: clear('order 1'),
  mode: clear('live'),
  state: parseTransactionState('PENDING'),
  compound: parseCompoundState('PENDING.MANUAL_REVIEW'),
  inReview: true,
  explanation: {
    sentences: [{ code: 'review', at: null, from: ['state'] }],
    nextActor: { actor: 'operator', from: ['state'] },
    until: null,
  },
  safeTexts: [],
  safeTextVersion: '1',
  expiresAt: { raw: '2026-03-02 10:00:00', at: '2026-03-02T10:00:00.000Z' },
  test: false,
  responseCode: clear('IS0901'),
  responseCodeDescription: clear('Manual review'),
  steps: [
    { step: 'kyc', value: 'PENDING', documented: true },
    { step: 'sca', value: 'SUCCESS', documented: true },
  ],
  providerResponses: [response],
  identity: {
    identity: null,
    id: clear('_b1'),
    kycState: clear('NONE'),
    createdAt: absent,
    ledgerLifetimeAmount: clear('10.00'),
    ledgerLifetimeCurrency: clear('EUR'),
    creditLedgerLifetimeAmount: absent,
    creditLedgerLifetimeCurrency: absent,
  },
  contradictions: [],
  unclassified: null,
}

/** Fields of a view that hold a value of the payment service, each with a function that changes it. */
const places: Readonly<Record<string, (text: string) => TransactionView>> = {
  state: () => ({ ...view, state: parseTransactionState('SUCCESS') }),
  compound: () => ({ ...view, compound: parseCompoundState('SUCCESS.COMPLETE') }),
  expiresAt: (raw) => ({ ...view, expiresAt: { raw, at: null } }),
  test: () => ({ ...view, test: true }),
  merchant: (text) => ({ ...view, merchant: clear(text) }),
  merchantTransactionId: (text) => ({ ...view, merchantTransactionId: clear(text) }),
  reference: (text) => ({ ...view, reference: clear(text) }),
  mode: (text) => ({ ...view, mode: clear(text) }),
  responseCode: (text) => ({ ...view, responseCode: clear(text) }),
  responseCodeDescription: (text) => ({ ...view, responseCodeDescription: clear(text) }),
  'steps.kyc': (value) => ({
    ...view,
    steps: view.steps.map((one) => (one.step === 'kyc' ? { ...one, value } : one)),
  }),
  'identity.kycState': (text) => ({ ...view, identity: { ...view.identity, kycState: clear(text) } }),
  'identity.id': (text) => ({ ...view, identity: { ...view.identity, id: clear(text) } }),
  'providerResponses.0.statusCode': (text) => ({
    ...view,
    providerResponses: [{ ...response, statusCode: clear(text) }],
  }),
  unclassified: () => ({ ...view, unclassified: { names: ['extra'], more: 2 } }),
}

describe('diffTransactionViews', () => {
  it('returns the only field that differs, with both values', () => {
    expect(transactionViewSchema.parse(view)).toEqual(view)
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(places)),
        fc.stringMatching(/^other-[a-z]{8}$/),
        (name, text) => {
          const other = places[name]?.(text) ?? view
          const found = diffTransactionViews(view, other)
          expect(found.map((one) => one.name)).toEqual([name])
          expect(word(found[0]?.before)).not.toBe(word(found[0]?.after))
          expect(diffTransactionViews(other, view)).toEqual(
            found.map(({ before, after }) => ({ name, before: after, after: before })),
          )
        },
      ),
    )
  })

  it('ignores the time of the read and texts of our own', () => {
    const later = {
      ...view,
      reading: { at: '2026-03-01T11:00:00.000Z', from: 'memory' as const },
      inReview: false,
      safeTextVersion: '2',
      explanation: { ...view.explanation, until: null },
    }
    expect(diffTransactionViews(view, later)).toEqual([])
  })

  it('returns fields that only one view has', () => {
    const more = { ...view, providerResponses: [response, { ...response, statusCode: clear('05') }] }
    expect(diffTransactionViews(view, more)).toContainEqual({
      name: 'providerResponses.1.statusCode',
      before: { kind: 'none' },
      after: { kind: 'text', text: '05' },
    })
    const less = { ...view, steps: view.steps.slice(0, 1) }
    expect(diffTransactionViews(view, less)).toEqual([
      { name: 'steps.sca', before: { kind: 'text', text: 'SUCCESS' }, after: { kind: 'none' } },
    ])
  })

  it.each([
    ['in the digits of the currency', clear('182550'), clear('EUR'), '1,825.50 EUR'],
    ['of a currency without digits', clear('182550'), clear('JPY'), '182,550 JPY'],
    ['without a currency', clear('0'), absent, '0, currency not provided'],
    ['of a currency that is not shown', clear('5'), { visibility: 'hidden' }, '5, currency not provided'],
    ['that is no whole number', clear('10.00'), clear('EUR'), '10.00 (EUR, as received)'],
    [
      'under a mask',
      { visibility: 'masked', text: '1000..9999', mask: 'band' },
      clear('EUR'),
      '1,000 to 9,999 minor units',
    ],
    ['that nobody gave', absent, clear('EUR'), 'not provided'],
    ['that is hidden', { visibility: 'hidden' }, clear('EUR'), 'hidden'],
  ] satisfies [string, MaskedValue, MaskedValue, string][])(
    'formats an amount %s',
    (_, amount, currency, text) => {
      const identity = {
        ...view.identity,
        ledgerLifetimeAmount: amount,
        ledgerLifetimeCurrency: currency,
        creditLedgerLifetimeAmount: amount,
        creditLedgerLifetimeCurrency: currency,
      }
      const all = pairTransactionViewFields(view, { ...view, identity })
      for (const name of ['identity.ledgerLifetimeAmount', 'identity.creditLedgerLifetimeAmount'])
        expect(all.filter((one) => one.name === name).map(({ after }) => word(after))).toEqual([text])
    },
  )

  it('ignores fields that are hidden in both views', () => {
    const hidden: MaskedValue = { visibility: 'hidden' }
    const one = { ...view, identity: { ...view.identity, id: hidden } }
    expect(diffTransactionViews(one, { ...one })).toEqual([])
  })
})
