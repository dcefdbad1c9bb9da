import { type Guarded, guard, openForHandle } from '../../platform/access/guarded.ts'
import {
  arrayIn,
  counted,
  countOf,
  firstOf,
  freeMembers,
  isMembers,
  leaf,
  list,
  membersOf,
  namesOf,
  node,
  type Output,
  reader,
  type Wire,
  withId,
} from '../../platform/access/reader.ts'
import { rememberOthers } from '../../platform/access/tree.ts'

const knownSteps = new Set(['capture', 'charge', 'credit', '3ds', 'piv', 'sca', 'docs', 'kyc'])

/** The service adds steps at will: one that nobody has documented is kept if it has the form of a step. */
const workflowState = freeMembers('state.workflow_step', (name, value) => {
  if (knownSteps.has(name)) return true
  return (
    /^[A-Za-z0-9_-]{1,24}$/.test(name) &&
    typeof value === 'string' &&
    /^[A-Z0-9][A-Z0-9_.-]{0,39}$/.test(value)
  )
})

const originalMessage = node({
  merchant_id: leaf('original.merchant_id'),
  transaction_id: leaf('original.transaction_id'),
  reference: leaf('original.reference'),
  account: node({
    identifier: leaf('rid'),
    ext: freeMembers('account.ext', (name) => /^[a-z][a-z0-9_]{0,39}$/.test(name)),
  }),
})

const providerResponse = node({
  operation_type: leaf('ppr.operation_type'),
  operation_successful: leaf('ppr.operation_successful'),
  provider_type: leaf('ppr.provider_type'),
  provider_name: leaf('ppr.provider_name'),
  request_currency: leaf('ppr.request_currency'),
  reference_code: leaf('ppr.reference_code'),
  provider_reference_code: leaf('ppr.provider_reference_code'),
  response_id: leaf('ppr.response_id'),
  status_code: leaf('ppr.status_code'),
  status_description: leaf('ppr.status_description'),
  manual_reconciliation: leaf('ppr.manual_reconciliation'),
})

const identitySummary = node(
  {
    id: leaf('identity.id'),
    ledger_lifetime_amount: leaf('identity.ledger_lifetime_amount'),
    ledger_lifetime_currency: leaf('identity.ledger_lifetime_currency'),
    credit_ledger_lifetime_amount: leaf('identity.credit_ledger_lifetime_amount'),
    credit_ledger_lifetime_currency: leaf('identity.credit_ledger_lifetime_currency'),
    kyc_state: leaf('identity.kyc_state'),
    created_at: leaf('identity.created_at'),
  },
  ['download_url'],
)

/** What the state record and a notification have in common. */
const transactionMembers = {
  id: leaf('response.id'),
  uid: leaf('response.uid'),
  mode: leaf('state.mode'),
  original_message: originalMessage,
  payment_provider_responses: list(providerResponse),
  identity: identitySummary,
  workflow_state: workflowState,
  state: leaf('state.state'),
  compound_state: leaf('state.compound_state'),
  response_code: leaf('response.code'),
  response_code_description: leaf('response.code_description'),
  test_transaction: leaf('state.test_transaction'),
  /** Shown to nobody: its keyed hash tells whether a notification knows it. */
  secret: leaf('secret'),
}
const credentials = ['redirect_url']

const state = node({ ...transactionMembers, expires_at: leaf('state.expires_at') }, credentials)
export type StateRecord = Output<typeof state>

/** The transaction state record (interface, endpoint 2). */
export function stateRecord(body: unknown): Wire<StateRecord> {
  return withId(body, state)
}

const listEntry = node({
  transaction_uid: leaf('list.transaction_uid'),
  transaction_state: leaf('list.transaction_state'),
  state: leaf('state.state'),
  workflow: leaf('workflow'),
})
export type ListEntry = Output<typeof listEntry>

export interface CustomerList {
  /** In the service's order. */
  readonly entries: readonly ListEntry[]
  /** Elements without an id, left out of `entries`. */
  readonly unreadable: number
  /** False where the body holds no array at the place where the interface has it. */
  readonly shapeKnown: boolean
}

/** Transactions of one customer (interface, endpoint 3): `{data: […]}`, or the array itself. */
export function customerList(body: unknown): CustomerList {
  const found = arrayIn(body, ['data'])
  const entries = (found ?? []).map((raw) => listEntry.parse(raw))
  const readable = entries.filter((entry) => openForHandle(entry.transaction_uid) !== null)
  return { entries: readable, unreadable: entries.length - readable.length, shapeKnown: found !== null }
}

const task = node({ id: leaf('task.id'), kind: leaf('task.kind') })

const notification = node(
  {
    ...transactionMembers,
    event: leaf('notification.event'),
    payment_amount: node({ amount: leaf('notification.amount'), currency: leaf('notification.currency') }),
    card_reference: node(
      {
        card_brand: leaf('card.brand'),
        masked_pan: leaf('card.masked_pan'),
        expiry_date: leaf('card.expiry_date'),
      },
      ['recurring_id', 'card_token'],
    ),
    screen_entities: reader((raw) => guard('notification.screen_entities', countOf(raw))),
    outstanding_tasks: counted('task.count', task),
    original_sender_iban: leaf('transfer.sender_iban'),
    original_sender_name: leaf('transfer.sender_name'),
    original_sender_address: leaf('transfer.sender_address'),
    original_sender_bank_country: leaf('transfer.sender_bank_country'),
    beneficiary_iban: leaf('transfer.beneficiary_iban'),
    beneficiary_acno: leaf('transfer.beneficiary_acno'),
    transaction_detail: leaf('transfer.detail'),
  },
  [...credentials, 'recurring_id', 'card_token'],
)

export type NotificationRecord = Output<typeof notification> & {
  readonly kind: 'transaction' | 'incoming_transfer' | 'unreadable'
}

export interface NotificationList {
  /** In the service's order, which is not promised to be the order of events. */
  readonly entries: readonly NotificationRecord[]
  readonly shapeKnown: boolean
}

/**
 * Notifications of one transaction (interface, endpoint 4, body not published): the array itself,
 * `{data: […]}` or `{notifications: […]}`.
 */
export function notificationList(body: unknown): NotificationList {
  const found = arrayIn(body, ['data', 'notifications'])
  return { entries: (found ?? []).map(notificationRecord), shapeKnown: found !== null }
}

/** One notification, whatever came: as the service sends it, or as endpoint 4 lists it. */
export function notificationRecord(raw: unknown): NotificationRecord {
  // Added in place: the names of unknown members are remembered for this very object.
  return Object.assign(notification.parse(raw), { kind: kindOf(raw) })
}

/** Incoming bank transfers arrive under the same event as payments, but without a state (service-facts). */
function kindOf(raw: unknown): NotificationRecord['kind'] {
  if (!isMembers(raw)) return 'unreadable'
  const transfer = namesOf(raw).some((name) => /^(?:original_sender|beneficiary)_/.test(name))
  return transfer && raw.state == null ? 'incoming_transfer' : 'transaction'
}

const documentNames = { kind: ['kind', 'type', 'document_type'], created_at: ['created_at', 'date'] }
const documentKnown = new Set([...documentNames.kind, ...documentNames.created_at, 'status', 'country'])

/** The members of a document are not published: what it is and from when, under the names that occur. */
const document = reader((raw) => {
  const given = membersOf(raw)
  const tree = {
    kind: guard('document.kind', firstOf(given, documentNames.kind)),
    status: guard('document.other', firstOf(given, ['status'])),
    country: guard('document.other', firstOf(given, ['country'])),
    created_at: guard('document.created_at', firstOf(given, documentNames.created_at)),
  }
  const others = namesOf(given).filter((name) => !documentKnown.has(name) && name !== 'download_url')
  rememberOthers(tree, others)
  return tree
})

const profile = node({
  title: leaf('profile.title'),
  first_name: leaf('profile.first_name'),
  middle_name: leaf('profile.middle_name'),
  last_name: leaf('profile.last_name'),
  fullname: leaf('profile.fullname'),
  dob: leaf('profile.dob'),
  gender: leaf('profile.gender'),
  citizen_country: leaf('profile.citizen_country'),
  birth_country: leaf('profile.birth_country'),
  resident_country: leaf('profile.resident_country'),
  billing_address_secondary: leaf('profile.billing_address_secondary'),
  billing_address_street: leaf('profile.billing_address_street'),
  billing_address_city: leaf('profile.billing_address_city'),
  billing_address_postal_code: leaf('profile.billing_address_postal_code'),
  billing_address_country: leaf('profile.billing_address_country'),
  residential_address_secondary: leaf('profile.residential_address_secondary'),
  residential_address_street_number: leaf('profile.residential_address_street_number'),
  residential_address_street: leaf('profile.residential_address_street'),
  residential_address_city: leaf('profile.residential_address_city'),
  residential_address_postal_code: leaf('profile.residential_address_postal_code'),
  residential_address_country: leaf('profile.residential_address_country'),
  email: leaf('profile.email'),
  remote_user_id: leaf('profile.remote_user_id'),
})

const identity = node(
  {
    profile,
    supporting_documents: counted('documents.count', document),
    id: leaf('identity.id'),
    uid: leaf('identity.uid'),
    ledger_lifetime_amount: leaf('identity.ledger_lifetime_amount'),
    ledger_lifetime_currency: leaf('identity.ledger_lifetime_currency'),
    kyc_state: leaf('identity.kyc_state'),
    created_at: leaf('identity.created_at'),
  },
  ['download_url'],
)
export type IdentityRecord = Output<typeof identity>

/** The identity record (interface, endpoint 5). */
export function identityRecord(body: unknown): Wire<IdentityRecord> {
  return withId(body, identity)
}

/** The identity that a record names, to be opened by `openForHandle`. */
export function identityOf(one: StateRecord | NotificationRecord | IdentityRecord): Guarded<'identity.id'> {
  return 'profile' in one ? one.id : one.identity.id
}
