import { endpoints } from '@paydesk/shared/endpoints'
import type { Purpose, Subject } from '../../platform/audit/entry.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import type { Allowance } from '../../platform/http/rate-limiter.ts'
import { type Actor, route, streamRoute } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { type Answered, answerRequest } from './answer.ts'
import { type Asked, askFor } from './ask.ts'
import { type ContentNeeds, contentOf, whomOf } from './content.ts'
import { type Listed, listRequests } from './list.ts'
import { presentRequest, type RequestRow } from './rows.ts'
import { takeOnce } from './take.ts'

export interface Needs extends ContentNeeds {
  readonly subjectCalls: Allowance['take']
}

type Sealed<Value> = Value & { readonly seal: Seal }

/** Every entry about a request is about its customer: who looks at who saw them sees that too. */
const aboutCustomer = (row: RequestRow | undefined): Subject | null =>
  row === undefined ? null : { kind: 'customer', id: row.customer, merchant: row.merchant }

const purposeOf = (caseRef: string | null): Purpose => ({
  field: null,
  code: 'subject_request',
  caseRef,
  stepUpAge: null,
})

/** The same in every session and role. */
function limited({ subjectCalls }: Needs, { session }: Actor): void {
  const person = JSON.stringify([session.issuer, session.subject])
  if (!subjectCalls(person)) throw new ProblemError('too_many_requests', { retryAfter: 10 })
}

export const askSubjectExport = route(endpoints.askSubjectExport, {
  permission: 'subject.export',
  audit: ({ body }, asked: Sealed<Asked> | undefined) => ({
    action: 'subject.export.asked',
    about: asked === undefined ? { kind: 'customer', id: body.customer } : aboutCustomer(asked.row),
    purpose: purposeOf(asked?.row.ticket ?? null),
  }),
  async handle(call, needs: Needs): Promise<Sealed<Asked>> {
    limited(needs, call.actor)
    return { ...(await askFor(call.body, call, needs)), seal: needs.seal }
  },
  present: ({ answer, row, seal }, { actor }) => ({ answer, request: presentRequest(row, actor, seal) }),
})

export const listSubjectRequests = route(endpoints.listSubjectRequests, {
  permission: 'subject.export',
  audit: () => ({ action: 'subject.requests.listed' }),
  handle: async (call, needs: Needs): Promise<Sealed<Listed>> => ({
    ...(await listRequests(call, needs)),
    seal: needs.seal,
  }),
  present: ({ rows, waiting, seal }, { actor }) => ({
    requests: rows.map((row) => presentRequest(row, actor, seal)),
    waiting,
  }),
})

export const answerSubjectExport = route(endpoints.answerSubjectExport, {
  permission: 'subject.export',
  audit: (_call, answered: Sealed<Answered> | undefined) => ({
    action: answered?.answer === 'too_late' ? 'subject.export.stopped' : 'subject.export.answered',
    about: aboutCustomer(answered?.row),
    purpose: purposeOf(answered?.row.ticket ?? null),
  }),
  async handle(call, needs: Needs): Promise<Sealed<Answered>> {
    limited(needs, call.actor)
    return { ...(await answerRequest(call.params.request, call.body, call, needs)), seal: needs.seal }
  },
  present: ({ answer, row, seal }, { actor }) => ({ answer, request: presentRequest(row, actor, seal) }),
})

/** Which request a call took: what is recorded of a stream is asked by the call alone. */
const taken = new WeakMap<object, RequestRow>()

export const takeSubjectExport = streamRoute(endpoints.takeSubjectExport, {
  permission: 'subject.export',
  renews: true,
  audit: (call) => ({
    action: 'subject.export.taken',
    about: aboutCustomer(taken.get(call)),
    purpose: purposeOf(taken.get(call)?.ticket ?? null),
  }),
  ended: (call, rows) => ({
    action: 'subject.export.ended',
    about: aboutCustomer(taken.get(call)),
    purpose: purposeOf(taken.get(call)?.ticket ?? null),
    note: `rows:${rows}`,
  }),
  headers: ({ params }) => ({
    'content-disposition': `attachment; filename="paydesk-subject-export-${params.request}.json"`,
  }),
  async open(call, needs: Needs, hearer) {
    limited(needs, call.actor)
    const row = await takeOnce(call.params.request, call, needs)
    taken.set(call, row)
    return contentOf(row, await whomOf(row, needs), needs, hearer)
  },
})
