import { mintAt, type ValueGenerator } from './canaries.ts'

export type RecordJson =
  | string
  | number
  | boolean
  | null
  | RecordJson[]
  | { [member: string]: RecordJson | undefined }
export type RecordJsonObject = { [member: string]: RecordJson | undefined }

/** Read of the payment service that returns a record. */
export type RecordName = 'state' | 'list' | 'notifications' | 'identity'
export const recordNames = ['state', 'list', 'notifications', 'identity'] as const

export interface GeneratedCustomer {
  readonly merchant: string
  readonly rid: string
  readonly transaction: string
  readonly identity: string
  readonly records: Readonly<Record<RecordName, RecordJsonObject>>
}

export interface CustomerOptions {
  readonly seed: number
  readonly rid?: 'plain' | 'email' | 'iban'
  /** Undocumented states, steps and events, instead of a payment under review. */
  readonly undocumented?: boolean
  /** Final state: Paydesk caches such a record for a while. */
  readonly final?: boolean
  /** Ids that replace those of the seed; everything else stays the same. */
  readonly ids?: Partial<Pick<GeneratedCustomer, 'rid' | 'identity'>>
}

/** Record whose values are yet to be minted. */
export type RecordTemplate =
  | RecordJson
  | ((mint: ValueGenerator) => RecordJson)
  | readonly RecordTemplate[]
  | { readonly [member: string]: RecordTemplate | undefined }

/**
 * Mints the values of a template. Each value depends only on the seed and its own path: if it depended on the
 * order, a new field would move all later values, and some of them would match other texts by chance.
 */
export function mintRecord(template: RecordTemplate | undefined, seed: number, path: string): RecordJson {
  if (typeof template === 'function') return template(mintAt(seed, path))
  if (typeof template !== 'object' || template === null) return template ?? null
  if (Array.isArray(template))
    return template.map((inner: RecordTemplate, at) => mintRecord(inner, seed, `${path}[${at}]`))
  return Object.fromEntries(
    Object.entries(template).map(([member, inner]) => [member, mintRecord(inner, seed, `${path}.${member}`)]),
  )
}

const text = (mint: ValueGenerator) => mint.text()
const name = (mint: ValueGenerator) => mint.name()
const email = (mint: ValueGenerator) => mint.email()
const url = (mint: ValueGenerator) => `https://${mint.letters(10)}.test/${mint.letters(9)}`
const digits = (length: number) => (mint: ValueGenerator) => mint.digits(length)
const letters = (length: number) => (mint: ValueGenerator) => mint.letters(length)
const iban = (country: string) => (mint: ValueGenerator) => mint.iban(country)

function ridOf(mint: ValueGenerator, form: CustomerOptions['rid']): string {
  if (form === 'email') return mint.email()
  return form === 'iban' ? mint.iban('DE') : `cust-${mint.text()}`
}

const identityIdOf = (mint: ValueGenerator) => `_${mint.hex(7)}_${mint.hex(11)}__${mint.hex(4)}`

function providerResponses({ undocumented }: CustomerOptions): RecordTemplate {
  const common = {
    operation_type: text,
    operation_successful: true,
    provider_type: text,
    provider_name: text,
    request_currency: text,
    manual_reconciliation: false,
    spare: text,
  }
  return [
    {
      ...common,
      reference_code: (mint) => `${mint.digits(6)}${mint.letters(8)}${mint.digits(4)}`,
      provider_reference_code: digits(16),
      response_id: digits(11),
      status_code: undocumented ? text : 'OK000',
      status_description: (mint) =>
        `${mint.name()} ${mint.letters(6)} ${mint.email()} ${mint.letters(6)} ${mint.iban('FR')}`,
    },
    // Values as seen in older transfers: a surname as an id, short references, a time as a code.
    {
      ...common,
      reference_code: letters(10),
      provider_reference_code: (mint) => `${mint.letters(8)} ${mint.letters(8)}`,
      response_id: name,
      status_code: (mint) => `1987-03-0${mint.digits(1)}T11:22:33.${mint.digits(7)}Z`,
      status_description: (mint) => `${mint.letters(8)} +49 ${mint.digits(4)} ${mint.digits(5)}`,
    },
  ]
}

/** Members that the state of a transaction and a notification share. `path` is that of the record. */
function transactionMembers(
  path: string,
  wanted: CustomerOptions,
  ids: Omit<GeneratedCustomer, 'records'>,
): RecordTemplate & object {
  const { seed, undocumented, final } = wanted
  const state = undocumented ? mintAt(seed, `${path}.state`).text() : final ? 'SUCCESS' : 'PENDING'
  return {
    id: ids.transaction,
    secret: text,
    redirect_url: (mint: ValueGenerator) =>
      `https://${mint.letters(10)}.test/${mint.letters(9)}?${mint.letters(9)}`,
    mode: text,
    original_message: {
      merchant_id: ids.merchant,
      transaction_id: text,
      reference: text,
      account: {
        identifier: ids.rid,
        ext: { loyalty: text, stage: name, nested: { note: text } },
        spare: text,
      },
      account_holder: { name, type: text, iban: iban('DE'), bic: text },
      client: { first_name: name, email, mobile: (mint: ValueGenerator) => `+49${mint.digits(11)}` },
    },
    payment_provider_responses: providerResponses(wanted),
    identity: {
      id: ids.identity,
      download_url: url,
      ledger_lifetime_amount: digits(9),
      ledger_lifetime_currency: text,
      credit_ledger_lifetime_amount: digits(8),
      credit_ledger_lifetime_currency: text,
      kyc_state: text,
      created_at: (mint: ValueGenerator) =>
        `1986-0${mint.digits(1)}-1${mint.digits(1)}T09:5${mint.digits(1)}:17.${mint.digits(3)}Z`,
      spare: text,
    },
    workflow_state: {
      capture: 'SUCCESS',
      charge: 'NA',
      credit: 'NA',
      '3ds': undocumented ? text : 'NA',
      piv: 'NA',
      sca: undocumented ? text : 'PENDING',
      docs: 'NA',
      kyc: final ? 'NA' : 'PENDING',
    },
    state,
    compound_state: undocumented
      ? (mint: ValueGenerator) => `${state}.${mint.text()}`
      : final
        ? 'SUCCESS.COMPLETE'
        : 'PENDING.PIV_REVIEW',
    response_code: undocumented ? (mint: ValueGenerator) => `${mint.letters(7)} ${mint.email()}` : 'IS0101',
    response_code_description: (mint: ValueGenerator) =>
      `${mint.name()} ${mint.digits(4)} ${mint.digits(4)} ${mint.digits(4)} ${mint.letters(8)}`,
    test_transaction: false,
    context_uid: text,
    transactions: [{ id: text, amount: digits(9) }],
    spare: { text, list: [text, { deep: name }] },
  }
}

function notificationRecord(
  path: string,
  wanted: CustomerOptions,
  ids: Omit<GeneratedCustomer, 'records'>,
): RecordTemplate {
  return {
    ...transactionMembers(path, wanted, ids),
    uid: ids.transaction,
    event: wanted.undocumented ? text : 'kyc_manual_review',
    payment_amount: { amount: digits(8), currency: text, spare: text },
    card_reference: {
      card_brand: text,
      masked_pan: (mint: ValueGenerator) => `${mint.digits(6)}......${mint.digits(4)}`,
      expiry_date: text,
      recurring_id: text,
      card_token: text,
      spare: text,
    },
    screen_entities: [{ name, list: text }, text],
    outstanding_tasks: [{ id: text, kind: text, title: text }],
  }
}

/** Incoming bank transfer: no state, no original message, no identity. */
const transfer: RecordTemplate = {
  id: text,
  uid: text,
  event: 'payment_success',
  original_sender_iban: iban('DE'),
  original_sender_name: (mint) => `${mint.name()} ${mint.name()}`,
  original_sender_bank_country: text,
  original_sender_address: (mint) => `${mint.name()} ${mint.digits(3)}, ${mint.name()}`,
  beneficiary_iban: iban('CY'),
  beneficiary_acno: digits(13),
  transaction_detail: (mint) => `${mint.text()} ${mint.name()}`,
  // Use nine digits: shorter numbers occur in the hashes of a database by chance.
  payment_amount: { amount: (mint) => Number(`${mint.digits(7)}73`), currency: text },
  payment_provider_responses: [],
  spare: text,
}

function profile(rid: string): RecordTemplate {
  const place = (prefix: string) => ({
    [`${prefix}_secondary`]: text,
    [`${prefix}_street`]: (mint: ValueGenerator) => `${mint.name()} ${mint.letters(8)}`,
    [`${prefix}_city`]: name,
    [`${prefix}_postal_code`]: digits(8),
    [`${prefix}_country`]: text,
  })
  return {
    title: text,
    first_name: name,
    middle_name: (mint: ValueGenerator) => `${mint.name()} ${mint.name()}`,
    last_name: name,
    fullname: (mint: ValueGenerator) => `${mint.name()} ${mint.name()} ${mint.name()}`,
    dob: (mint: ValueGenerator) =>
      `19${mint.digits(1)}${mint.digits(1)}-0${mint.digits(1)}-2${mint.digits(1)}`,
    gender: text,
    citizen_country: text,
    birth_country: text,
    resident_country: text,
    ...place('billing_address'),
    ...place('residential_address'),
    residential_address_street_number: text,
    email,
    remote_user_id: rid,
    spare: text,
  }
}

const document: RecordTemplate = {
  kind: text,
  status: text,
  country: text,
  created_at: (mint) =>
    `1985-0${mint.digits(1)}-1${mint.digits(1)}T08:4${mint.digits(1)}:19.${mint.digits(3)}Z`,
  id: text,
  number: text,
  file: { name: (mint) => `${mint.name()}.jpg`, url },
  download_url: url,
}

function identityRecord(ids: Omit<GeneratedCustomer, 'records'>): RecordTemplate {
  return {
    profile: profile(ids.rid),
    supporting_documents: [document, document],
    id: ids.identity,
    uid: (mint) => `${mint.hex(8)}-${mint.letters(12)}`,
    ledger_lifetime_amount: digits(10),
    ledger_lifetime_currency: text,
    kyc_state: text,
    created_at: (mint) =>
      `1984-0${mint.digits(1)}-1${mint.digits(1)}T07:3${mint.digits(1)}:23.${mint.digits(3)}Z`,
    download_url: url,
    spare: text,
  }
}

/** Creates a customer with one transaction. Every text is unique, in the forms that the masks expect. */
export function makeCustomer(wanted: CustomerOptions): GeneratedCustomer {
  const { seed } = wanted
  const mint = mintAt(seed, 'transaction')
  const ids = {
    merchant: 'demo-merchant',
    rid: ridOf(mintAt(seed, 'rid'), wanted.rid),
    transaction: `${mint.hex(8)}-${mint.hex(4)}-4${mint.hex(3)}-8${mint.hex(3)}-${mint.hex(12)}`,
    identity: identityIdOf(mintAt(seed, 'identity.id')),
    ...wanted.ids,
  }
  const mintObject = (template: RecordTemplate, path: string) =>
    mintRecord(template, seed, path) as RecordJsonObject
  const state = mintObject(
    { ...transactionMembers('state', wanted, ids), uid: text, expires_at: '2031-08-09T10:11:12.131Z' },
    'state',
  )
  const entry: RecordTemplate = {
    transaction_uid: ids.transaction,
    transaction_state: state.compound_state,
    state: state.state,
    workflow: text,
    spare: text,
  }
  return {
    ...ids,
    records: {
      state,
      list: mintObject({ data: [entry] }, 'list'),
      notifications: mintObject(
        { data: [notificationRecord('notifications.data[0]', wanted, ids), transfer] },
        'notifications',
      ),
      identity: mintObject(identityRecord(ids), 'identity'),
    },
  }
}
