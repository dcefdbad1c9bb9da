import { endpoints } from '@paydesk/shared/endpoints'
import { systemOf } from '../support/contract/api-keys.ts'
import { requestReveal } from '../support/contract/reveals.ts'
import type { Person, Stack, Visitor } from '../support/stack/start.ts'
import { createHandles } from './handles.ts'
import { env, situationOf } from './service.ts'
import { inBothFormats, type VisitedCall, visitOnce, type WalkInput, type WalkSubject } from './walk.ts'
import { exportRequestCalls } from './walk-exports.ts'
import { sampleTicket, walkStaffTexts } from './walk-review.ts'

type Name = VisitedCall['name']

/**
 * Calls that need re-authentication or a second person, so that a walk of one person cannot complete them.
 */
export const beyondOne: ReadonlySet<Name> = new Set([
  'showDocumentContent',
  'closeDocument',
  'requestDownload',
  'decideDownloadRequest',
  'downloadDocument',
  'decideExportRequest',
  'reportBreakGlass',
  'showBreakGlass',
  'acknowledgeBreakGlass',
  'acknowledgeUnusualAccessAlert',
  'sendPaymentRequest',
  'showPaymentRequest',
  'showPaymentLink',
  'createApiKey',
  'revokeApiKey',
])

/**
 * Returns a function that calls an endpoint, keeps the answer and returns its JSON. Throws unless the status
 * is 200.
 */
export function createRecordingCaller(visitor: Visitor, visited: VisitedCall[]) {
  return async (name: Name, input: WalkInput = {}): Promise<unknown> => {
    const answer = await visitor.call(endpoints[name], input)
    visited.push({ name, input, answer })
    if (answer.status !== 200)
      throw new Error(`${name} answered ${answer.status}: ${answer.text.slice(0, 200)}`)
    return answer.json
  }
}

/** Signs a person in and re-authenticates. */
export async function signInReauthenticated(stack: Stack, person: Person): Promise<Visitor> {
  const visitor = await stack.as(person)
  if (person === 'twoRoles') await visitor.get(endpoints.chooseRole, { body: { role: 'compliance' } })
  await visitor.prove(person)
  return visitor
}

const why = { file: 0, purpose: 'identity_check', caseRef: sampleTicket } as const

/** Opens a document, requests its download, and downloads it after the approval of a second person. */
async function walkDocument(stack: Stack, clara: Visitor, visited: VisitedCall[]): Promise<void> {
  const [call, second] = [
    createRecordingCaller(clara, visited),
    createRecordingCaller(await signInReauthenticated(stack, 'twoRoles'), visited),
  ]
  const { rid, identity: id, transactions } = await situationOf(stack, 'cust-00417')
  const { identityHandle: identity } = await createHandles(clara, { rid, identity: id, transactions })
  const { documents } = endpoints.listDocuments.response.parse(
    await call('listDocuments', { params: { env, identity } }),
  )
  const document = documents.find(({ files }) => files[0]?.location === 'here')?.document ?? ''
  const ofDocument = { params: { env, identity, document } }
  const { view } = endpoints.openDocument.response.parse(
    await call('openDocument', { ...ofDocument, body: why }),
  )
  await call('showDocumentContent', { params: { env, identity, view } })
  await call('closeDocument', { params: { env, identity, view } })
  const body = { ...why, text: walkStaffTexts.explained }
  const asked = endpoints.requestDownload.response.parse(
    await call('requestDownload', { ...ofDocument, body }),
  )
  const ofRequest = { params: { env, request: asked.request.request } }
  await second('decideDownloadRequest', { ...ofRequest, body: { answer: 'confirm' } })
  await call('downloadDocument', ofRequest)
}

/** Requests an export, and downloads it after the approval of a second person. */
async function walkExport(stack: Stack, clara: Visitor, visited: VisitedCall[]): Promise<void> {
  const [call, second] = [
    createRecordingCaller(clara, visited),
    createRecordingCaller(await signInReauthenticated(stack, 'twoRoles'), visited),
  ]
  const [{ body } = {}] = exportRequestCalls.requestExport()
  const asked = endpoints.requestExport.response.parse(await call('requestExport', { params: { env }, body }))
  const { request } = asked.request
  await second('decideExportRequest', { params: { env, request }, body: { answer: 'confirm' } })
  for (const input of inBothFormats({ params: { env }, query: { request } }))
    await call('exportTransactions', input)
}

/** Reveals a value, and acknowledges the alert about a colleague who revealed unusually many. */
async function walkReveals(
  stack: Stack,
  clara: Visitor,
  subject: WalkSubject,
  visited: VisitedCall[],
): Promise<void> {
  const call = createRecordingCaller(clara, visited)
  const record = { kind: 'identity', identity: subject.identityHandle }
  const { status } = await requestReveal(clara, { record, path: ['profile', 'last_name'] })
  if (status !== 200) throw new Error(`a reveal was answered ${status}`)
  const alert = `w_${'1'.repeat(20)}`
  const who = { issuer: stack.sandbox.idpUrl, subject: 'cora.blum' }
  const counts = { reveals: 31, customers: 11 }
  await stack.deps.store.db
    .insertInto('reveal_alerts')
    .values({ id: alert, environment: env, ...who, ...counts, why: 'customers', at: Date.now() })
    .execute()
  await call('listUnusualAccessAlerts', { params: { env } })
  await call('acknowledgeUnusualAccessAlert', { params: { env, alert } })
}

const behindGlass = [
  'showCurrentSession',
  'showCustomer',
  'showCustomerIdentity',
  'showTransaction',
  'showTransactionRecord',
  'listSentNotifications',
  'showIdentity',
  'showIdentityRecord',
  'listDocuments',
] as const satisfies readonly Name[]

export interface ReauthenticatedWalk {
  /** Answers to people of compliance. */
  readonly compliance: readonly VisitedCall[]
  /** Answers about this customer during emergency access. */
  readonly glass: readonly VisitedCall[]
  /** Other answers to the same person, as support. */
  readonly support: readonly VisitedCall[]
  /** Answers to the administrator about API keys. */
  readonly admin: readonly VisitedCall[]
}

async function walkGlass(
  stack: Stack,
  subject: WalkSubject,
): Promise<Pick<ReauthenticatedWalk, 'glass' | 'support'>> {
  const support: VisitedCall[] = []
  const visitor = await stack.as('support')
  const call = createRecordingCaller(visitor, support)
  const text = 'Payments of a customer are stuck at night'
  await call('startBreakGlass', { body: { purpose: 'incident', ticket: sampleTicket, text } })
  const glass = await visitOnce(visitor, subject, behindGlass)
  await call('endBreakGlass')
  await call('reportBreakGlass', {
    body: { text: `${text}: the bank was told whose payment it was, and no more was read.` },
  })
  await createRecordingCaller(await stack.as('support'), support)('endOtherSessions')
  return { glass, support }
}

async function acknowledgeBreakGlass(clara: Visitor, visited: VisitedCall[]): Promise<void> {
  const call = createRecordingCaller(clara, visited)
  const { activations } = endpoints.listBreakGlass.response.parse(
    await call('listBreakGlass', { query: { show: 'waiting' } }),
  )
  const params = { breakGlass: activations[0]?.breakGlass ?? '' }
  await call('showBreakGlass', { params })
  await call('acknowledgeBreakGlass', { params })
}

/** Creates an API key and revokes it. */
async function walkSystems(stack: Stack): Promise<VisitedCall[]> {
  const visited: VisitedCall[] = []
  const call = createRecordingCaller(await signInReauthenticated(stack, 'admin'), visited)
  const params = { env }
  const { apiKey } = endpoints.createApiKey.response.parse(
    await call('createApiKey', { params, body: systemOf('demo-merchant') }),
  )
  await call('listApiKeys', { params })
  await call('revokeApiKey', { params: { ...params, apiKey: apiKey.apiKey } })
  return visited
}

/**
 * Walks everything about this customer that needs re-authentication or two people. The answers contain no
 * revealed values.
 */
export async function walkProved(stack: Stack, subject: WalkSubject): Promise<ReauthenticatedWalk> {
  const compliance: VisitedCall[] = []
  const clara = await signInReauthenticated(stack, 'compliance')
  await walkDocument(stack, clara, compliance)
  await walkExport(stack, clara, compliance)
  await walkReveals(stack, clara, subject, compliance)
  const glass = await walkGlass(stack, subject)
  await acknowledgeBreakGlass(clara, compliance)
  return { ...glass, compliance, admin: await walkSystems(stack) }
}
