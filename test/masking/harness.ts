import { type Endpoint, endpoints } from '@paydesk/shared/endpoints'
import type { Answer, Visitor } from '../support/stack/start.ts'
import type { RecordName } from './records.ts'
import { env } from './service.ts'
import type { WalkSubject } from './walk.ts'

export interface EndpointCall {
  readonly endpoint: Endpoint
  readonly input: NonNullable<Parameters<Visitor['call']>[1]>
}

export const buildSearchCall = (text: string): EndpointCall => ({
  endpoint: endpoints.searchRecords,
  input: { params: { env }, body: { text } },
})

const ofCustomer = (endpoint: Endpoint, { customer }: WalkSubject): EndpointCall => ({
  endpoint,
  input: { params: { env, customer } },
})
const ofIdentity = (endpoint: Endpoint, { identityHandle }: WalkSubject): EndpointCall => ({
  endpoint,
  input: { params: { env, identity: identityHandle } },
})

/**
 * Returns calls of the routes that read a record. A fresh read comes first, so that no later answer is of an
 * earlier world.
 */
export function callsOf(name: RecordName, subject: WalkSubject): EndpointCall[] {
  const [transaction = ''] = subject.transactions
  const params = { env, transaction }
  const notifications = { endpoint: endpoints.listSentNotifications, input: { params } }
  switch (name) {
    case 'state':
      return [
        { endpoint: endpoints.showTransaction, input: { params, query: { fresh: '1' } } },
        { endpoint: endpoints.showTransactionRecord, input: { params } },
        notifications,
        { endpoint: endpoints.showCase, input: { params } },
        ofCustomer(endpoints.showCustomerIdentity, subject),
        buildSearchCall(transaction),
      ]
    case 'list':
      return [
        ofCustomer(endpoints.listCustomerTransactions, subject),
        ofCustomer(endpoints.showCustomerIdentity, subject),
        buildSearchCall(subject.rid),
      ]
    case 'notifications':
      return [notifications]
    case 'identity':
      return [
        ofCustomer(endpoints.showCustomerIdentity, subject),
        ofIdentity(endpoints.showIdentity, subject),
        ofIdentity(endpoints.showIdentityRecord, subject),
        ofIdentity(endpoints.checkIdentity, subject),
        ofIdentity(endpoints.listDocuments, subject),
        buildSearchCall(subject.identity),
      ]
  }
}

/** Returns all calls about a customer, without duplicates. */
export function allCalls(subject: WalkSubject): EndpointCall[] {
  const records: RecordName[] = ['state', 'list', 'identity']
  return [
    ...records.flatMap((name) => callsOf(name, subject)),
    ofCustomer(endpoints.showCustomer, subject),
    buildSearchCall(`see ${subject.transactions[0]} please`),
  ]
}

/**
 * Removes from an answer what differs between any two calls: the clock, the reference, the letters of
 * handles.
 */
export function normalizeAnswer({ status, headers, text }: Answer): string {
  const lines = [...headers].filter(([name]) => !['date', 'set-cookie', 'x-paydesk-session'].includes(name))
  const handles = new Map<string, string>()
  const body = text
    .replace(/"at":"[^"]*"(?=,"from")/g, '"at":""')
    // Blank the times of a read, which differ between any two reads.
    .replace(/"(notBefore|firstSeen|lastSeen)":"[^"]*"/g, '"$1":""')
    // Blank the hash of the whole record, which differs per world for all roles.
    .replace(/"recordHash":"[0-9a-f]{16}"/g, '"recordHash":""')
    .replace(/"PD-[0-9A-Z]{10}"/g, '"PD-"')
    .replace(/"doc_[0-9a-f]{24}"/g, '"doc_"')
    .replace(/"([ci])_[0-9a-z]{20}"/g, (handle, kind: string) => {
      const name = handles.get(handle) ?? `"${kind}_${handles.size}"`
      handles.set(handle, name)
      return name
    })
  return [status, ...lines.map(([name, value]) => `${name}: ${value}`), '', body].join('\n')
}

/** Returns the normalised answers to these calls, in order. */
export async function loadNormalizedAnswers(
  visitor: Visitor,
  calls: readonly EndpointCall[],
): Promise<string[]> {
  const answers: string[] = []
  for (const { endpoint, input } of calls) answers.push(normalizeAnswer(await visitor.call(endpoint, input)))
  return answers
}
