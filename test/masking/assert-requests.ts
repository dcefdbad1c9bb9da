import { isDeepStrictEqual } from 'node:util'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { Role } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import type { PaymentRequest, PaymentRequestField } from '@paydesk/shared/payments/payment-requests'
import { describeDifference, describeShown, expectedShown } from './describe-difference.ts'
import { nameOf, seesAt } from './oracle.ts'
import { revealsAt } from './oracle-reveals.ts'
import type { GeneratedCustomer } from './records.ts'
import type { VisitedCall } from './walk.ts'
import { requestFields, typedLines } from './walk-requests.ts'

/** Fields of an authorization request by their place in the view of a payment request. */
const placed = {
  merchant: 'authorization.merchant.id',
  workflow: 'authorization.workflow',
  amount: 'authorization.transaction.amount',
  currency: 'authorization.transaction.currency',
  reference: 'authorization.transaction.reference',
  merchantTransactionId: 'authorization.transaction.id',
} as const satisfies Readonly<Partial<Record<keyof PaymentRequest, string>>>

/** Forms of the fields that Paydesk generates at random. */
const made: Readonly<Record<string, RegExp>> = {
  'authorization.transaction.reference': /^PAY-[0-9A-Z]{10}$/,
  'authorization.transaction.id': /^pd-[0-9a-z]{20}$/,
  'authorization.transaction.datetime': /^20\d\d-\d\d-\d\dT[\d:.]+Z$/,
  'authorization.merchant.return_url': /^http:\/\/localhost:\d+\/return\/\S+\?transaction_id=$/,
  'authorization.merchant.transaction_webhook_url':
    /^http:\/\/localhost:\d+\/notify\/stage\/v1\/notification$/,
}

/**
 * Returns how a value differs from the access design at this path, null if it does not. `text` is the real value,
 * null if Paydesk generates it at random.
 */
function differenceAt(role: Role, path: string, shown: MaskedValue, text: string | null): string | null {
  const sees = seesAt(path, role)
  if (text === null && sees !== 'none') {
    if (shown.visibility !== 'clear' || sees !== 'full')
      return ` as ${describeShown(shown, 'a mask')}, the oracle says ${nameOf(sees)}`
    const form = made[path]
    if (form === undefined) return ' in clear, but `made` of assert-requests.ts has no form for it'
    return form.test(shown.text) ? null : ` in clear, but not in the form ${form}`
  }
  const expected = expectedShown(role, path, text)
  // Ignore the name of the mask, which is for people: only the text counts.
  const { mask: _, ...rest } = { mask: undefined, ...shown }
  return isDeepStrictEqual(rest, expected) ? null : describeDifference(path, nameOf(sees), shown, expected)
}

/** Difference at a place: its path with how it is shown. */
type Difference = readonly [path: string, difference: string]

function differencesAt(role: Role, path: string, shown: MaskedValue, text: string | null): Difference[] {
  const difference = differenceAt(role, path, shown, text)
  return difference === null ? [] : [[path, difference]]
}

const known: Readonly<Record<string, string>> = {
  'authorization.merchant.id': requestFields.merchant,
  'authorization.workflow': requestFields.workflow,
  'authorization.transaction.amount': '12550',
  'authorization.transaction.currency': requestFields.currency,
}

const rid = 'authorization.account.identifier'

/** Compares the offer of the payment link with the oracle: only a created, open request offers its reveal. */
function differencesOfOffer(role: Role, { status, link, current }: PaymentRequest): Difference[] {
  const isOpen = status === 'created' && current?.isFinal !== true
  const expected = isOpen ? revealsAt('request.address', role) : null
  if (link === expected) return []
  const side = (way: typeof link) => (way === null ? 'without reveal' : `with reveal ${way}`)
  const request =
    isOpen || status !== 'created' ? `a request with status ${status}` : 'a request that has ended'
  return [['request.address', ` ${side(link)} in ${request}, the oracle says ${side(expected)}`]]
}

function misjudgedOne(role: Role, request: PaymentRequest, customer: GeneratedCustomer | null): Difference[] {
  return [
    ...Object.entries(placed).flatMap(([at, path]) =>
      differencesAt(role, path, request[at as keyof typeof placed], known[path] ?? null),
    ),
    // Skip the RID in lists over all customers: the owner of a request is unknown here, and the scan searches
    // for the RIDs.
    ...(customer === null ? [] : differencesAt(role, rid, request.rid, customer.rid)),
    ...differencesOfOffer(role, request),
  ]
}

/** Returns the path of a field of the body: typed values of a person have a row of their own. */
const pathOf = (member: string) => (member in typedLines ? 'request.typed' : `authorization.${member}`)

function misjudgedLine(
  role: Role,
  { member, value }: PaymentRequestField,
  customer: GeneratedCustomer,
): Difference[] {
  const path = pathOf(member)
  const text = path === rid ? customer.rid : (typedLines[member] ?? known[path] ?? null)
  return differencesAt(role, path, value, text)
}

/** Returns the requests of an answer, and true if all of them belong to the requested customer. */
function requestsIn({ name, input, answer: { json } }: VisitedCall): [readonly PaymentRequest[], boolean] {
  if (name === 'listPaymentRequests')
    return [endpoints.listPaymentRequests.response.parse(json).requests, input.query?.customer !== undefined]
  if (name === 'draftPaymentRequest') {
    const drafted = endpoints.draftPaymentRequest.response.parse(json)
    return [
      drafted.answer === 'draft' ? [drafted.draft.request, ...drafted.draft.similar] : [drafted.request],
      true,
    ]
  }
  if (name === 'sendPaymentRequest')
    return [[endpoints.sendPaymentRequest.response.parse(json).request], true]
  if (name === 'showPaymentRequest') return [[endpoints.showPaymentRequest.response.parse(json)], true]
  if (name !== 'showTransactionPaymentRequest') return [[], false]
  const { request } = endpoints.showTransactionPaymentRequest.response.parse(json)
  return [request === null ? [] : [request], true]
}

/** Returns where answers about payment requests differ from the access design; empty if nowhere. */
export function misjudgedRequests(role: Role, visited: VisitedCall, customer: GeneratedCustomer): string[] {
  const { name, answer } = visited
  const [requests, areOwn] = requestsIn(visited)
  const found = requests.flatMap((one) => misjudgedOne(role, one, areOwn ? customer : null))
  // Accept a clear link for every role that may reveal one, of any payment.
  if (name === 'showPaymentLink' && revealsAt('request.address', role) === null)
    found.push(['request.address', ' in clear, oracle-reveals.ts gives the role no reveal'])
  if (name === 'draftPaymentRequest') {
    const drafted = endpoints.draftPaymentRequest.response.parse(answer.json)
    const lines = drafted.answer === 'draft' ? drafted.draft.fields : []
    found.push(...lines.flatMap((line) => misjudgedLine(role, line, customer)))
  }
  if (name === 'showPaymentRequestOptions') {
    const { customer: chosen } = endpoints.showPaymentRequestOptions.response.parse(answer.json)
    if (chosen !== null) found.push(...differencesAt(role, rid, chosen.rid, customer.rid))
  }
  return [...new Set(found.map(([path, difference]) => `${name} shows ${path} to ${role}${difference}`))]
}

/** Rows of the access design that answers about payment requests are checked against. */
export const requestPaths: readonly string[] = [
  ...Object.values(placed),
  ...Object.keys(made),
  rid,
  'request.typed',
  'request.address',
]
