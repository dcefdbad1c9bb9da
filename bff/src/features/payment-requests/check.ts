import { hasCardNumber } from '@paydesk/shared/core/card-number'
import type { MerchantId, Rid } from '@paydesk/shared/core/ids'
import { normalizePastedText, readPastedIban, readPastedRid } from '@paydesk/shared/core/pasted-text'
import type { InvalidField } from '@paydesk/shared/core/problem'
import {
  currencyFractionDigits,
  type PaymentRequestCurrency,
  paymentRequestCurrencySchema,
} from '@paydesk/shared/payments/payment-requests'
import { countrySpecs, isValidIBAN } from 'ibantools'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { UncheckedPaymentRequest } from '../../records/payment-requests.ts'
import { formatMajorUnits, parseMinorUnits } from './amount.ts'
import {
  explainPersonName,
  findClientFieldFormat,
  listRequiredSubdivisions,
  parsePersonName,
  personNameRule,
} from './client-fields.ts'
import type { PaymentRequestConfig } from './options.ts'

/** Account holder as it is sent; empty fields are null. */
interface AccountHolder {
  readonly name: string | null
  readonly type: string | null
  readonly iban: string
  readonly bic: string | null
}

const bicPattern = /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/

function readIban(text: string): string | null {
  const plain = readPastedIban(normalizePastedText(text))
  return plain !== null && isValidIBAN(plain) ? plain : null
}

/** Returns true if a text contains an IBAN, with or without spaces, by country length and check digits. */
export function hasIban(text: string): boolean {
  const plain = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  for (let at = 0; at + 15 <= plain.length; at += 1) {
    const length = countrySpecs[plain.slice(at, at + 2)]?.chars
    if (length != null && isValidIBAN(plain.slice(at, at + length))) return true
  }
  return false
}

type AccountHolderInput = NonNullable<UncheckedPaymentRequest['accountHolder']>

/**
 * Validates an account holder (interface, account_holder: EUR flows, `iban` required).
 * Returns the holder or its validation errors.
 */
function checkAccountHolder(
  given: AccountHolderInput,
  currency: string,
  { holderCurrencies, members }: Pick<PaymentRequestConfig, 'holderCurrencies' | 'members'>,
): { readonly holder: AccountHolder } | { readonly wrong: readonly InvalidField[] } {
  const wrong: InvalidField[] = []
  const read = (
    name: keyof AccountHolderInput,
    rule: Omit<InvalidField, 'name'>,
    of: (text: string) => string | null,
    explain: (text: string) => Omit<InvalidField, 'name'> | null = () => null,
  ) => {
    const text = given[name].trim()
    const value = text === '' ? null : of(text)
    if (value === null && (text !== '' || name === 'iban'))
      wrong.push({ name: `accountHolder.${name}`, ...(explain(text) ?? rule) })
    return value
  }
  if (!holderCurrencies.some((one) => one === currency)) {
    const name = 'accountHolder.iban'
    if (holderCurrencies.length === 0) return { wrong: [{ name, rule: 'no_account_holder' }] }
    const values = { currencies: holderCurrencies.join(', ') }
    return { wrong: [{ name, rule: 'account_holder_currency', values }] }
  }
  const { types } = members.account_holder
  const iban = read('iban', { rule: 'iban' }, readIban)
  const holder = {
    name: read('name', personNameRule, parsePersonName, explainPersonName),
    type: read(
      'type',
      { rule: 'one_of', values: { values: types.join(', ') } },
      (text) => types.find((one) => one === text) ?? null,
    ),
    bic: read('bic', { rule: 'bic' }, (text) => {
      const plain = normalizePastedText(text).toUpperCase().replaceAll(' ', '')
      return bicPattern.test(plain) ? plain : null
    }),
  }
  return iban === null || wrong.length > 0 ? { wrong } : { holder: { ...holder, iban } }
}

/** Validated input in the form in which it is sent. */
export interface CheckedPaymentInput {
  readonly workflow: string
  readonly merchant: MerchantId
  readonly rid: Rid
  /** Amount in minor units. */
  readonly amount: number
  readonly currency: PaymentRequestCurrency
  /** Reference of the caller; null if Paydesk generates one. */
  readonly reference: string | null
  /** Fields in the order in which they are sent. */
  readonly client: ReadonlyMap<string, string>
  readonly holder: AccountHolder | null
}

/** Configuration and merchants that an input is checked against. */
interface CheckContext {
  readonly config: PaymentRequestConfig
  readonly merchants: readonly MerchantId[]
}

const referencePattern = /^[A-Za-z0-9 ._/#:-]{1,100}$/

function checkClient(
  paymentRequestDetails: UncheckedPaymentRequest,
  { members }: PaymentRequestConfig,
  wrong: InvalidField[],
) {
  const client = new Map<string, string>()
  for (const member of Object.keys(paymentRequestDetails.client))
    if (!members.client.has(member) && paymentRequestDetails.client[member]?.trim() !== '')
      wrong.push({ name: `client.${member}`, rule: 'no_field' })
  for (const [member, isRequired] of members.client) {
    const text = Object.hasOwn(paymentRequestDetails.client, member)
      ? (paymentRequestDetails.client[member] ?? '').trim()
      : ''
    const { read, explain, rule, values } = findClientFieldFormat(member)
    const invalid = { name: `client.${member}`, rule, ...(values && { values }) }
    const value = text === '' ? null : read(text)
    if (value !== null) client.set(member, value)
    else if (text !== '') wrong.push({ ...invalid, ...explain?.(text) })
    else if (isRequired) wrong.push({ ...invalid, required: true })
  }
  for (const needed of listRequiredSubdivisions(client))
    if (members.client.has(needed) && !client.has(needed))
      wrong.push({ name: `client.${needed}`, rule: 'subdivision' })
  return client
}

function checkAmount(
  paymentRequestDetails: UncheckedPaymentRequest,
  config: PaymentRequestConfig,
  wrong: InvalidField[],
) {
  const known = paymentRequestCurrencySchema.safeParse(paymentRequestDetails.currency.trim()).data
  const currency = config.currencies.find((one) => one === known)
  if (currency === undefined)
    wrong.push({ name: 'currency', rule: 'one_of', values: { values: config.currencies.join(', ') } })
  const digits = currencyFractionDigits[currency ?? 'EUR']
  const maxAmount = config.getMaxAmountMinor(currency ?? 'EUR')
  const amount = parseMinorUnits(paymentRequestDetails.amount, digits)
  if (amount === null || amount > maxAmount) {
    const isMinor = paymentRequestDetails.amount.unit === 'minor'
    const [example, max] = isMinor
      ? ['12550', String(maxAmount)]
      : ['125.50', formatMajorUnits(maxAmount, digits)]
    wrong.push({ name: 'amount', rule: 'amount', values: { example, max } })
  }
  return { amount, currency }
}

function checkReference({ reference }: UncheckedPaymentRequest, wrong: InvalidField[]): string | null {
  const text = reference.trim()
  if (text === '') return null
  if (!referencePattern.test(text) || hasCardNumber(text) || hasIban(text))
    wrong.push({ name: 'reference', rule: 'reference', values: { max: 100 } })
  return text
}

/**
 * Checks everything that can be known without calling the payment service (interface, Authorization request
 * body; Limits), and converts the input to the form in which it is sent. Throws `bad_request` naming every
 * invalid field, never a value.
 */
export function checkPaymentInput(
  paymentRequestDetails: UncheckedPaymentRequest,
  { config, merchants }: CheckContext,
): CheckedPaymentInput {
  const wrong: InvalidField[] = []
  const merchant = merchants.find((one) => one === paymentRequestDetails.merchant)
  if (merchant === undefined) wrong.push({ name: 'merchant', rule: 'own_merchant' })
  const workflow = config.workflows.find((one) => one === paymentRequestDetails.workflow.trim())
  if (workflow === undefined)
    wrong.push({ name: 'workflow', rule: 'one_of', values: { values: config.workflows.join(', ') } })
  const rid = readPastedRid(normalizePastedText(paymentRequestDetails.rid))
  if (rid === null) wrong.push({ name: 'rid', rule: 'customer_id' })
  const { amount, currency } = checkAmount(paymentRequestDetails, config, wrong)
  const reference = checkReference(paymentRequestDetails, wrong)
  const client = checkClient(paymentRequestDetails, config, wrong)
  const held =
    paymentRequestDetails.accountHolder === null
      ? null
      : checkAccountHolder(paymentRequestDetails.accountHolder, paymentRequestDetails.currency.trim(), config)
  if (held !== null && 'wrong' in held) wrong.push(...held.wrong)
  const holder = held !== null && 'holder' in held ? held.holder : null
  if (wrong.length > 0 || !workflow || !merchant || !rid || !amount || !currency)
    throw new ProblemError('bad_request', { fields: wrong })
  return { workflow, merchant, rid, amount, currency, reference, client, holder }
}
