import { maraIdentityId } from './customers.ts'
import { documentsNear, sampleDocuments } from './document-elements.ts'
import { knownEvents } from './events.ts'
import { uuidFrom } from './ids.ts'
import { maraLindqvist } from './persons.ts'
import type { CustomerSketch, TransactionSketch } from './sketch.ts'
import { sketchStageCustomer } from './sketch.ts'
import type { StateRowName } from './states.ts'
import { isFinal, stateRow, stateRowNames, workflowSteps } from './states.ts'
import { incomingTransferBody } from './wire.ts'

const samples = { secret: 'b7d1f0c2-51f4-4b7e-8f0a-0c9f6b3a2d11', taskId: 'u1djo3rfd', amount: '12550' }

/** World of the sample payloads: same ids, same order. */
const maraWorld: CustomerSketch = {
  ...sketchStageCustomer(
    'cust-00417',
    'The world of the sample payloads: pending, manual review, success, expired',
    { ...samples, row: 'contacting-user', id: '3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10', orderNumber: '00417' },
    {
      ...samples,
      row: 'piv-review',
      id: '6d2f1b75-3d7e-4c6b-8a6f-1b2c3d4e5f19',
      orderNumber: '00419',
      listState: 'MANUAL_REVIEW',
    },
    {
      ...samples,
      row: 'success',
      id: '5b0e9a64-2c6d-4b5a-9f5e-0a1b2c3d4e18',
      orderNumber: '00418',
      listState: 'OK',
      expiresAt: '2025-06-04T10:20:30.512Z',
    },
    {
      ...samples,
      row: 'expired',
      id: '7e3a2c86-4e8f-4d7c-9b7a-2c3d4e5f6a20',
      orderNumber: '00420',
      expiresAt: '2025-05-28T08:00:00.000Z',
    },
    {
      ...samples,
      row: 'manual-review',
      id: '6d2f1b75-3d7e-4c6b-8a6f-1b2c3d4e5f20',
      orderNumber: '00430',
      unlisted: true,
    },
    {
      ...samples,
      row: 'rejected',
      id: '8f4b3d97-5f90-4e8d-8c8b-3d4e5f6a7b21',
      orderNumber: '00421',
      unlisted: true,
      expiresAt: '2025-06-04T10:20:30.512Z',
    },
    {
      ...samples,
      row: 'failed',
      id: '905c4ea8-60a1-4f9e-9d9c-4e5f6a7b8c22',
      orderNumber: '00422',
      unlisted: true,
      test: true,
      expiresAt: '2025-06-04T10:20:30.512Z',
    },
  ),
  person: maraLindqvist,
  identityId: maraIdentityId,
  documents: sampleDocuments,
}

function perRow(name: StateRowName): CustomerSketch {
  const row = stateRow(name)
  const text = `${row.state}, reason ${row.reason}: ${row.description.toLowerCase()}`
  const customer = sketchStageCustomer(`cust-${name}`, text, { row: name, card: name === 'card-expired' })
  return name === 'processing-document' ? { ...customer, documents: documentsNear(1) } : customer
}

const stepValues = ['NA', 'PENDING', 'SUCCESS', 'ACCEPTED', 'FAILED', 'EXPIRED'] as const

/** Transactions with shifted steps, one per value, so that every value occurs on every step. */
const everyStepValue: CustomerSketch = sketchStageCustomer(
  'cust-steps',
  'Every value on every workflow step',
  ...stepValues.map(
    (_, shift): TransactionSketch => ({
      row: 'processing',
      steps: Object.fromEntries(
        workflowSteps.map((step, index) => [step, stepValues[(index + shift) % stepValues.length] ?? 'NA']),
      ),
    }),
  ),
)

const everyEvent: CustomerSketch = sketchStageCustomer(
  'cust-events',
  'One transaction per known event, and one with an incoming transfer',
  ...knownEvents.map((event): TransactionSketch => ({ row: rowAfter(event), events: [event] })),
  {
    row: 'success',
    events: ['transaction_accepted'],
    tweak: (detail) => {
      detail.notifications.push(incomingTransferBody(uuidFrom('incoming-transfer|cust-events'), 'INV-00423'))
    },
  },
)

/** Only the notification of the transfer names the account that the money came from. */
const paidByTransfer: CustomerSketch = sketchStageCustomer(
  'cust-transfer',
  'Paid by an incoming bank transfer',
  {
    row: 'success',
    events: ['transaction_accepted'],
    tweak: (detail) => {
      detail.notifications.push(
        incomingTransferBody(uuidFrom('incoming-transfer|cust-transfer'), 'INV-00424'),
      )
    },
  },
)

function rowAfter(event: string): StateRowName {
  if (/refund|chargeback|dispute|fraud|accepted$/.test(event) && event !== 'payment_manually_accepted')
    return 'success'
  if (event.endsWith('_rejected')) return 'rejected'
  if (event === 'transaction_declined') return 'declined'
  if (event === 'transaction_expired') return 'expired'
  if (event === 'transaction_cancelled') return 'cancelled'
  if (event === 'capture_failures_exceeded') return 'failed'
  if (event === 'payment_piv_success') return 'piv-success'
  if (event === 'manual_risk_review') return 'risk-review'
  return event.startsWith('kyc_') ? 'manual-review' : 'processing'
}

const workflows = ['DEMO_OPEN_BANKING', 'DEMO_CARD', 'DEMO_BANK_TRANSFER'] as const

function many(count: number, rowAt: (index: number) => StateRowName): TransactionSketch[] {
  return Array.from({ length: count }, (_, index) => {
    const workflow = workflows[index % workflows.length] ?? workflows[0]
    return {
      row: rowAt(index),
      workflow,
      card: workflow === 'DEMO_CARD',
      amount: String(990 + ((index * 7919) % 250_000)),
    }
  })
}

function mixed(index: number): StateRowName {
  if (index === 13) return 'manual-review'
  if (index === 21 || index === 33) return 'contacting-user'
  const finals: readonly StateRowName[] = [
    'success',
    'success-ok',
    'expired',
    'success',
    'declined',
    'success',
    'cancelled',
    'failed',
    'rejected',
  ]
  return finals[index % finals.length] ?? 'success'
}

/** Rows of a large customer as in life: nearly all ended, some open, a dozen in review. */
function mostlyEnded(index: number): StateRowName {
  if (index % 400 === 7) return inReview[Math.floor(index / 400) % inReview.length] ?? 'manual-review'
  const wanted = stateRowNames.filter((name) => !stateRow(name).inReview)
  const isOpen = index % 25 === 3
  const rows = wanted.filter((name) => isFinal(stateRow(name).state) !== isOpen)
  return rows[(index * 11) % rows.length] ?? 'success'
}

const inReview = stateRowNames.filter((name) => stateRow(name).inReview)

const quantities: readonly CustomerSketch[] = [
  sketchStageCustomer('cust-one', 'A single transaction', { row: 'success' }),
  sketchStageCustomer(
    'cust-forty',
    '40 transactions; the first one that is not final is the 14th',
    ...many(40, mixed),
  ),
  sketchStageCustomer(
    'cust-five-thousand',
    '5,000 transactions in 3 workflows, most of them ended',
    ...many(5_000, mostlyEnded),
  ),
  sketchStageCustomer(
    'cust-many-open',
    'Seven open at once, with different times left',
    { row: 'contacting-user', expiresInHours: 41 },
    { row: 'await-otp', expiresInHours: 20 },
    { row: 'manual-review', expiresInHours: 6 },
    { row: 'risk-review', expiresInHours: 3 },
    { row: 'processing', expiresInHours: 1 },
    { row: 'await-secret', expiresInHours: 0.25 },
    { row: 'manual-hold', expiresInHours: 70 },
  ),
]

const identifiers: readonly CustomerSketch[] = [
  {
    ...sketchStageCustomer(
      'mara.lindqvist@example.test',
      'The customer identifier is an e-mail address',
      { row: 'contacting-user' },
      { row: 'success' },
    ),
    person: maraLindqvist,
  },
  {
    ...sketchStageCustomer(
      'SE4550000000058398257466',
      'The customer identifier is an IBAN',
      { row: 'success' },
      { row: 'piv-review' },
    ),
    person: maraLindqvist,
  },
  sketchStageCustomer('cust shared/ä%2F?#', 'The customer identifier needs percent-encoding', {
    row: 'success',
  }),
]

const documents: readonly CustomerSketch[] = [
  sketchStageCustomer('cust-documents-0', 'Identity without documents', { row: 'manual-review' }),
  {
    ...sketchStageCustomer('cust-documents-1', 'Identity with one document', { row: 'manual-review' }),
    documents: documentsNear(1),
  },
  {
    ...sketchStageCustomer('cust-documents-5', 'Identity with five documents', { row: 'manual-review' }),
    documents: documentsNear(5),
  },
]

const otherMerchants: readonly CustomerSketch[] = [
  sketchStageCustomer(
    'cust-shared',
    'The same identifier under two merchants (here: demo-merchant)',
    { row: 'contacting-user' },
    { row: 'success' },
  ),
  {
    ...sketchStageCustomer('cust-shared', 'The same identifier under two merchants (here: demo-outlet)', {
      row: 'manual-review',
    }),
    merchant: 'demo-outlet',
  },
  {
    ...sketchStageCustomer(
      'cust-outlet',
      'Known under demo-outlet only',
      { row: 'success' },
      { row: 'risk-review' },
    ),
    merchant: 'demo-outlet',
  },
  {
    ...sketchStageCustomer('cust-foreign', "Belongs to a merchant that is not the product's", {
      row: 'manual-review',
    }),
    merchant: 'foreign-merchant',
  },
]

function live(rid: string, text: string, ...transactions: TransactionSketch[]): CustomerSketch {
  return { account: 'production', merchant: 'demo-merchant-live', rid, text, transactions }
}

const production: readonly CustomerSketch[] = [
  live('live-0001', 'Success in production', { row: 'success' }),
  live('live-0002', 'Pending strong customer authentication in production', { row: 'contacting-user' }),
  live('live-review', 'Manual review in production', { row: 'manual-review' }),
  live('live-test-card', 'A test card in production: success that is not real money', {
    row: 'success',
    card: true,
    test: true,
  }),
]

export const knownSituations: readonly CustomerSketch[] = [
  maraWorld,
  ...stateRowNames.map(perRow),
  everyStepValue,
  everyEvent,
  paidByTransfer,
  ...documents,
  ...identifiers,
  ...quantities,
  ...otherMerchants,
  ...production,
]
