import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { Role } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import type { PaymentRequest, PaymentRequestField } from '@paydesk/shared/payments/payment-requests'
import { nameOf, seesAt, textSeen } from './oracle.ts'
import { revealsAt } from './oracle-reveals.ts'
import type { Customer } from './records.ts'
import type { Visited } from './walk.ts'
import { asked, typedLines } from './walk-requests.ts'

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
 * Checks that a value is shown as the access design says of this path. `text` is the real value, null if it
 * is random.
 */
function isRight(role: Role, path: string, shown: MaskedValue, text: string | null): boolean {
  const sees = seesAt(path, role)
  if (sees === 'none') return shown.visibility === 'hidden'
  if (text === null)
    return shown.visibility === 'clear' && sees === 'full' && made[path]?.test(shown.text) === true
  const expected = textSeen(sees, text)
  if (expected === text) return shown.visibility === 'clear' && shown.text === text
  const way = shown.visibility === 'masked' ? (shown.reveal ?? null) : null
  return shown.visibility === 'masked' && shown.text === expected && way === revealsAt(path, role)
}

const known: Readonly<Record<string, string>> = {
  'authorization.merchant.id': asked.merchant,
  'authorization.workflow': asked.workflow,
  'authorization.transaction.amount': '12550',
  'authorization.transaction.currency': asked.currency,
}

const rid = 'authorization.account.identifier'

/**
 * Checks the offer of the payment link: how the role may reveal it.
 */
function isOfferRight(role: Role, { status, link, current }: PaymentRequest): boolean {
  if (status !== 'created' || current?.isFinal === true) return link === null
  return link === revealsAt('request.address', role)
}

function misjudgedOne(role: Role, request: PaymentRequest, customer: Customer | null): string[] {
  const wrong: string[] = Object.entries(placed).flatMap(([at, path]) => {
    const shown = request[at as keyof typeof placed]
    return isRight(role, path, shown, known[path] ?? null) ? [] : [path]
  })
  // Skip the RID in lists over all customers: the owner of a request is unknown here, and the scan searches
  // for the RIDs.
  if (customer !== null && !isRight(role, rid, request.rid, customer.rid)) wrong.push(rid)
  return isOfferRight(role, request) ? wrong : [...wrong, 'request.address']
}

/** Returns the path of a field of the body: typed values of a person have a row of their own. */
const pathOf = (member: string) => (member in typedLines ? 'request.typed' : `authorization.${member}`)

function misjudgedLine(role: Role, { member, value }: PaymentRequestField, customer: Customer): string[] {
  const path = pathOf(member)
  const text = path === rid ? customer.rid : (typedLines[member] ?? known[path] ?? null)
  return isRight(role, path, value, text) ? [] : [path]
}

/** Returns the requests of an answer, and true if all of them belong to the requested customer. */
function requestsIn({ name, input, answer: { json } }: Visited): [readonly PaymentRequest[], boolean] {
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
export function misjudgedRequests(role: Role, visited: Visited, customer: Customer): string[] {
  const { name, answer } = visited
  const [requests, areOwn] = requestsIn(visited)
  const found = requests.flatMap((one) => misjudgedOne(role, one, areOwn ? customer : null))
  // Accept a clear link for every role that may reveal one, of any payment.
  if (name === 'showPaymentLink' && revealsAt('request.address', role) === null) found.push('request.address')
  if (name === 'draftPaymentRequest') {
    const drafted = endpoints.draftPaymentRequest.response.parse(answer.json)
    const lines = drafted.answer === 'draft' ? drafted.draft.fields : []
    found.push(...lines.flatMap((line) => misjudgedLine(role, line, customer)))
  }
  if (name === 'showPaymentRequestOptions') {
    const { customer: chosen } = endpoints.showPaymentRequestOptions.response.parse(answer.json)
    if (chosen !== null && !isRight(role, rid, chosen.rid, customer.rid)) found.push(rid)
  }
  return [...new Set(found)].map(
    (path) => `${name} shows ${path} to ${role} otherwise than ${nameOf(seesAt(path, role))}`,
  )
}

/** Rows of the access design that answers about payment requests are checked against. */
export const requestPaths: readonly string[] = [
  ...Object.values(placed),
  ...Object.keys(made),
  rid,
  'request.typed',
  'request.address',
]
