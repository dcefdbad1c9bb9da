import type { endpoints } from '@paydesk/shared/endpoints'
import { paymentRequestEndpoints } from '@paydesk/shared/payments/payment-requests'
import type { RecordJson } from './records.ts'
import { leavesUnder, type RecordLeaf } from './response-fields.ts'

/** Value in an answer: its place in the answer, the path of the field, and what is shown of it. */
export interface PlacedValue {
  readonly at: string
  readonly path: string
  readonly json: RecordJson
}

type Table = Readonly<Record<string, string>>

const inTransaction: Table = {
  'recorded.amount': 'notifications[1].payment_amount.amount',
  'recorded.currency': 'notifications[1].payment_amount.currency',
  'customer.rid': 'state.original_message.account.identifier',
  merchant: 'state.original_message.merchant_id',
  merchantTransactionId: 'state.original_message.transaction_id',
  reference: 'state.original_message.reference',
  mode: 'state.mode',
  responseCode: 'state.response_code',
  responseCodeDescription: 'state.response_code_description',
  'providerResponses[].operationType': 'state.payment_provider_responses[].operation_type',
  'providerResponses[].operationSuccessful': 'state.payment_provider_responses[].operation_successful',
  'providerResponses[].providerType': 'state.payment_provider_responses[].provider_type',
  'providerResponses[].providerName': 'state.payment_provider_responses[].provider_name',
  'providerResponses[].requestCurrency': 'state.payment_provider_responses[].request_currency',
  'providerResponses[].referenceCode': 'state.payment_provider_responses[].reference_code',
  'providerResponses[].providerReferenceCode': 'state.payment_provider_responses[].provider_reference_code',
  'providerResponses[].responseId': 'state.payment_provider_responses[].response_id',
  'providerResponses[].statusCode': 'state.payment_provider_responses[].status_code',
  'providerResponses[].statusDescription': 'state.payment_provider_responses[].status_description',
  'providerResponses[].manualReconciliation': 'state.payment_provider_responses[].manual_reconciliation',
  'identity.id': 'state.identity.id',
  'identity.kycState': 'state.identity.kyc_state',
  'identity.createdAt': 'state.identity.created_at',
  'identity.ledgerLifetimeAmount': 'state.identity.ledger_lifetime_amount',
  'identity.ledgerLifetimeCurrency': 'state.identity.ledger_lifetime_currency',
  'identity.creditLedgerLifetimeAmount': 'state.identity.credit_ledger_lifetime_amount',
  'identity.creditLedgerLifetimeCurrency': 'state.identity.credit_ledger_lifetime_currency',
}

const inNotifications: Table = {
  // Amount of the transaction: from the last notification that has one, which is the second here.
  amount: 'notifications[1].payment_amount.amount',
  currency: 'notifications[1].payment_amount.currency',
  'entries[].amount': 'notifications[].payment_amount.amount',
  'entries[].currency': 'notifications[].payment_amount.currency',
  'entries[].responseCode': 'notifications[].response_code',
  'entries[].responseCodeDescription': 'notifications[].response_code_description',
  'entries[].cardBrand': 'notifications[].card_reference.card_brand',
  'entries[].maskedPan': 'notifications[].card_reference.masked_pan',
  'entries[].outstandingTasks': 'notifications[].outstanding_tasks',
  'entries[].senderName': 'notifications[].original_sender_name',
  'entries[].senderIban': 'notifications[].original_sender_iban',
  'entries[].senderBankCountry': 'notifications[].original_sender_bank_country',
  'entries[].beneficiaryIban': 'notifications[].beneficiary_iban',
  'entries[].transactionDetail': 'notifications[].transaction_detail',
}

const inIdentity: Table = {
  'customer.rid': 'identity.profile.remote_user_id',
  id: 'identity.id',
  uid: 'identity.uid',
  kycState: 'identity.kyc_state',
  createdAt: 'identity.created_at',
  ledgerLifetimeAmount: 'identity.ledger_lifetime_amount',
  ledgerLifetimeCurrency: 'identity.ledger_lifetime_currency',
  documents: 'identity.supporting_documents',
  age: 'derived.age',
  'addresses[].compared': 'derived.address_equal',
}

/** Paths of the list; a row is checked against the customer that it belongs to. */
const inList: Table = {
  'rows[].rid': 'state.original_message.account.identifier',
  'rows[].merchant': 'state.original_message.merchant_id',
  'rows[].merchantTransactionId': 'state.original_message.transaction_id',
  'rows[].reference': 'state.original_message.reference',
  'rows[].workflow': 'list.data[].workflow',
  'rows[].amount': 'notifications[1].payment_amount.amount',
  'rows[].currency': 'notifications[1].payment_amount.currency',
}

const under = (prefix: string, table: Table): Table =>
  Object.fromEntries(Object.entries(table).map(([at, path]) => [`${prefix}.${at}`, path]))

/** Paths of a case. */
const inItem: Table = {
  rid: 'state.original_message.account.identifier',
  merchant: 'state.original_message.merchant_id',
  amount: 'notifications[1].payment_amount.amount',
  currency: 'notifications[1].payment_amount.currency',
  'lastNote.text': 'office.note',
}

const inDecision: Table = {
  text: 'office.note',
  ticket: 'office.ticket',
  'approval.text': 'office.note',
  withdrawnText: 'office.note',
}

/** Paths of the facts of our records about the transaction of a decision. */
const inFacts: Table = {
  rid: 'state.original_message.account.identifier',
  merchant: 'state.original_message.merchant_id',
  amount: 'notifications[1].payment_amount.amount',
  currency: 'notifications[1].payment_amount.currency',
}

/** Paths of a customer beside an entry that is about no transaction. */
const inCustomer: Table = {
  rid: 'state.original_message.account.identifier',
  merchant: 'state.original_message.merchant_id',
}

const inSubjectRequest: Table = { ticket: 'office.ticket', 'answer.text': 'office.note' }
const inHandover: Table = { question: 'office.note', 'answer.text': 'office.note' }

/** Paths of a discrepancy. */
const inDrift: Table = {
  rid: 'state.original_message.account.identifier',
  merchant: 'state.original_message.merchant_id',
  amount: 'notifications[1].payment_amount.amount',
  currency: 'notifications[1].payment_amount.currency',
  'explanation.text': 'office.note',
  'explanation.ticket': 'office.ticket',
  'earlierExplanations[].text': 'office.note',
  'earlierExplanations[].ticket': 'office.ticket',
}

/** Paths of a document; the fields of an element carry their own path. */
const inDocument: Table = {
  kind: 'identity.supporting_documents[].kind',
  createdAt: 'identity.supporting_documents[].created_at',
  status: 'identity.supporting_documents[].status',
  'files[].name': 'derived.file_name',
}
/** Texts of an export request, as typed by staff. */
const inExport: Table = { text: 'office.note', 'answer.text': 'office.note' }

/** Paths of a download request: the walk requests the first document that has a file. */
const inDownload: Table = {
  kind: 'identity.supporting_documents[0].kind',
  text: 'office.note',
  'customer.rid': 'state.original_message.account.identifier',
  'customer.merchant': 'state.original_message.merchant_id',
}

/** Paths of one use of emergency access. */
const inGlass: Table = { text: 'office.note', 'report.text': 'office.note' }

const plainOfTransaction: Table = {
  'state.raw': 'state.state',
  'compound.raw': 'state.compound_state',
  'expiresAt.raw': 'state.expires_at',
}

type Named = keyof typeof endpoints

/** Paths of the record fields in each answer, except for the profile, which names its fields. */
export const recordFieldPaths: Readonly<Partial<Record<Named, Table>>> = {
  showCustomer: {
    rid: 'state.original_message.account.identifier',
    merchant: 'state.original_message.merchant_id',
  },
  listCustomerTransactions: {
    'entries[].workflow': 'list.data[].workflow',
    // Amount from our own index, as in the list of all transactions.
    'entries[].amount.amount': 'notifications[1].payment_amount.amount',
    'entries[].amount.currency': 'notifications[1].payment_amount.currency',
    'entries[].recorded.merchantTransactionId': 'state.original_message.transaction_id',
  },
  showTransaction: inTransaction,
  listTransactions: inList,
  listSentNotifications: inNotifications,
  showCustomerIdentity: under('identity', inIdentity),
  showIdentity: inIdentity,
  checkIdentity: { others: 'derived.other_customers' },
  listCases: under('rows[]', inItem),
  showCase: {
    ...under('row', inItem),
    ...under('view', inTransaction),
    ...under('decisions[]', inDecision),
    'notes[].text': 'office.note',
  },
  listCustomerCaseEvents: { ...under('decisions[]', inDecision), 'notes[].text': 'office.note' },
  claimCase: under('row', inItem),
  releaseCase: inItem,
  addCaseNote: inItem,
  snoozeCase: inItem,
  endCaseSnooze: inItem,
  decideCase: under('decision', inDecision),
  listDecisions: { ...under('decisions[]', inDecision), ...under('decisions[].facts', inFacts) },
  showDecision: {
    ...under('decision', inDecision),
    ...under('facts', inFacts),
    ...under('snapshot', inTransaction),
    ...under('current', inTransaction),
  },
  decideApproval: under('decision', inDecision),
  withdrawDecision: inDecision,
  askQuestion: under('question', inHandover),
  listInbox: { ...under('entries[].facts', inFacts), ...under('entries[].customer', inCustomer) },
  listQuestions: {
    ...under('questions[]', inHandover),
    ...under('questions[].facts', inFacts),
    ...under('questions[].customer', inCustomer),
  },
  answerQuestion: under('question', inHandover),
  requestSubjectAccessExport: under('request', inSubjectRequest),
  listSubjectAccessRequests: under('requests[]', inSubjectRequest),
  decideSubjectAccessExport: under('request', inSubjectRequest),
  requestExport: under('request', inExport),
  listExportRequests: under('requests[]', inExport),
  decideExportRequest: under('request', inExport),
  withdrawExportRequest: under('request', inExport),
  listDiscrepancies: under('rows[]', inDrift),
  listCustomerDiscrepancies: under('rows[]', inDrift),
  explainDiscrepancy: under('row', inDrift),
  listDocuments: under('documents[]', inDocument),
  requestDownload: under('request', inDownload),
  listDownloadRequests: under('requests[]', inDownload),
  decideDownloadRequest: under('request', inDownload),
  listBreakGlass: under('activations[]', inGlass),
  showBreakGlass: under('activation', inGlass),
  acknowledgeBreakGlass: under('activation', inGlass),
}

/** Texts that are made from a field that every reader sees in full. */
export const plainTables: Readonly<Partial<Record<Named, Table>>> = {
  listCustomerTransactions: {
    'entries[].transaction': 'list.data[].transaction_uid',
    'entries[].state.raw': 'list.data[].state',
    'entries[].compound.raw': 'list.data[].transaction_state',
  },
  showTransaction: plainOfTransaction,
  showCase: under('view', plainOfTransaction),
  showDecision: { ...under('snapshot', plainOfTransaction), ...under('current', plainOfTransaction) },
  listSentNotifications: {
    'entries[].event.raw': 'notifications[].event',
    'entries[].state.raw': 'notifications[].state',
    'entries[].compound.raw': 'notifications[].compound_state',
  },
}

export const isObject = (
  value: RecordJson | undefined,
): value is { [member: string]: RecordJson | undefined } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function withIndices(path: string, indices: readonly string[]): string {
  let next = 0
  return path.replace(/\[\]/g, () => indices[next++] ?? '[]')
}

/**
 * Endpoints whose values belong to Paydesk and depend on the owner of the event or request: checked by
 * `misjudgedTrail` and `misjudgedRequests`.
 */
const judgedApart: ReadonlySet<Named> = new Set([
  'listAuditEntries',
  'showAuditLogFigures',
  'showRecordAccess',
  'showStaffActivity',
  ...(Object.keys(paymentRequestEndpoints) as (keyof typeof paymentRequestEndpoints)[]),
])

/**
 * Returns the path of a field that an object names, or that an object gives from the identity record down.
 */
function namedIn({ field, path }: { [member: string]: RecordJson | undefined }): string | null {
  if (typeof field === 'string') return `profile.${field}`
  if (!Array.isArray(path)) return null
  return path
    .map((step) => (/^\d+$/.test(String(step)) ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1)
}

/**
 * Returns every value of an answer that is shown by the rules of a role. Throws at a place that no table
 * knows.
 */
export function shownPlaces(name: Named, json: RecordJson): PlacedValue[] {
  const table = recordFieldPaths[name] ?? {}
  const places: PlacedValue[] = []
  if (judgedApart.has(name)) return places
  const read = (at: string, value: RecordJson | undefined, member: string | null): void => {
    if (Array.isArray(value)) {
      for (const [index, inner] of value.entries()) read(`${at}[${index}]`, inner, null)
      return
    }
    if (!isObject(value)) return
    // Check the type: a decision has an object under `visibility`, the view at the time of the decision.
    if (typeof value.visibility === 'string') {
      const generic = at.replace(/\[\d+\]/g, '[]')
      const path = member === null ? table[generic] : `identity.${member}`
      if (path === undefined) throw new Error(`nobody has said which member stands at ${name} ${generic}`)
      places.push({ at, path: withIndices(path, at.match(/\[\d+\]/g) ?? []), json: value })
      return
    }
    const own = namedIn(value)
    for (const [inner, next] of Object.entries(value)) read(at === '' ? inner : `${at}.${inner}`, next, own)
  }
  read('', json, null)
  return places
}

/** Returns the texts of an answer that are made from fields shown in full. */
export function plainPlaces(name: Named, json: RecordJson): PlacedValue[] {
  const table = plainTables[name] ?? {}
  return leavesUnder('', json).flatMap(({ path: at, value }) => {
    const place = at.slice(1)
    const path = table[place.replace(/\[\d+\]/g, '[]')]
    return path === undefined
      ? []
      : [{ at: place, path: withIndices(path, place.match(/\[\d+\]/g) ?? []), json: value }]
  })
}

/** Returns the values of a record as a role gets it, under the paths of the payment service's record. */
export function recordLeaves(name: 'state' | 'identity', json: RecordJson): RecordLeaf[] {
  if (!isObject(json) || !isObject(json.record)) return []
  const { '(unclassified)': _, ...record } = json.record
  return leavesUnder(name, record).map(({ path, value }) => ({
    path: path.replace('supporting_documents.count', 'supporting_documents').replace('.elements[', '['),
    value,
  }))
}
