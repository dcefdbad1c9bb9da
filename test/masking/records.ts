import { type Mint, makeMint } from './canaries.ts'

export type Json = string | number | boolean | null | Json[] | { [member: string]: Json | undefined }
export type JsonObject = { [member: string]: Json | undefined }

/** Read of the payment service that returns a record. */
export type RecordName = 'state' | 'list' | 'notifications' | 'identity'
export const recordNames = ['state', 'list', 'notifications', 'identity'] as const

export interface Customer {
  readonly merchant: string
  readonly rid: string
  readonly transaction: string
  readonly identity: string
  readonly records: Readonly<Record<RecordName, JsonObject>>
}

export interface Wanted {
  readonly seed: number
  readonly rid?: 'plain' | 'email' | 'iban'
  /** Undocumented states, steps and events, instead of a payment under review. */
  readonly undocumented?: boolean
  /** Final state: Paydesk caches such a record for a while. */
  readonly final?: boolean
  /** Ids that replace those of the seed; everything else stays the same. */
  readonly ids?: Partial<Pick<Customer, 'rid' | 'identity'>>
}

function ridOf(mint: Mint, form: Wanted['rid']): string {
  if (form === 'email') return mint.email()
  return form === 'iban' ? mint.iban('DE') : `cust-${mint.text()}`
}

function providerResponses(mint: Mint, { undocumented }: Wanted): Json[] {
  const common = () => ({
    operation_type: mint.text(),
    operation_successful: true,
    provider_type: mint.text(),
    provider_name: mint.text(),
    request_currency: mint.text(),
    manual_reconciliation: false,
    spare: mint.text(),
  })
  return [
    {
      ...common(),
      reference_code: `${mint.digits(6)}${mint.letters(8)}${mint.digits(4)}`,
      provider_reference_code: mint.digits(16),
      response_id: mint.digits(11),
      status_code: undocumented ? mint.text() : 'OK000',
      status_description: `${mint.name()} ${mint.letters(6)} ${mint.email()} ${mint.letters(6)} ${mint.iban('FR')}`,
    },
    // Values as seen in older transfers: a surname as an id, short references, a time as a code.
    {
      ...common(),
      reference_code: mint.letters(10),
      provider_reference_code: `${mint.letters(8)} ${mint.letters(8)}`,
      response_id: mint.name(),
      status_code: `1987-03-0${mint.digits(1)}T11:22:33.${mint.digits(7)}Z`,
      status_description: `${mint.letters(8)} +49 ${mint.digits(4)} ${mint.digits(5)}`,
    },
  ]
}

function transactionMembers(mint: Mint, wanted: Wanted, ids: Omit<Customer, 'records'>): JsonObject {
  const { undocumented, final } = wanted
  const state = undocumented ? mint.text() : final ? 'SUCCESS' : 'PENDING'
  return {
    id: ids.transaction,
    secret: mint.text(),
    redirect_url: `https://${mint.letters(10)}.test/${mint.letters(9)}?${mint.letters(9)}`,
    mode: mint.text(),
    original_message: {
      merchant_id: ids.merchant,
      transaction_id: mint.text(),
      reference: mint.text(),
      account: {
        identifier: ids.rid,
        ext: { loyalty: mint.text(), stage: mint.name(), nested: { note: mint.text() } },
        spare: mint.text(),
      },
      account_holder: { name: mint.name(), type: mint.text(), iban: mint.iban('DE'), bic: mint.text() },
      client: { first_name: mint.name(), email: mint.email(), mobile: `+49${mint.digits(11)}` },
    },
    payment_provider_responses: providerResponses(mint, wanted),
    identity: {
      id: ids.identity,
      download_url: `https://${mint.letters(10)}.test/${mint.letters(9)}`,
      ledger_lifetime_amount: mint.digits(9),
      ledger_lifetime_currency: mint.text(),
      credit_ledger_lifetime_amount: mint.digits(8),
      credit_ledger_lifetime_currency: mint.text(),
      kyc_state: mint.text(),
      created_at: `1986-0${mint.digits(1)}-1${mint.digits(1)}T09:5${mint.digits(1)}:17.${mint.digits(3)}Z`,
      spare: mint.text(),
    },
    workflow_state: {
      capture: 'SUCCESS',
      charge: 'NA',
      credit: 'NA',
      '3ds': undocumented ? mint.text() : 'NA',
      piv: 'NA',
      sca: undocumented ? mint.text() : 'PENDING',
      docs: 'NA',
      kyc: final ? 'NA' : 'PENDING',
    },
    state,
    compound_state: undocumented
      ? `${state}.${mint.text()}`
      : final
        ? 'SUCCESS.COMPLETE'
        : 'PENDING.PIV_REVIEW',
    response_code: undocumented ? `${mint.letters(7)} ${mint.email()}` : 'IS0101',
    response_code_description: `${mint.name()} ${mint.digits(4)} ${mint.digits(4)} ${mint.digits(4)} ${mint.letters(8)}`,
    test_transaction: false,
    context_uid: mint.text(),
    transactions: [{ id: mint.text(), amount: mint.digits(9) }],
    spare: { text: mint.text(), list: [mint.text(), { deep: mint.name() }] },
  }
}

function notice(mint: Mint, wanted: Wanted, ids: Omit<Customer, 'records'>): JsonObject {
  return {
    ...transactionMembers(mint, wanted, ids),
    uid: ids.transaction,
    event: wanted.undocumented ? mint.text() : 'kyc_manual_review',
    payment_amount: { amount: mint.digits(8), currency: mint.text(), spare: mint.text() },
    card_reference: {
      card_brand: mint.text(),
      masked_pan: `${mint.digits(6)}......${mint.digits(4)}`,
      expiry_date: mint.text(),
      recurring_id: mint.text(),
      card_token: mint.text(),
      spare: mint.text(),
    },
    screen_entities: [{ name: mint.name(), list: mint.text() }, mint.text()],
    outstanding_tasks: [{ id: mint.text(), kind: mint.text(), title: mint.text() }],
  }
}

/** Incoming bank transfer: no state, no original message, no identity. */
function transfer(mint: Mint): JsonObject {
  return {
    id: mint.text(),
    uid: mint.text(),
    event: 'payment_success',
    original_sender_iban: mint.iban('DE'),
    original_sender_name: `${mint.name()} ${mint.name()}`,
    original_sender_bank_country: mint.text(),
    original_sender_address: `${mint.name()} ${mint.digits(3)}, ${mint.name()}`,
    beneficiary_iban: mint.iban('CY'),
    beneficiary_acno: mint.digits(13),
    transaction_detail: `${mint.text()} ${mint.name()}`,
    // Use nine digits: shorter numbers occur in the hashes of a database by chance.
    payment_amount: { amount: Number(`${mint.digits(7)}73`), currency: mint.text() },
    payment_provider_responses: [],
    spare: mint.text(),
  }
}

function profile(mint: Mint, rid: string): JsonObject {
  const place = (prefix: string): JsonObject => ({
    [`${prefix}_secondary`]: mint.text(),
    [`${prefix}_street`]: `${mint.name()} ${mint.letters(8)}`,
    [`${prefix}_city`]: mint.name(),
    [`${prefix}_postal_code`]: mint.digits(8),
    [`${prefix}_country`]: mint.text(),
  })
  return {
    title: mint.text(),
    first_name: mint.name(),
    middle_name: `${mint.name()} ${mint.name()}`,
    last_name: mint.name(),
    fullname: `${mint.name()} ${mint.name()} ${mint.name()}`,
    dob: `19${mint.digits(1)}${mint.digits(1)}-0${mint.digits(1)}-2${mint.digits(1)}`,
    gender: mint.text(),
    citizen_country: mint.text(),
    birth_country: mint.text(),
    resident_country: mint.text(),
    ...place('billing_address'),
    ...place('residential_address'),
    residential_address_street_number: mint.text(),
    email: mint.email(),
    remote_user_id: rid,
    spare: mint.text(),
  }
}

function document(mint: Mint): JsonObject {
  return {
    kind: mint.text(),
    status: mint.text(),
    country: mint.text(),
    created_at: `1985-0${mint.digits(1)}-1${mint.digits(1)}T08:4${mint.digits(1)}:19.${mint.digits(3)}Z`,
    id: mint.text(),
    number: mint.text(),
    file: { name: `${mint.name()}.jpg`, url: `https://${mint.letters(10)}.test/${mint.letters(9)}` },
    download_url: `https://${mint.letters(10)}.test/${mint.letters(9)}`,
  }
}

function identityRecord(mint: Mint, ids: Omit<Customer, 'records'>): JsonObject {
  return {
    profile: profile(mint, ids.rid),
    supporting_documents: [document(mint), document(mint)],
    id: ids.identity,
    uid: `${mint.hex(8)}-${mint.letters(12)}`,
    ledger_lifetime_amount: mint.digits(10),
    ledger_lifetime_currency: mint.text(),
    kyc_state: mint.text(),
    created_at: `1984-0${mint.digits(1)}-1${mint.digits(1)}T07:3${mint.digits(1)}:23.${mint.digits(3)}Z`,
    download_url: `https://${mint.letters(10)}.test/${mint.letters(9)}`,
    spare: mint.text(),
  }
}

/** Creates a customer with one transaction. Every text is unique, in the forms that the masks expect. */
export function makeCustomer(wanted: Wanted): Customer {
  const mint = makeMint(wanted.seed)
  const ids = {
    merchant: 'demo-merchant',
    rid: ridOf(mint, wanted.rid),
    transaction: `${mint.hex(8)}-${mint.hex(4)}-4${mint.hex(3)}-8${mint.hex(3)}-${mint.hex(12)}`,
    identity: `_${mint.hex(7)}_${mint.hex(11)}__${mint.hex(4)}`,
    ...wanted.ids,
  }
  const state = transactionMembers(mint, wanted, ids)
  const entry = {
    transaction_uid: ids.transaction,
    transaction_state: state.compound_state,
    state: state.state,
    workflow: mint.text(),
    spare: mint.text(),
  }
  return {
    ...ids,
    records: {
      state: { ...state, uid: mint.text(), expires_at: '2031-08-09T10:11:12.131Z' },
      list: { data: [entry] },
      notifications: { data: [notice(mint, wanted, ids), transfer(mint)] },
      identity: identityRecord(mint, ids),
    },
  }
}
