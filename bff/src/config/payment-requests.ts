import { type PaymentRequestCurrency, paymentRequestCurrency } from '@paydesk/shared/payments/payment-request'
import { z } from 'zod'
import { isLoopback } from '../platform/runtime/loopback.ts'
import { commaListSchema, parseAmounts } from './parsers.ts'
import { parseJsonRecord } from './reasons.ts'

type Source = Readonly<Record<string, string | undefined>>

const memberName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/)
/** Of the client, as the form may name them. */
const clientName = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

const memberMapping = z.strictObject({
  workflow: memberName.default('workflow'),
  merchant: z
    .strictObject({
      id: memberName.default('id'),
      return_url: memberName.default('return_url'),
      notification_url: memberName.default('transaction_webhook_url'),
    })
    .prefault({}),
  transaction: z
    .strictObject({
      amount: memberName.default('amount'),
      currency: memberName.default('currency'),
      datetime: memberName.nullable().default('datetime'),
    })
    .prefault({}),
  client: z.record(clientName, z.boolean().nullable()).prefault({}),
  account_holder: z
    .strictObject({
      name: memberName.default('name'),
      type: memberName.default('type'),
      bic: memberName.default('bic'),
      types: z.array(z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)).default(['INDIVIDUAL', 'BUSINESS']),
    })
    .prefault({}),
})

/** The eighteen that are most likely meant, and whether they are required (service-facts, low). */
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

type Mapping = z.output<typeof memberMapping>

/** What the interface leaves unnamed of the authorization request body, in one place. */
export interface ConfiguredRequestMembers extends Omit<Mapping, 'client'> {
  /** The client's members in the order they are offered and sent; true for those that are required. */
  readonly client: ReadonlyMap<string, boolean>
}

/** A member set to null is left out. */
function mergeClientMembers(given: Mapping['client']): ReadonlyMap<string, boolean> {
  const all = Object.entries({ ...defaultClientMembers, ...given })
  return new Map(all.flatMap(([member, required]) => (required === null ? [] : [[member, required]])))
}

function readRequestMembers(source: Source, variable: string, problems: string[]): ConfiguredRequestMembers {
  const text = source[variable]
  const given = text === undefined ? {} : parseJsonRecord(text)
  const read = memberMapping.safeParse(given)
  for (const { path } of read.error?.issues ?? []) {
    // Of our own member names only: others came from outside.
    const [part] = path.map(String).filter((one) => Object.hasOwn(memberMapping.shape, one))
    const where = part === undefined ? '' : `: ${part}`
    problems.push(`${variable}${where} must be a JSON object of the members that are named in the README`)
  }
  const data = read.data ?? memberMapping.parse({})
  return { ...data, client: mergeClientMembers(data.client) }
}

const hostPattern = /^[a-z0-9]([a-z0-9.-]{0,252})(:\d{1,5})?$/

function readList(source: Source, variable: string, isGood: (one: string) => boolean, of: string) {
  const list = commaListSchema.parse(source[variable] ?? '')
  const isWrong = !list.every(isGood) || new Set(list).size !== list.length
  return { list, problems: isWrong ? [`${variable} must name ${of}, with commas, each once`] : [] }
}

/** An origin as a browser names it in `frame-ancestors`. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.origin === text && (url.protocol === 'https:' || isLoopback(url))
}

const defaultMaxAmountMinor = 10_000_000

/**
 * Payment requests of one environment, whose variables begin with `prefix`; without workflows there are none.
 * What is wrong is added to `problems`, one line for each, without the values.
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
    const isKnown = (one: string) => paymentRequestCurrency.safeParse(one).success
    const given = list(variable, isKnown, `currencies of ${paymentRequestCurrency.options.join(' and ')}`)
    const known = given.flatMap((one) => paymentRequestCurrency.safeParse(one).data ?? [])
    return source[prefix + variable] === undefined ? ['EUR'] : known
  }
  const most = parseAmounts(`${prefix}MOST_AMOUNT`, source[`${prefix}MOST_AMOUNT`] ?? '', problems)
  const workflow = (one: string) => /^[\x20-\x7e]{1,100}$/.test(one)
  const hosts = list('HOSTED_HOSTS', (one) => hostPattern.test(one), 'hosts such as pay.example.com')
  return {
    /** None: nobody creates payments here. */
    workflows: list('WORKFLOWS', workflow, 'workflows of the service'),
    currencies: currencies('CURRENCIES'),
    /** With these an account holder may be sent. */
    holderCurrencies: currencies('HOLDER_CURRENCIES'),
    /** The largest amount of one payment in minor units. */
    most: (currency: PaymentRequestCurrency) => most.get(currency) ?? defaultMaxAmountMinor,
    /** Host, with its port where it is unusual, that a hosted address may have. */
    hostedHosts: new Set(hosts.length === 0 ? [baseUrl.host] : hosts),
    /** Plain http is for a service on this machine. */
    mayBePlain: baseUrl.protocol === 'http:' && isLoopback(baseUrl),
    /** Origins whose pages may hold the return page in a frame. */
    returnFrames: list('RETURN_FRAMES', isOrigin, 'origins such as https://shop.example.com'),
    members: readRequestMembers(source, `${prefix}REQUEST_MEMBERS`, problems),
  }
}
