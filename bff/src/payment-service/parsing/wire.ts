import {
  arrayParser,
  countElements,
  countedArrayParser,
  createParser,
  fieldParser,
  findArray,
  freeFieldsParser,
  isRawObject,
  listFieldNames,
  objectParser,
  type ParserOutput,
  parseWithId,
  pickFirstPresent,
  type RecordParseResult,
  toRawObject,
} from '../../platform/access/field-parsers.ts'
import { type GuardedValue, guardValue, openForHandle } from '../../platform/access/guarded.ts'
import { rememberUnclassifiedNames } from '../../platform/access/record-tree.ts'

const knownSteps = new Set(['capture', 'charge', 'credit', '3ds', 'piv', 'sca', 'docs', 'kyc'])

/**
 * Steps of `workflow_state`. The payment service adds steps at will: an undocumented step is kept if it has
 * the form of one.
 */
const workflowState = freeFieldsParser('state.workflow_step', (name, value) => {
  if (knownSteps.has(name)) return true
  return (
    /^[A-Za-z0-9_-]{1,24}$/.test(name) &&
    typeof value === 'string' &&
    /^[A-Z0-9][A-Z0-9_.-]{0,39}$/.test(value)
  )
})

const originalMessage = objectParser({
  merchant_id: fieldParser('original.merchant_id'),
  transaction_id: fieldParser('original.transaction_id'),
  reference: fieldParser('original.reference'),
  account: objectParser({
    identifier: fieldParser('rid'),
    ext: freeFieldsParser('account.ext', (name) => /^[a-z][a-z0-9_]{0,39}$/.test(name)),
  }),
})

const providerResponse = objectParser({
  operation_type: fieldParser('ppr.operation_type'),
  operation_successful: fieldParser('ppr.operation_successful'),
  provider_type: fieldParser('ppr.provider_type'),
  provider_name: fieldParser('ppr.provider_name'),
  request_currency: fieldParser('ppr.request_currency'),
  reference_code: fieldParser('ppr.reference_code'),
  provider_reference_code: fieldParser('ppr.provider_reference_code'),
  response_id: fieldParser('ppr.response_id'),
  status_code: fieldParser('ppr.status_code'),
  status_description: fieldParser('ppr.status_description'),
  manual_reconciliation: fieldParser('ppr.manual_reconciliation'),
})

const identitySummary = objectParser(
  {
    id: fieldParser('identity.id'),
    ledger_lifetime_amount: fieldParser('identity.ledger_lifetime_amount'),
    ledger_lifetime_currency: fieldParser('identity.ledger_lifetime_currency'),
    credit_ledger_lifetime_amount: fieldParser('identity.credit_ledger_lifetime_amount'),
    credit_ledger_lifetime_currency: fieldParser('identity.credit_ledger_lifetime_currency'),
    kyc_state: fieldParser('identity.kyc_state'),
    created_at: fieldParser('identity.created_at'),
  },
  ['download_url'],
)

/** Fields that the state record and a notification have in common. */
const transactionMembers = {
  id: fieldParser('response.id'),
  uid: fieldParser('response.uid'),
  mode: fieldParser('state.mode'),
  original_message: originalMessage,
  payment_provider_responses: arrayParser(providerResponse),
  identity: identitySummary,
  workflow_state: workflowState,
  state: fieldParser('state.state'),
  compound_state: fieldParser('state.compound_state'),
  response_code: fieldParser('response.code'),
  response_code_description: fieldParser('response.code_description'),
  test_transaction: fieldParser('state.test_transaction'),
  /**
   * Secret of the transaction, shown to nobody: its keyed hash tells if a notification carries the same
   * secret.
   */
  secret: fieldParser('secret'),
}
const credentials = ['redirect_url']

const state = objectParser(
  { ...transactionMembers, expires_at: fieldParser('state.expires_at') },
  credentials,
)
export type StateRecord = ParserOutput<typeof state>

/** Parses a transaction state record (interface, endpoint 2). */
export function parseStateRecord(body: unknown): RecordParseResult<StateRecord> {
  return parseWithId(body, state)
}

const listEntry = objectParser({
  transaction_uid: fieldParser('list.transaction_uid'),
  transaction_state: fieldParser('list.transaction_state'),
  state: fieldParser('state.state'),
  workflow: fieldParser('workflow'),
})
export type TransactionListEntry = ParserOutput<typeof listEntry>

export interface WireTransactionList {
  /** Entries in the order of the payment service. */
  readonly entries: readonly TransactionListEntry[]
  /** Number of elements without an id, which are left out of `entries`. */
  readonly unreadable: number
  /** Tells if the body has its array at the place that the interface documents. */
  readonly shapeKnown: boolean
}

/** Parses the transactions of one customer (interface, endpoint 3): `{data: […]}`, or the array itself. */
export function parseCustomerTransactionList(body: unknown): WireTransactionList {
  const found = findArray(body, ['data'])
  const entries = (found ?? []).map((raw) => listEntry.parse(raw))
  const readable = entries.filter((entry) => openForHandle(entry.transaction_uid) !== null)
  return { entries: readable, unreadable: entries.length - readable.length, shapeKnown: found !== null }
}

const task = objectParser({ id: fieldParser('task.id'), kind: fieldParser('task.kind') })

const paymentAmountFields = objectParser({
  amount: fieldParser('notification.amount'),
  currency: fieldParser('notification.currency'),
})
/** Amount of a payment; a single value instead of the object is an amount without a currency. */
const paymentAmount = createParser((raw) =>
  paymentAmountFields.parse(raw == null || typeof raw === 'object' ? raw : { amount: raw }),
)

const notification = objectParser(
  {
    ...transactionMembers,
    event: fieldParser('notification.event'),
    payment_amount: paymentAmount,
    card_reference: objectParser(
      {
        card_brand: fieldParser('card.brand'),
        masked_pan: fieldParser('card.masked_pan'),
        expiry_date: fieldParser('card.expiry_date'),
      },
      ['recurring_id', 'card_token'],
    ),
    screen_entities: createParser((raw) => guardValue('notification.screen_entities', countElements(raw))),
    outstanding_tasks: countedArrayParser('task.count', task),
    original_sender_iban: fieldParser('transfer.sender_iban'),
    original_sender_name: fieldParser('transfer.sender_name'),
    original_sender_address: fieldParser('transfer.sender_address'),
    original_sender_bank_country: fieldParser('transfer.sender_bank_country'),
    beneficiary_iban: fieldParser('transfer.beneficiary_iban'),
    beneficiary_acno: fieldParser('transfer.beneficiary_acno'),
    transaction_detail: fieldParser('transfer.detail'),
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
    kind: guardValue('document.kind', pickFirstPresent(given, documentNames.kind)),
    status: guardValue('document.other', pickFirstPresent(given, ['status'])),
    country: guardValue('document.other', pickFirstPresent(given, ['country'])),
    created_at: guardValue('document.created_at', pickFirstPresent(given, documentNames.created_at)),
  }
  const others = listFieldNames(given).filter((name) => !documentKnown.has(name) && name !== 'download_url')
  rememberUnclassifiedNames(tree, others)
  return tree
})

const profile = objectParser({
  title: fieldParser('profile.title'),
  first_name: fieldParser('profile.first_name'),
  middle_name: fieldParser('profile.middle_name'),
  last_name: fieldParser('profile.last_name'),
  fullname: fieldParser('profile.fullname'),
  dob: fieldParser('profile.dob'),
  gender: fieldParser('profile.gender'),
  citizen_country: fieldParser('profile.citizen_country'),
  birth_country: fieldParser('profile.birth_country'),
  resident_country: fieldParser('profile.resident_country'),
  billing_address_secondary: fieldParser('profile.billing_address_secondary'),
  billing_address_street: fieldParser('profile.billing_address_street'),
  billing_address_city: fieldParser('profile.billing_address_city'),
  billing_address_postal_code: fieldParser('profile.billing_address_postal_code'),
  billing_address_country: fieldParser('profile.billing_address_country'),
  residential_address_secondary: fieldParser('profile.residential_address_secondary'),
  residential_address_street_number: fieldParser('profile.residential_address_street_number'),
  residential_address_street: fieldParser('profile.residential_address_street'),
  residential_address_city: fieldParser('profile.residential_address_city'),
  residential_address_postal_code: fieldParser('profile.residential_address_postal_code'),
  residential_address_country: fieldParser('profile.residential_address_country'),
  email: fieldParser('profile.email'),
  remote_user_id: fieldParser('profile.remote_user_id'),
})

const identity = objectParser(
  {
    profile,
    supporting_documents: countedArrayParser('documents.count', document),
    id: fieldParser('identity.id'),
    uid: fieldParser('identity.uid'),
    ledger_lifetime_amount: fieldParser('identity.ledger_lifetime_amount'),
    ledger_lifetime_currency: fieldParser('identity.ledger_lifetime_currency'),
    kyc_state: fieldParser('identity.kyc_state'),
    created_at: fieldParser('identity.created_at'),
  },
  ['download_url'],
)
export type IdentityRecord = ParserOutput<typeof identity>

/** Parses an identity record (interface, endpoint 5). */
export function parseIdentityRecord(body: unknown): RecordParseResult<IdentityRecord> {
  return parseWithId(body, identity)
}

/** Returns the id of the identity that a record names; open it with `openForHandle`. */
export function getRecordIdentityId(
  one: StateRecord | NotificationRecord | IdentityRecord,
): GuardedValue<'identity.id'> {
  return 'profile' in one ? one.id : one.identity.id
}
