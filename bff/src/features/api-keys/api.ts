import type { SystemScope } from '@paydesk/shared/administration/system'
import { idempotencyKey, paymentCreate } from '@paydesk/shared/payments/merchant-api'
import { type RequestStatus, requestId } from '@paydesk/shared/payments/payment-request'
import type { Request, RequestHandler, Response } from 'express'
import type { Deed, Subject } from '../../platform/audit/entry.ts'
import { isJson, readBody, wrongFields } from '../../platform/http/input.ts'
import { problemOf, sendProblem } from '../../platform/http/serve.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { RequestRow } from '../../records/payment-requests.ts'
import { createPayment } from './create.ts'
import type { Door, DoorNeeds, System } from './door.ts'
import { answerOf, memberName, type PaymentNeeds, paymentOf } from './payment.ts'

export interface ApiNeeds extends DoorNeeds, PaymentNeeds {}

interface Coming {
  readonly system: System
  readonly request: Request
  readonly response: Response
}

interface Given {
  readonly status: 200 | 201 | 202
  readonly row: RequestRow
  readonly headers?: Readonly<Record<string, string>>
  /** Recorded before the answer. */
  readonly deeds: readonly Deed[]
}

interface Way {
  readonly scope: SystemScope
  readonly action: 'system.created_payment' | 'system.read_payment'
  readonly pattern: string
  readonly handle: (coming: Coming) => Promise<Given>
}

const aboutSystem = ({ id, merchant }: System): Subject => ({ kind: 'system', id, merchant })
const aboutRequest = ({ id, merchant }: RequestRow): Subject => ({ kind: 'request', id, merchant })

/** The way to the hosted page, handed to the merchant's own side. */
const addressShown = (row: RequestRow): Deed => ({
  action: 'request.address.shown',
  about: aboutRequest(row),
  purpose: { field: 'request.address', code: null, caseRef: null, stepUpAge: null },
})

const isOpen = (status: RequestStatus) => status === 'sending' || status === 'unknown'

/** Of what the sender named only the form is told: a name of theirs may be anything. */
function refuseWrong(issues: Parameters<typeof wrongFields>[0]): never {
  const fields = wrongFields(issues).map(({ name, expected }) => ({
    name: name.startsWith('client.') ? 'client' : name,
    expected,
  }))
  throw new ProblemError('bad_request', { fields })
}

async function contentOf({ request, response }: Coming) {
  if (!isJson(request)) throw new ProblemError('unsupported_type')
  const key = idempotencyKey.safeParse(request.get('idempotency-key'))
  if (!key.success) {
    const expected = '1 to 128 letters, digits, _ - . or :'
    throw new ProblemError('bad_request', { fields: [{ name: 'Idempotency-Key', expected }] })
  }
  await readBody(request, response)
  const body = paymentCreate.safeParse(request.body ?? {})
  if (!body.success) refuseWrong(body.error.issues)
  return { idempotencyKey: key.data, body: body.data }
}

/** What became of the request, as a status; what was not created is a problem. */
function statusOf({ status, members }: RequestRow, isReplay: boolean): Given['status'] {
  if (status === 'refused') {
    const names: unknown = members === null ? [] : JSON.parse(members)
    const all = Array.isArray(names) ? names.map((name) => memberName(String(name))) : []
    const fields = all.map((name) => ({ name, expected: 'what the payment service takes' }))
    throw new ProblemError('payment_refused', { fields })
  }
  if (status === 'not_sent') throw new ProblemError('payment_not_sent', { retryAfter: 5 })
  if (isOpen(status)) return 202
  return isReplay ? 200 : 201
}

/** The ways of the interface for systems: by key, without a session, cookies or other origins. */
export function makeApi(
  door: Door,
  needs: ApiNeeds,
): { readonly create: RequestHandler; readonly read: RequestHandler } {
  async function create(coming: Coming): Promise<Given> {
    const { system, request, response } = coming
    const content = await contentOf(coming)
    const { reference } = response.locals
    const whence = { system, request, response }
    const { row, isReplay } = await createPayment(
      {
        ...{ ...content, system, reference },
        leaving: (left) =>
          door.record(
            [
              { action: 'system.created_payment', about: aboutSystem(system) },
              { action: 'request.sent', about: aboutRequest(left) },
            ],
            whence,
            null,
          ),
      },
      needs,
    )
    if (isReplay) response.setHeader('idempotency-replayed', 'true')
    const about = aboutRequest(row)
    if (!isReplay && (row.status === 'refused' || row.status === 'not_sent'))
      await door.record([{ action: 'request.answered', about }], whence, null)
    return {
      status: statusOf(row, isReplay),
      row,
      headers: { location: `/v1/payments/${row.id}` },
      deeds: isReplay
        ? [
            { action: 'system.read_payment', about: aboutSystem(system) },
            { action: 'request.viewed', about },
          ]
        : [{ action: 'request.answered', about }],
    }
  }

  async function read({ system, request }: Coming): Promise<Given> {
    const id = requestId.safeParse(request.params.payment)
    if (!id.success) throw new ProblemError('not_found')
    const row = await paymentOf(id.data, system, needs)
    const deeds: readonly Deed[] = [
      { action: 'system.read_payment', about: aboutSystem(system) },
      { action: 'request.viewed', about: aboutRequest(row) },
    ]
    return { status: 200, row, deeds }
  }

  async function answer(coming: Coming, { handle, action }: Way): Promise<void> {
    const { system, response } = coming
    const given = await handle(coming).catch(async (thrown: unknown) => {
      const problem = problemOf(thrown, response.locals.reference, needs.log)
      await door.record([{ action, about: aboutSystem(system) }], coming, problem.id)
      throw problem
    })
    const told = await answerOf(given.row, needs)
    const body = Buffer.from(JSON.stringify(told))
    const shown = told.payment.redirect_url === null ? [] : [addressShown(given.row)]
    await door.record([...given.deeds, ...shown], coming, null)
    response.writeHead(given.status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
      ...(given.status === 202 && { 'retry-after': '5' }),
      ...given.headers,
    })
    response.end(body)
  }

  const served =
    (way: Way): RequestHandler =>
    async (request, response) => {
      response.locals.pattern = way.pattern
      try {
        if (Object.keys(request.query).length > 0)
          throw new ProblemError('bad_request', { fields: [{ name: '(the query)', expected: 'none' }] })
        const system = await door.open(request, response, way.scope)
        await answer({ system, request, response }, way)
      } catch (thrown) {
        sendProblem(response, problemOf(thrown, response.locals.reference, needs.log))
      }
    }

  return {
    create: served({
      ...{ scope: 'payments:create', action: 'system.created_payment', pattern: '/v1/payments' },
      handle: create,
    }),
    read: served({
      ...{ scope: 'payments:read', action: 'system.read_payment', pattern: '/v1/payments/:payment' },
      handle: read,
    }),
  }
}
