import type { ProviderResponse, TransactionView } from '@paydesk/shared/payments/transaction'
import { mara, maraIdentity, reviewed, waiting } from './ids.ts'
import { absent, clear, compoundOf, inHours, masked, readNow, stateOf } from './values.ts'

const steps = [
  ['capture', 'Capture', 'payment details taken'],
  ['charge', 'Charge', 'money taken'],
  ['credit', 'Credit', 'money sent back'],
  ['3ds', '3-D Secure', 'card-scheme authentication'],
  ['piv', 'PIV', 'payment instrument verification'],
  ['sca', 'SCA', 'strong customer authentication'],
  ['docs', 'Documents', 'document upload'],
  ['kyc', 'KYC', 'identity review'],
] as const

function stepsWith(values: Record<string, string>): TransactionView['steps'] {
  return steps.map(([step, word, means]) => {
    const value = values[step] ?? 'NA'
    return {
      step,
      word,
      means,
      value,
      known: ['NA', 'PENDING', 'SUCCESS', 'ACCEPTED', 'FAILED', 'EXPIRED'].includes(value),
    }
  })
}

function providerResponse(change: Partial<ProviderResponse> = {}): ProviderResponse {
  return {
    operationType: clear('authorization-and-capture'),
    operationSuccessful: clear('true'),
    providerType: clear('open_banking'),
    providerName: clear('DemoBank'),
    requestCurrency: clear('EUR'),
    referenceCode: masked('••••000417', 'ref6'),
    providerReferenceCode: clear('1102003004'),
    responseId: clear('88100200417'),
    statusCode: clear('OK000'),
    statusDescription: clear('Success'),
    manualReconciliation: clear('false'),
    ...change,
  }
}

/** Waits for the customer: the first transaction of the usual customer. */
export function transaction(change: Partial<TransactionView> = {}): TransactionView {
  const ends = inHours(41.5)
  return {
    transaction: waiting,
    reading: readNow(),
    customer: { customer: mara, rid: clear('cust-00417') },
    merchant: clear('demo-merchant'),
    merchantTransactionId: clear('ord-2025-00417'),
    reference: clear('INV-00417'),
    mode: clear('registration'),
    state: stateOf('PENDING'),
    compound: compoundOf('PENDING.CONTACTING_USER'),
    inReview: false,
    explanation: {
      sentence: [
        {
          kind: 'text',
          text: 'Waiting for the customer to prove their identity (SCA).',
          from: ['state', 'workflow_state.sca'],
        },
        { kind: 'text', text: ' Nothing for us to do.', from: [] },
        { kind: 'text', text: ' Ends by itself ', from: ['expires_at'] },
        { kind: 'until', at: ends, from: ['expires_at'] },
        { kind: 'text', text: ' if nothing happens.', from: [] },
      ],
      who: { actor: 'customer', words: 'The customer must act', from: ['workflow_state.sca'] },
      until: { raw: ends, at: ends },
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
    responseCode: clear('IS0101'),
    responseCodeDescription: clear('Transaction in progress'),
    steps: stepsWith({ sca: 'PENDING' }),
    providerResponses: [],
    identity: {
      identity: maraIdentity,
      id: { seen: 'presence', present: true },
      kycState: clear('NONE'),
      createdAt: masked('2025-02-03', 'date'),
      ledgerLifetimeAmount: clear('182550'),
      ledgerLifetimeCurrency: clear('EUR'),
      creditLedgerLifetimeAmount: clear('0'),
      creditLedgerLifetimeCurrency: absent,
    },
    contradictions: [],
    unclassified: null,
    ...change,
  }
}

/** In review, with provider answers, a contradiction, an unknown step value and members nobody knows. */
export function transactionInReview(): TransactionView {
  return transaction({
    transaction: reviewed,
    compound: compoundOf('MANUAL_REVIEW'),
    inReview: true,
    test: true,
    steps: stepsWith({ capture: 'SUCCESS', piv: 'PENDING', sca: 'SUCCESS', kyc: 'ON_ICE' }),
    providerResponses: [
      providerResponse(),
      providerResponse({
        operationSuccessful: clear('false'),
        statusCode: clear('E4101'),
        statusDescription: clear('Refused by issuer'),
        manualReconciliation: clear('true'),
      }),
    ],
    contradictions: [
      {
        id: 'provider_success_state_open',
        says: 'A provider reports success, but the state is still open.',
        means: 'Usually the service waits for the review; nothing is final yet.',
        todo: 'Do not fulfil before the state is final.',
        closes: 'Once the review has ended.',
      },
    ],
    unclassified: { names: ['risk_score_v2'], more: 1 },
  })
}
