import { endpoints } from '@paydesk/shared/endpoints'
import { type Deed, subject } from '../../platform/audit/entry.ts'
import type { Allowance } from '../../platform/http/rate-limiter.ts'
import { type Actor, route } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { PaymentRequests } from '../../records/payment-requests.ts'
import { type Choices, choicesFor, presentChoices } from './choices.ts'
import { askingOf, type Filled, fillIn, presentFilled } from './draft-routes.ts'
import { findRequest, listRequests, requestOf } from './list.ts'
import { messagesFor } from './messages.ts'
import { presentRequest, type Seen, seenOf, seenOne } from './present.ts'
import type { RequestNeeds } from './rows.ts'
import { type AddressNeeds, type ShownAddress, showAddress } from './show-address.ts'

export interface Needs extends Omit<RequestNeeds, 'createDoor' | 'review'> {
  readonly paymentRequests: PaymentRequests
  /** Drafts and sends of one person a minute. */
  readonly requestCalls: Allowance['take']
}

/** ms that the hosted address is shown. */
const shownMs = 60_000
/** ms: the service takes its time, and somebody else's sending is waited for. */
const longestMs = 20_000

/** A request that was found, with what is shown of it. */
interface Found {
  readonly merchant: string
  readonly seen: Seen
}

interface Sent extends Found {
  readonly answer: 'sent' | 'sent_before' | 'changed'
}

function takeCall(kind: 'draft' | 'send', { session }: Actor, needs: Needs): void {
  if (!needs.requestCalls(JSON.stringify([kind, session.issuer, session.subject])))
    throw new ProblemError('too_many_requests', { retryAfter: 30 })
}

export const showRequestChoices = route(endpoints.showRequestChoices, {
  permission: 'request.make',
  audit: () => ({ action: 'request.choices.viewed' }),
  async handle({ query, ...caller }, needs: Needs): Promise<Choices> {
    const { environment } = caller.scope
    const here = needs.config.environments.find(({ name }) => name === environment)
    if (here === undefined) throw new ProblemError('not_found')
    return choicesFor(here, query.customer, caller, needs)
  },
  present: (choices, { actor }) => presentChoices(choices, actor),
})

export const listPaymentRequests = route(endpoints.listPaymentRequests, {
  permission: 'request.read',
  audit: () => ({ action: 'requests.listed' }),
  async handle({ query, ...caller }, needs: Needs) {
    const { rows, ...page } = await listRequests(query, caller, needs)
    return { ...page, seen: await seenOf(rows, caller.scope.environment, needs) }
  },
  present: ({ seen, next, unknown }, { actor }) => ({
    requests: seen.map((one) => presentRequest(one, actor)),
    next,
    unknown,
  }),
})

export const draftPaymentRequest = route(endpoints.draftPaymentRequest, {
  permission: 'request.make',
  audit: (_call, filled: Filled | undefined) => ({
    action: 'request.drafted',
    about: filled === undefined ? null : subject('request', filled.seen.row.id, filled),
  }),
  async handle({ body, ...caller }, needs: Needs): Promise<Filled> {
    takeCall('draft', caller.actor, needs)
    return fillIn(body, caller, needs)
  },
  present: (filled, { actor }) => presentFilled(filled, actor),
})

export const sendPaymentRequest = route(endpoints.sendPaymentRequest, {
  permission: 'request.make',
  longestMs,
  intent: ({ params }) => ({ action: 'request.sent', about: subject('request', params.request, undefined) }),
  audit: ({ params }, sent: Sent | undefined) => ({
    action: 'request.answered',
    about: subject('request', params.request, sent),
  }),
  async handle({ params, body, ...caller }, needs: Needs): Promise<Sent> {
    takeCall('send', caller.actor, needs)
    const sent = await needs.paymentRequests.send(params.request, body.reviewed, askingOf(caller))
    const { answer, row } = sent
    return { answer, merchant: row.merchant, seen: await seenOne(row, needs) }
  },
  present: ({ answer, seen }, { actor }) => ({ answer, request: presentRequest(seen, actor) }),
})

export const showPaymentRequest = route(endpoints.showPaymentRequest, {
  permission: 'request.read',
  audit: ({ params }, found: Found | undefined) => ({
    action: 'request.viewed',
    about: subject('request', params.request, found),
  }),
  async handle({ params, ...caller }, needs: Needs): Promise<Found> {
    const row = await findRequest(params.request, caller, needs)
    return { merchant: row.merchant, seen: await seenOne(row, needs) }
  },
  present: ({ seen }, { actor }) => presentRequest(seen, actor),
})

export const showRequestAddress = route(endpoints.showRequestAddress, {
  permission: 'request.address',
  audit({ params, body }, shown: ShownAddress | undefined): readonly Deed[] {
    const purpose = {
      field: 'request.address',
      code: body.purpose,
      caseRef: null,
      stepUpAge: shown?.stepUpAge ?? null,
    }
    const about = subject('request', params.request, shown)
    const seen = { action: 'request.address.shown', about, purpose } as const
    const unusual = shown?.unusual ?? null
    return unusual === null ? [seen] : [seen, { action: 'reveals.unusual', note: `rows:${unusual}` }]
  },
  handle: ({ params, ...caller }, needs: AddressNeeds) => showAddress(params.request, caller, needs),
  present: ({ address, at }) => ({
    address,
    messages: messagesFor(address),
    until: new Date(at + shownMs).toISOString(),
    ms: shownMs,
  }),
})

export const showTransactionRequest = route(endpoints.showTransactionRequest, {
  permission: 'request.read',
  audit: (_call, found: Found | null | undefined) => ({
    action: 'request.viewed',
    about: found == null ? null : subject('request', found.seen.row.id, found),
  }),
  async handle({ params, ...caller }, needs: Needs): Promise<Found | null> {
    const row = await requestOf(params.transaction, caller, needs)
    return row === null ? null : { merchant: row.merchant, seen: await seenOne(row, needs) }
  },
  present: (found, { actor }) => ({ request: found === null ? null : presentRequest(found.seen, actor) }),
})
