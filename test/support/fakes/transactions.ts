import type { ProviderResponse, TransactionView } from '@paydesk/shared/payments/transactions'
import { maraCustomer, maraIdentity, reviewTransaction, waitingTransaction } from './ids.ts'
import {
  absentValue,
  buildClearValue,
  buildCompoundState,
  buildDataFreshness,
  buildMaskedValue,
  buildState,
  hoursFromNow,
} from './values.ts'

const steps = ['capture', 'charge', 'credit', '3ds', 'piv', 'sca', 'docs', 'kyc'] as const

function buildSteps(values: Record<string, string>): TransactionView['steps'] {
  return steps.map((step) => {
    const value = values[step] ?? 'NA'
    return {
      step,
      value,
      documented: ['NA', 'PENDING', 'SUCCESS', 'ACCEPTED', 'FAILED', 'EXPIRED'].includes(value),
    }
  })
}

function buildProviderResponse(change: Partial<ProviderResponse> = {}): ProviderResponse {
  return {
    operationType: buildClearValue('authorization-and-capture'),
    operationSuccessful: buildClearValue('true'),
    providerType: buildClearValue('open_banking'),
    providerName: buildClearValue('DemoBank'),
    requestCurrency: buildClearValue('EUR'),
    referenceCode: buildMaskedValue('••••000417', 'ref6'),
    providerReferenceCode: buildClearValue('1102003004'),
    responseId: buildClearValue('88100200417'),
    statusCode: buildClearValue('OK000'),
    statusDescription: buildClearValue('Success'),
    manualReconciliation: buildClearValue('false'),
    ...change,
  }
}

/** First transaction of the usual customer, which waits for the customer. */
export function buildTransaction(change: Partial<TransactionView> = {}): TransactionView {
  const ends = hoursFromNow(41.5)
  return {
    transaction: waitingTransaction,
    reading: buildDataFreshness(),
    customer: { customer: maraCustomer, rid: buildClearValue('cust-00417') },
    merchant: buildClearValue('demo-merchant'),
    merchantTransactionId: buildClearValue('ord-2025-00417'),
    reference: buildClearValue('INV-00417'),
    mode: buildClearValue('registration'),
    state: buildState('PENDING'),
    compound: buildCompoundState('PENDING.CONTACTING_USER'),
    inReview: false,
    explanation: {
      sentences: [
        { code: 'step_sca', at: null, from: ['state', 'workflow_state.sca'] },
        { code: 'nothing_to_do', at: null, from: [] },
        { code: 'expires', at: ends, from: ['expires_at'] },
      ],
      nextActor: { actor: 'customer', from: ['workflow_state.sca'] },
      until: { raw: ends, at: ends },
    },
    recorded: {
      amount: buildClearValue('12550'),
      currency: buildClearValue('EUR'),
      amountFrom: 'notification',
      firstSeenAt: hoursFromNow(-7),
      changedAt: hoursFromNow(-6),
    },
    safeTexts: [
      {
        language: 'en',
        say: 'Your payment is waiting for you to confirm it with your bank. Please open the page where you paid and follow the steps of your bank.',
        doNotSay: 'Do not say that the payment failed, or that money was taken.',
      },
      {
        language: 'de',
        say: 'Ihre Zahlung wartet auf Ihre Bestätigung bei der Bank. Bitte öffnen Sie die Zahlungsseite noch einmal und folgen Sie den Schritten Ihrer Bank.',
        doNotSay: 'Sagen Sie nicht, dass die Zahlung fehlgeschlagen ist oder Geld abgebucht wurde.',
      },
    ],
    safeTextVersion: '3',
    expiresAt: { raw: ends, at: ends },
    test: false,
    responseCode: buildClearValue('IS0101'),
    responseCodeDescription: buildClearValue('Transaction in progress'),
    steps: buildSteps({ sca: 'PENDING' }),
    providerResponses: [],
    identity: {
      identity: maraIdentity,
      id: { visibility: 'presence', present: true },
      kycState: buildClearValue('NONE'),
      createdAt: buildMaskedValue('2025-02-03', 'date'),
      ledgerLifetimeAmount: buildClearValue('182550'),
      ledgerLifetimeCurrency: buildClearValue('EUR'),
      creditLedgerLifetimeAmount: buildClearValue('0'),
      creditLedgerLifetimeCurrency: absentValue,
    },
    contradictions: [],
    unclassified: null,
    ...change,
  }
}

/**
 * Transaction in review with provider answers, a contradiction, an undocumented step value and unclassified
 * fields.
 */
export function buildTransactionInReview(): TransactionView {
  return buildTransaction({
    transaction: reviewTransaction,
    compound: buildCompoundState('MANUAL_REVIEW'),
    inReview: true,
    test: true,
    steps: buildSteps({ capture: 'SUCCESS', piv: 'PENDING', sca: 'SUCCESS', kyc: 'ON_ICE' }),
    providerResponses: [
      buildProviderResponse(),
      buildProviderResponse({
        operationSuccessful: buildClearValue('false'),
        statusCode: buildClearValue('E4101'),
        statusDescription: buildClearValue('Refused by issuer'),
        manualReconciliation: buildClearValue('true'),
      }),
    ],
    contradictions: [{ id: 'provider_success_but_open' }],
    unclassified: { names: ['risk_score_v2'], more: 1 },
  })
}
