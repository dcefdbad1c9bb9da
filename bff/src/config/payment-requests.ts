import {
  type PaymentRequestCurrency,
  paymentRequestCurrencySchema,
} from '@paydesk/shared/payments/payment-requests'
import { z } from 'zod'
import { isLoopback } from '../platform/runtime/loopback.ts'
import { commaListSchema, parseAmountsByCurrency } from './parsers.ts'
import { parseJsonRecord } from './reasons.ts'

type Source = Readonly<Record<string, string | undefined>>

const memberNameSchema = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/)
/** Name of a client field, as used by the payment request form. */
const clientNameSchema = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

const memberMappingSchema = z.strictObject({
  workflow: memberNameSchema.default('workflow'),
  merchant: z
    .strictObject({
      id: memberNameSchema.default('id'),
      return_url: memberNameSchema.default('return_url'),
      notification_url: memberNameSchema.default('transaction_webhook_url'),
    })
    .prefault({}),
  transaction: z
    .strictObject({
      amount: memberNameSchema.default('amount'),
      currency: memberNameSchema.default('currency'),
      datetime: memberNameSchema.nullable().default('datetime'),
    })
    .prefault({}),
  client: z.record(clientNameSchema, z.boolean().nullable()).prefault({}),
  account_holder: z
    .strictObject({
      name: memberNameSchema.default('name'),
      type: memberNameSchema.default('type'),
      bic: memberNameSchema.default('bic'),
      types: z.array(z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)).default(['INDIVIDUAL', 'BUSINESS']),
    })
    .prefault({}),
})

/**
 * Client fields that the interface most likely means, and whether each is required (service-facts, low
 * confidence).
 */
const defaultClientMembers: Readonly<Record<string, boolean>> = {
  title: false,
  first_name: true,
  last_name: true,
  email: true,
  mobile: false,
  phone_number: false,
  dob: false,
  gender: false,
  citizen_country: false,
  birth_country: false,
  resident_country: false,
  billing_address_street: false,
  billing_address_street_number: false,
  billing_address_secondary: false,
  billing_address_city: false,
  billing_address_postal_code: false,
  billing_address_subdivision: false,
  billing_address_country: false,
}

type Mapping = z.output<typeof memberMappingSchema>

/** Names of the authorization request fields that the interface leaves open, kept in one place. */
export interface ConfiguredPaymentFieldNames extends Omit<Mapping, 'client'> {
  /** Client fields in the order in which they are offered and sent; true if required. */
  readonly client: ReadonlyMap<string, boolean>
}

/** Merges configured client fields into the defaults; null removes a field. */
function mergeClientMembers(given: Mapping['client']): ReadonlyMap<string, boolean> {
  const all = Object.entries({ ...defaultClientMembers, ...given })
  return new Map(all.flatMap(([member, required]) => (required === null ? [] : [[member, required]])))
}

function readRequestMembers(
  source: Source,
  variable: string,
  problems: string[],
): ConfiguredPaymentFieldNames {
  const text = source[variable]
  const given = text === undefined ? {} : parseJsonRecord(text)
  const read = memberMappingSchema.safeParse(given)
  for (const { path } of read.error?.issues ?? []) {
    // Report field names defined in this file only: other names come from the configured text.
    const [part] = path.map(String).filter((one) => Object.hasOwn(memberMappingSchema.shape, one))
    const where = part === undefined ? '' : `: ${part}`
    problems.push(`${variable}${where} must be a JSON object of the fields that docs/configuration.md names`)
  }
  const data = read.data ?? memberMappingSchema.parse({})
  return { ...data, client: mergeClientMembers(data.client) }
}

const hostPattern = /^[a-z0-9]([a-z0-9.-]{0,252})(:\d{1,5})?$/

function readList(source: Source, variable: string, isGood: (one: string) => boolean, of: string) {
  const list = commaListSchema.parse(source[variable] ?? '')
  const isWrong = !list.every(isGood) || new Set(list).size !== list.length
  return { list, problems: isWrong ? [`${variable} must name ${of}, with commas, each once`] : [] }
}

/** Accepts an origin as a browser names it in `frame-ancestors`; plain http only for the local machine. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.origin === text && (url.protocol === 'https:' || isLoopback(url))
}

const defaultMaxAmountMinor = 10_000_000

/** Ends of the variables of payment requests. */
export const paymentRequestVariableSuffixes = [
  'WORKFLOWS',
  'CURRENCIES',
  'HOLDER_CURRENCIES',
  'HOSTED_HOSTS',
  'MAX_AMOUNT',
  'REQUEST_FIELDS',
  'RETURN_FRAMES',
] as const

/**
 * Reads the payment request settings of one environment, whose variables begin with `prefix`. Without
 * workflows, payment requests are off. Adds one line per error to `problems`, without values.
 */
export function readPaymentRequestConfig(
  source: Source,
  { prefix, baseUrl }: { readonly prefix: string; readonly baseUrl: URL },
  problems: string[],
) {
  const list = (variable: string, isGood: (one: string) => boolean, of: string): readonly string[] => {
    const read = readList(source, prefix + variable, isGood, of)
    problems.push(...read.problems)
    return read.list
  }
  const currencies = (variable: string): readonly PaymentRequestCurrency[] => {
    const isKnown = (one: string) => paymentRequestCurrencySchema.safeParse(one).success
    const given = list(
      variable,
      isKnown,
      `currencies of ${paymentRequestCurrencySchema.options.join(' and ')}`,
    )
    const known = given.flatMap((one) => paymentRequestCurrencySchema.safeParse(one).data ?? [])
    return source[prefix + variable] === undefined ? ['EUR'] : known
  }
  const maxAmounts = parseAmountsByCurrency(
    `${prefix}MAX_AMOUNT`,
    source[`${prefix}MAX_AMOUNT`] ?? '',
    problems,
  )
  const workflow = (one: string) => /^[\x20-\x7e]{1,100}$/.test(one)
  const hosts = list('HOSTED_HOSTS', (one) => hostPattern.test(one), 'hosts such as pay.example.com')
  return {
    /** Workflows of the payment service; empty turns payment requests off. */
    workflows: list('WORKFLOWS', workflow, 'workflows of the service'),
    currencies: currencies('CURRENCIES'),
    /** Currencies with which an account holder may be sent. */
    holderCurrencies: currencies('HOLDER_CURRENCIES'),
    /** Returns the largest amount of one payment, in minor units. */
    getMaxAmountMinor: (currency: PaymentRequestCurrency) =>
      maxAmounts.get(currency) ?? defaultMaxAmountMinor,
    /** Hosts (with a non-default port) that a payment link may have. */
    hostedHosts: new Set(hosts.length === 0 ? [baseUrl.host] : hosts),
    /** Allows plain http in payment links, for a payment service on the local machine. */
    mayBePlain: baseUrl.protocol === 'http:' && isLoopback(baseUrl),
    /** Origins whose pages may embed the return page in a frame. */
    returnFrames: list('RETURN_FRAMES', isOrigin, 'origins such as https://shop.example.com'),
    members: readRequestMembers(source, `${prefix}REQUEST_FIELDS`, problems),
  }
}
