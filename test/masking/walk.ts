import { csrfHeader, type Endpoint, endpoints } from '@paydesk/shared/endpoints'
import { maxRowsReadAhead } from '@paydesk/shared/payments/read-ahead'
import { requestWithJar } from '../support/stack/browse.ts'
import type { Answer, Visitor } from '../support/stack/start.ts'
import type { Exit } from './haystack.ts'
import { env } from './service.ts'
import { systemCalls } from './walk-api-keys.ts'
import { type GivenTrail, takeTrail, trailCalls } from './walk-audit-log.ts'
import { documentWalkCalls, type GivenDocuments, takeDocuments } from './walk-documents.ts'
import { exportRequestCalls, type GivenExports, takeExports } from './walk-exports.ts'
import { glassCalls, peopleCalls } from './walk-people.ts'
import { driftCalls, type GivenDrift, takeDrift } from './walk-reconciliation.ts'
import { requestWalkCalls } from './walk-requests.ts'
import { revealCalls } from './walk-reveals.ts'
import { type GivenReview, reviewCalls, takeReview } from './walk-review.ts'

/** Customer of the walk: ids of the payment service and the handles that stand for them. */
export interface WalkSubject {
  readonly rid: string
  readonly transactions: readonly string[]
  readonly identity: string
  readonly customer: string
  readonly identityHandle: string
}

export interface WalkInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

type EndpointName = keyof typeof endpoints
const isName = (name: string): name is EndpointName => name in endpoints
const endpointNames = Object.keys(endpoints).filter(isName)
/**
 * Come last: a verification records its end at any time, which no list of audit entries before may hold by chance; and
 * nothing can be decided about a released case.
 */
const last = ['startAuditLogVerification', 'showAuditLogVerification', 'releaseCase'] as const
const isLast = (name: EndpointName) => last.some((one) => one === name)
const inOrder = [...endpointNames.filter((name) => !isLast(name)), ...last]

/** Answer to a well-formed call, with the call. */
export interface VisitedCall {
  readonly name: EndpointName
  readonly input: WalkInput
  readonly answer: Answer
}

/** Claims of a caller that match no customer, so that they may occur in no output. */
const callerSays = [
  { kind: 'email', claim: 'Xqvzkwpjtd@hjqkzvwxbn.test' },
  { kind: 'iban', claim: 'GB33 BUKB 2020 1555 5555 55' },
  { kind: 'dob', claim: '23.11.1907' },
  { kind: 'postal_code', claim: 'ZQ9X 7VK' },
] as const

const ofCustomer = ({ customer }: WalkSubject): WalkInput[] => [{ params: { env, customer } }]
const ofIdentity = ({ identityHandle }: WalkSubject): WalkInput[] => [
  { params: { env, identity: identityHandle } },
]
const ofEnvironment = (): WalkInput[] => [{ params: { env } }]
const ofTransactions = ({ transactions }: WalkSubject): WalkInput[] =>
  transactions.map((transaction) => ({ params: { env, transaction } }))

/** Exports of a list: as CSV, and as a workbook, which is searched inflated. */
export const inBothFormats = (input: WalkInput): WalkInput[] => [
  input,
  { ...input, query: { ...input.query, format: 'xlsx' } },
]

/** Values from earlier answers of the same visit. */
interface Given extends GivenReview, GivenDrift, GivenTrail, GivenDocuments, GivenExports {
  view?: string
  queueView?: string
  import?: string
  notification?: string
}

const oneOf = (
  name: 'view' | 'import' | 'notification',
  id: string | undefined,
  body?: unknown,
): WalkInput[] => (id === undefined ? [] : [{ params: { env, [name]: id }, body }])

function take(given: Given, name: EndpointName, input: WalkInput, answer: Answer): void {
  const { status, json } = answer
  if (status !== 200) return
  takeReview(given, name, input, answer)
  takeDrift(given, name, answer)
  takeTrail(given, name, answer)
  takeDocuments(given, name, answer)
  takeExports(given, name, answer)
  if (name === 'saveTransactionListView')
    given.view = endpoints.saveTransactionListView.response.parse(json).views.at(-1)?.view ?? ''
  if (name === 'saveReviewQueueView')
    given.queueView = endpoints.saveReviewQueueView.response.parse(json).views.at(-1)?.view ?? ''
  if (name === 'startImport') given.import = endpoints.startImport.response.parse(json).import
  if (name !== 'listNotificationQueue') return
  const [newest] = endpoints.listNotificationQueue.response.parse(json).entries
  if (newest !== undefined) given.notification = String(newest.number)
}

/** Well-formed calls of every endpoint. A new endpoint does not compile without a line here. */
const calls: Readonly<Record<EndpointName, (subject: WalkSubject, given: Given) => WalkInput[]>> = {
  showCurrentSession: () => [{}],
  chooseRole: () => [{ body: { role: 'admin' } }],
  // Skip: it ends the session, so `signOutWatched` calls it once at the end.
  signOut: () => [],
  searchRecords: (subject) =>
    [subject.rid, ...subject.transactions, subject.identity, `see ${subject.transactions[0]} please`].map(
      (text) => ({
        params: { env },
        body: { text },
      }),
    ),
  showCustomer: ofCustomer,
  listCustomerTransactions: ofCustomer,
  showCustomerIdentity: ofCustomer,
  showTransaction: (subject) =>
    ofTransactions(subject).flatMap((input) => [
      input,
      { ...input, query: { fresh: '1' } },
      { ...input, query: { customer: subject.customer } },
    ]),
  showTransactionRecord: ofTransactions,
  listSentNotifications: ofTransactions,
  showIdentity: ofIdentity,
  showIdentityRecord: ofIdentity,
  checkIdentity: ofIdentity,
  verifyCaller: ({ customer }) => callerSays.map((body) => ({ params: { env, customer }, body })),
  listTransactions: () => [
    { params: { env } },
    { params: { env }, query: { sort: 'changed', order: 'asc' } },
  ],
  exportTransactions: () => inBothFormats({ params: { env } }),
  showHomeFigures: ofEnvironment,
  showTransactionTrend: ofEnvironment,
  showRecordsCoverage: ofEnvironment,
  suggestIds: ({ rid, transactions }) =>
    [rid, ...transactions, 'ord', 'INV'].map((text) => ({ params: { env }, body: { text } })),
  readTransactionsAhead: ({ transactions }) => [
    { params: { env }, body: { transactions: transactions.slice(0, maxRowsReadAhead) } },
  ],
  showTransactionHistory: ofTransactions,
  listReceivedNotifications: ofTransactions,
  listCustomerObservations: ofCustomer,
  listCustomerNotifications: ofCustomer,
  listCustomerCaseEvents: ofCustomer,
  listNotificationQueue: () => [{ params: { env } }, { params: { env }, query: { kind: 'transaction' } }],
  exportNotifications: () => inBothFormats({ params: { env } }),
  showNotificationFigures: ofEnvironment,
  reprocessNotification: (_, { notification }) =>
    oneOf('notification', notification, { reason: 'The service repaired its record' }),
  listTransactionListViews: ofEnvironment,
  saveTransactionListView: () => [{ params: { env }, body: { name: 'In review', filter: { review: '1' } } }],
  changeTransactionListView: (_, { view }) => oneOf('view', view, { name: 'In review now' }),
  removeTransactionListView: (_, { view }) => oneOf('view', view),
  restoreTransactionListView: (_, { view }) => oneOf('view', view),
  listReviewQueueViews: ofEnvironment,
  saveReviewQueueView: () => [{ params: { env }, body: { name: 'Risk', filter: { kind: 'risk' } } }],
  changeReviewQueueView: (_, { queueView }) => oneOf('view', queueView, { name: 'Risk first' }),
  removeReviewQueueView: (_, { queueView }) => oneOf('view', queueView),
  restoreReviewQueueView: (_, { queueView }) => oneOf('view', queueView),
  startImport: ({ rid }) => [
    { params: { env }, body: { kind: 'rid', merchant: 'demo-merchant', text: rid } },
  ],
  listImports: ofEnvironment,
  showImport: (_, given) => oneOf('import', given.import),
  stopImport: (_, given) => oneOf('import', given.import),
  exportRefusedImportLines: (_, given) => oneOf('import', given.import).flatMap(inBothFormats),
  listUndocumentedValues: ofEnvironment,
  showHealth: () => [{}],
  showHealthLastDay: () => [{}],
  // Skip: the stream does not end by itself; `hearChanges` reads it.
  streamLiveEvents: () => [],
  showFieldPermissions: ofEnvironment,
  showMaskingProof: ofEnvironment,
  exportFieldPermissions: () => inBothFormats({ params: { env } }),
  exportFieldPermissionsJson: ofEnvironment,
  ...reviewCalls,
  ...driftCalls,
  ...trailCalls,
  ...documentWalkCalls,
  ...exportRequestCalls,
  ...peopleCalls,
  ...glassCalls,
  ...revealCalls,
  ...requestWalkCalls,
  ...systemCalls,
}

/** Returns everything that left with an answer, except `Date`, which is only the clock of the server. */
export function exitOf(what: string, { status, headers, text }: Answer): Exit {
  const lines = [...headers].filter(([name]) => name !== 'date').map(([name, value]) => `${name}: ${value}`)
  return { what: `${what} (${status})`, bytes: Buffer.from([`${status}`, ...lines, '', text].join('\n')) }
}

/** Returns the contract of an endpoint. */
export const endpointOf = (name: EndpointName): Endpoint => endpoints[name]

const title = (name: EndpointName) => `${endpoints[name].method} ${endpoints[name].path}`

/** Makes every well-formed call about a customer. */
export async function visitEveryEndpoint(visitor: Visitor, subject: WalkSubject): Promise<VisitedCall[]> {
  const visited: VisitedCall[] = []
  const given: Given = {}
  for (const name of inOrder) {
    for (const input of calls[name](subject, given)) {
      const answer = await visitor.call(endpoints[name], input)
      visited.push({ name, input, answer })
      take(given, name, input, answer)
    }
  }
  return visited
}

/** Calls each of these endpoints once. */
export async function visitOnce(
  visitor: Visitor,
  subject: WalkSubject,
  names: readonly EndpointName[],
): Promise<VisitedCall[]> {
  const visited: VisitedCall[] = []
  for (const name of names) {
    const [input = {}] = calls[name](subject, {})
    visited.push({ name, input, answer: await visitor.call(endpoints[name], input) })
  }
  return visited
}

export function exitsOf(visited: readonly VisitedCall[]): Exit[] {
  return visited.map(({ name, answer }) => exitOf(title(name), answer))
}

const wrongInputs = (input: WalkInput, text: string): WalkInput[] => [
  { ...input, params: { ...input.params, env: 'nowhere' } },
  { ...input, query: { ...input.query, [text.replace(/\W/g, '')]: text, sort: text, q: text } },
  ...Object.keys(input.params ?? {})
    .filter((name) => name !== 'env')
    .flatMap((name) => [
      { ...input, params: { ...input.params, [name]: text } },
      { ...input, params: { ...input.params, [name]: `${name.charAt(0)}_00000000000000000000` } },
    ]),
]

const zeros = '0'.repeat(20)

/** Endpoints without a well-formed call here: they would end the session, widen its access, or never end. */
const asItIs: ReadonlySet<EndpointName> = new Set(['signOut', 'streamLiveEvents', 'startBreakGlass'])

/** Extent of wrong calls of an endpoint: every known way, or one. */
export type FailureExtent = 'every way' | 'one way'

/** Makes calls of an endpoint that must fail, with `text` wherever one can stand. */
async function failAt(
  visitor: Visitor,
  [name, failing]: readonly [EndpointName, FailureExtent],
  subject: WalkSubject,
  text: string,
): Promise<Exit[]> {
  const endpoint: Endpoint = endpoints[name]
  const unknown = { view: `v_${zeros}`, import: `m_${zeros}`, notification: '999999999' }
  const [input = {}] = asItIs.has(name) ? [] : calls[name](subject, unknown)
  const what = `failing ${title(name)}`
  const exits: Exit[] = []
  if (failing === 'one way') {
    const query = { ...input.query, [text.replace(/\W/g, '')]: text, sort: text, q: text }
    const body = { text: text.repeat(400), role: text }
    const wrong = endpoint.method === 'GET' ? { ...input, query } : { ...input, query, body }
    return [exitOf(what, await visitor.call(endpoint, wrong))]
  }
  for (const wrong of wrongInputs(input, text)) {
    // Skip the wrong environment for a path without parameters: the call would succeed.
    if (asItIs.has(name) && wrong.query === undefined) continue
    exits.push(exitOf(what, await visitor.call(endpoint, wrong)))
  }
  const path = endpoint.path.replace(/:(\w+)/g, (_, param: string) => input.params?.[param] ?? '')
  const headers = { [csrfHeader.name]: csrfHeader.value, 'content-type': 'application/json' }
  const foreign = {
    origin: `https://${text.replace(/\W/g, '')}.test`,
    [csrfHeader.name]: text.replace(/[^!-~]/g, ''),
  }
  exits.push(exitOf(what, await visitor.send(endpoint.method, path, { headers: foreign })))
  for (const method of ['DELETE', 'HEAD', 'OPTIONS']) {
    // Call past `send`, which parses JSON when a header announces it: an answer to HEAD has no body.
    const response = await requestWithJar(
      visitor.jar,
      new URL(`${path}?${encodeURIComponent(text)}`, visitor.origin),
      { method, headers },
    )
    const { status } = response
    exits.push(exitOf(what, { status, headers: response.headers, text: await response.text(), json: null }))
  }
  if (endpoint.method === 'GET') return exits
  const bodies = [
    `{"text": "${text}`,
    `"${text}"`,
    JSON.stringify({ [text]: text, text, role: text }),
    JSON.stringify({ text: text.repeat(400), role: text }),
    JSON.stringify({ text: text.repeat(2_000) }),
  ]
  for (const body of bodies) exits.push(exitOf(what, await visitor.send('POST', path, { headers, body })))
  return exits
}

/** Makes every endpoint and some pages fail: wrong ids, environments, fields and bodies. */
export async function failEveryEndpoint(
  visitor: Visitor,
  subject: WalkSubject,
  text: string,
  failingOf: (name: EndpointName) => FailureExtent = () => 'every way',
): Promise<Exit[]> {
  const exits: Exit[] = []
  for (const name of endpointNames)
    exits.push(...(await failAt(visitor, [name, failingOf(name)], subject, text)))
  for (const path of [
    `/api/${encodeURIComponent(text)}`,
    `/customers?${encodeURIComponent(text)}`,
    '/%E0%A4%A',
    '/',
  ]) {
    const page = await visitor.send('GET', path, {
      headers: { accept: 'text/html', referer: `https://x.test/${path}` },
    })
    exits.push(exitOf(`page ${path}`, page))
  }
  return exits
}
