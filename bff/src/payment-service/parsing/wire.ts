import {
  countElements,
  createArrayParser,
  createCountedArrayParser,
  createFieldParser,
  createFreelyNamedFieldsParser,
  createObjectParser,
  createParser,
  findArray,
  isRawObject,
  listFieldNames,
  type ParserOutput,
  parseRecordWithId,
  pickFirstProvidedField,
  type RecordParseResult,
  toRawObject,
} from '../../platform/access/field-parsers.ts'
import { guardValue, unwrapGuardedForHandle } from '../../platform/access/guarded.ts'
import { rememberUnclassifiedFieldNames } from '../../platform/access/record-tree.ts'

const knownSteps = new Set(['capture', 'charge', 'credit', '3ds', 'piv', 'sca', 'docs', 'kyc'])

/**
 * Steps of `workflow_state`. The payment service adds steps at will: an undocumented step is kept if it has
 * the form of one.
 */
const workflowState = createFreelyNamedFieldsParser('state.workflow_step', (name, value) => {
  if (knownSteps.has(name)) return true
  return (
    /^[A-Za-z0-9_-]{1,24}$/.test(name) &&
    typeof value === 'string' &&
    /^[A-Z0-9][A-Z0-9_.-]{0,39}$/.test(value)
  )
})

const originalMessage = createObjectParser({
  merchant_id: createFieldParser('original.merchant_id'),
  transaction_id: createFieldParser('original.transaction_id'),
  reference: createFieldParser('original.reference'),
  account: createObjectParser({
    identifier: createFieldParser('rid'),
    ext: createFreelyNamedFieldsParser('account.ext', (name) => /^[a-z][a-z0-9_]{0,39}$/.test(name)),
  }),
})

const providerResponse = createObjectParser({
  operation_type: createFieldParser('ppr.operation_type'),
  operation_successful: createFieldParser('ppr.operation_successful'),
  provider_type: createFieldParser('ppr.provider_type'),
  provider_name: createFieldParser('ppr.provider_name'),
  request_currency: createFieldParser('ppr.request_currency'),
  reference_code: createFieldParser('ppr.reference_code'),
  provider_reference_code: createFieldParser('ppr.provider_reference_code'),
  response_id: createFieldParser('ppr.response_id'),
  status_code: createFieldParser('ppr.status_code'),
  status_description: createFieldParser('ppr.status_description'),
  manual_reconciliation: createFieldParser('ppr.manual_reconciliation'),
})

const identitySummary = createObjectParser(
  {
    id: createFieldParser('identity.id'),
    ledger_lifetime_amount: createFieldParser('identity.ledger_lifetime_amount'),
    ledger_lifetime_currency: createFieldParser('identity.ledger_lifetime_currency'),
    credit_ledger_lifetime_amount: createFieldParser('identity.credit_ledger_lifetime_amount'),
    credit_ledger_lifetime_currency: createFieldParser('identity.credit_ledger_lifetime_currency'),
    kyc_state: createFieldParser('identity.kyc_state'),
    created_at: createFieldParser('identity.created_at'),
  },
  ['download_url'],
)

/** Fields that the state record and a notification have in common. */
const transactionMembers = {
  id: createFieldParser('response.id'),
  uid: createFieldParser('response.uid'),
  mode: createFieldParser('state.mode'),
  original_message: originalMessage,
  payment_provider_responses: createArrayParser(providerResponse),
  identity: identitySummary,
  workflow_state: workflowState,
  state: createFieldParser('state.state'),
  compound_state: createFieldParser('state.compound_state'),
  response_code: createFieldParser('response.code'),
  response_code_description: createFieldParser('response.code_description'),
  test_transaction: createFieldParser('state.test_transaction'),
  /**
   * Secret of the transaction, shown to nobody: its keyed hash tells if a notification carries the same
   * secret.
   */
  secret: createFieldParser('secret'),
}
const credentials = ['redirect_url']

const state = createObjectParser(
  { ...transactionMembers, expires_at: createFieldParser('state.expires_at') },
  credentials,
)
export type StateRecord = ParserOutput<typeof state>

/** Parses a transaction state record (interface, endpoint 2). */
export function parseStateRecord(body: unknown): RecordParseResult<StateRecord> {
  return parseRecordWithId(body, state)
}

const listEntry = createObjectParser({
  transaction_uid: createFieldParser('list.transaction_uid'),
  transaction_state: createFieldParser('list.transaction_state'),
  state: createFieldParser('state.state'),
  workflow: createFieldParser('workflow'),
})
export type TransactionListEntry = ParserOutput<typeof listEntry>

export interface ParsedTransactionList {
  /** Entries in the order of the payment service. */
  readonly entries: readonly TransactionListEntry[]
  /** Number of elements without an id, which are left out of `entries`. */
  readonly unreadable: number
  /** Tells if the body has its array at the place that the interface documents. */
  readonly shapeKnown: boolean
}

/** Parses the transactions of one customer (interface, endpoint 3): `{data: […]}`, or the array itself. */
export function parseCustomerTransactionList(body: unknown): ParsedTransactionList {
  const found = findArray(body, ['data'])
  const entries = (found ?? []).map((raw) => listEntry.parse(raw))
  const readable = entries.filter((entry) => unwrapGuardedForHandle(entry.transaction_uid) !== null)
  return { entries: readable, unreadable: entries.length - readable.length, shapeKnown: found !== null }
}

const task = createObjectParser({ id: createFieldParser('task.id'), kind: createFieldParser('task.kind') })

const paymentAmountFields = createObjectParser({
  amount: createFieldParser('notification.amount'),
  currency: createFieldParser('notification.currency'),
})
/** Amount of a payment; a single value instead of the object is an amount without a currency. */
const paymentAmount = createParser((raw) =>
  paymentAmountFields.parse(raw == null || typeof raw === 'object' ? raw : { amount: raw }),
)

const notification = createObjectParser(
  {
    ...transactionMembers,
    event: createFieldParser('notification.event'),
    payment_amount: paymentAmount,
    card_reference: createObjectParser(
      {
        card_brand: createFieldParser('card.brand'),
        masked_pan: createFieldParser('card.masked_pan'),
        expiry_date: createFieldParser('card.expiry_date'),
      },
      ['recurring_id', 'card_token'],
    ),
    screen_entities: createParser((raw) => guardValue('notification.screen_entities', countElements(raw))),
    outstanding_tasks: createCountedArrayParser('task.count', task),
    original_sender_iban: createFieldParser('transfer.sender_iban'),
    original_sender_name: createFieldParser('transfer.sender_name'),
    original_sender_address: createFieldParser('transfer.sender_address'),
    original_sender_bank_country: createFieldParser('transfer.sender_bank_country'),
    beneficiary_iban: createFieldParser('transfer.beneficiary_iban'),
    beneficiary_acno: createFieldParser('transfer.beneficiary_acno'),
    transaction_detail: createFieldParser('transfer.detail'),
  },
  [...credentials, 'recurring_id', 'card_token'],
)

export type NotificationRecord = ParserOutput<typeof notification> & {
  readonly kind: 'transaction' | 'incoming_transfer' | 'unreadable'
}

export interface NotificationList {
  /** Entries in the order of the payment service, which is not guaranteed to be the order of events. */
  readonly entries: readonly NotificationRecord[]
  readonly shapeKnown: boolean
}

/**
 * Parses the notifications of one transaction (interface, endpoint 4, body not published): the array itself,
 * `{data: […]}` or `{notifications: […]}`.
 */
export function parseNotificationList(body: unknown): NotificationList {
  const found = findArray(body, ['data', 'notifications'])
  return { entries: (found ?? []).map(parseNotificationRecord), shapeKnown: found !== null }
}

/** Parses one notification, as sent by the payment service or as listed by endpoint 4. Never throws. */
export function parseNotificationRecord(raw: unknown): NotificationRecord {
  // Assign to the same object: the names of unknown fields are remembered by object identity.
  return Object.assign(notification.parse(raw), { kind: kindOf(raw) })
}

/**
 * Classifies a notification. Incoming bank transfers have the event of payments, but no state
 * (service-facts).
 */
function kindOf(raw: unknown): NotificationRecord['kind'] {
  if (!isRawObject(raw)) return 'unreadable'
  const transfer = listFieldNames(raw).some((name) => /^(?:original_sender|beneficiary)_/.test(name))
  return transfer && raw.state == null ? 'incoming_transfer' : 'transaction'
}

const documentNames = { kind: ['kind', 'type', 'document_type'], created_at: ['created_at', 'date'] }
const documentKnown = new Set([...documentNames.kind, ...documentNames.created_at, 'status', 'country'])

/**
 * Reads kind, date, status and country of a document from the field names that occur; the interface does not
 * publish its fields.
 */
const document = createParser((raw) => {
  const given = toRawObject(raw)
  const tree = {
    kind: guardValue('document.kind', pickFirstProvidedField(given, documentNames.kind)),
    status: guardValue('document.other', pickFirstProvidedField(given, ['status'])),
    country: guardValue('document.other', pickFirstProvidedField(given, ['country'])),
    created_at: guardValue('document.created_at', pickFirstProvidedField(given, documentNames.created_at)),
  }
  const others = listFieldNames(given).filter((name) => !documentKnown.has(name) && name !== 'download_url')
  rememberUnclassifiedFieldNames(tree, others)
  return tree
})

const profile = createObjectParser({
  title: createFieldParser('profile.title'),
  first_name: createFieldParser('profile.first_name'),
  middle_name: createFieldParser('profile.middle_name'),
  last_name: createFieldParser('profile.last_name'),
  fullname: createFieldParser('profile.fullname'),
  dob: createFieldParser('profile.dob'),
  gender: createFieldParser('profile.gender'),
  citizen_country: createFieldParser('profile.citizen_country'),
  birth_country: createFieldParser('profile.birth_country'),
  resident_country: createFieldParser('profile.resident_country'),
  billing_address_secondary: createFieldParser('profile.billing_address_secondary'),
  billing_address_street: createFieldParser('profile.billing_address_street'),
  billing_address_city: createFieldParser('profile.billing_address_city'),
  billing_address_postal_code: createFieldParser('profile.billing_address_postal_code'),
  billing_address_country: createFieldParser('profile.billing_address_country'),
  residential_address_secondary: createFieldParser('profile.residential_address_secondary'),
  residential_address_street_number: createFieldParser('profile.residential_address_street_number'),
  residential_address_street: createFieldParser('profile.residential_address_street'),
  residential_address_city: createFieldParser('profile.residential_address_city'),
  residential_address_postal_code: createFieldParser('profile.residential_address_postal_code'),
  residential_address_country: createFieldParser('profile.residential_address_country'),
  email: createFieldParser('profile.email'),
  remote_user_id: createFieldParser('profile.remote_user_id'),
})

const identity = createObjectParser(
  {
    profile,
    supporting_documents: createCountedArrayParser('documents.count', document),
    id: createFieldParser('identity.id'),
    uid: createFieldParser('identity.uid'),
    ledger_lifetime_amount: createFieldParser('identity.ledger_lifetime_amount'),
    ledger_lifetime_currency: createFieldParser('identity.ledger_lifetime_currency'),
    kyc_state: createFieldParser('identity.kyc_state'),
    created_at: createFieldParser('identity.created_at'),
  },
  ['download_url'],
)
export type IdentityRecord = ParserOutput<typeof identity>

/** Parses an identity record (interface, endpoint 5). */
export function parseIdentityRecord(body: unknown): RecordParseResult<IdentityRecord> {
  return parseRecordWithId(body, identity)
}
