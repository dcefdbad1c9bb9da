import { createServer } from 'node:http'
import { environmentNameSchema, merchantIdSchema } from '@paydesk/shared/core/ids'
import { defaultUpstreamLimits } from '../payment-service/parsing/limits.ts'
import { createPaymentService } from '../payment-service/payment-service.ts'

export const demoMerchantId = merchantIdSchema.parse('demo-merchant')
export const demoStage = environmentNameSchema.parse('stage')

/** Limits that a busy machine does not reach, so that a slow test is no outage. */
const patientServiceLimits = {
  ...defaultUpstreamLimits,
  connectMs: 10_000,
  firstByteMs: 20_000,
  totalMs: 30_000,
}

export interface FakeRecord {
  state: string
  reason: string
  expires_at?: string
  rid?: string
  secret?: string
  code?: string
  capture?: string
  /** Additional steps of the workflow. */
  steps?: Readonly<Record<string, string>>
  kyc?: string
  test?: boolean
  /** Wrong id for the record to return instead of its own. */
  as?: string
}

export interface SentNotification {
  readonly event: string
  readonly state: string
  readonly reason: string
  readonly amount?: { readonly amount: string; readonly currency: string }
}

/** Temporary fault of every answer: an HTML page of another system, or not found. */
export type FaultMode = 'none' | 'nonsense' | 'nothing'

export const buildCompoundState = ({ state, reason }: { state: string; reason: string }) =>
  `${state}.${reason}`

/**
 * Minimal payment service that speaks the interface over HTTP (endpoints 2 and 4), with hooks between request
 * and answer.
 */
export async function startFakePaymentService() {
  const records = new Map<string, FakeRecord>()
  const sent = new Map<string, SentNotification[]>()
  /** Hooks per request: `before` runs on arrival, `after` when the answer is built and not yet sent. */
  const hooks: Partial<Record<'before' | 'after', ((id: string) => unknown) | undefined>> = {}
  const asked: { id: string; at: number }[] = []
  /** Transactions for which every read fails. */
  const failing = new Set<string>()
  let status: number | 'hang' = 200
  let spell: FaultMode = 'none'

  const recordOf = (id: string, one: FakeRecord) => ({
    id: one.as ?? id,
    state: one.state,
    compound_state: buildCompoundState(one),
    original_message: {
      merchant_id: demoMerchantId,
      transaction_id: `m-${id}`,
      reference: `ref ${id}`,
      account: { identifier: one.rid ?? `cust-${id}` },
    },
    workflow_state: { capture: one.capture ?? 'PENDING', ...one.steps },
    ...(one.kyc === undefined ? {} : { identity: { kyc_state: one.kyc } }),
    response_code: one.code ?? 'IS0101',
    test_transaction: one.test ?? false,
    ...(one.expires_at === undefined ? {} : { expires_at: one.expires_at }),
    ...(one.secret === undefined ? {} : { secret: one.secret }),
  })
  const answerOf = (id: string, isList: boolean): unknown => {
    if (isList)
      return {
        data: (sent.get(id) ?? []).map(({ event, state, reason, amount }) => ({
          id,
          event,
          state,
          compound_state: `${state}.${reason}`,
          ...(amount === undefined ? {} : { payment_amount: amount }),
        })),
      }
    const one = records.get(id)
    return one === undefined ? null : recordOf(id, one)
  }

  const server = createServer((request, response) => {
    const [, id = '', list] =
      /^\/v1\/(?:authorization|transaction)\/([^/]+)(\/notifications)?$/.exec(request.url ?? '') ?? []
    asked.push({ id, at: performance.now() })
    void (async () => {
      if (status === 'hang') return
      if (status !== 200 || failing.has(id)) return response.writeHead(status === 200 ? 503 : status).end()
      await hooks.before?.(id)
      const body = spell === 'nothing' ? null : answerOf(id, list !== undefined)
      const isOdd = spell === 'nonsense'
      const text = isOdd ? '<html>one moment</html>' : JSON.stringify(body ?? { code: 'not_found' })
      await hooks.after?.(id)
      response
        .writeHead(body === null && !isOdd ? 404 : 200, { 'content-type': 'application/json' })
        .end(text)
    })()
  })
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const paymentServices: { close(): Promise<void> }[] = []

  return {
    records,
    sent,
    hooks,
    asked,
    failing,
    /** Sets the status of all further answers: 200 for normal ones, another status, or no answer. */
    answer(how: number | 'hang') {
      status = how
    },
    /** Creates a separate client, as another process would have. */
    door(limits = patientServiceLimits) {
      const paymentService = createPaymentService({
        environment: {
          name: demoStage,
          baseUrl: `http://127.0.0.1:${port}`,
          clientName: 'client',
          token: 'token',
          merchantIds: [demoMerchantId],
        },
        limits,
      })
      paymentServices.push(paymentService)
      return paymentService
    },
    /** Sets the fault mode of all further answers; 'none' ends it. */
    fall(under: FaultMode) {
      spell = under
    },
    spell: () => spell,
    async stop() {
      await Promise.all(paymentServices.map((door) => door.close()))
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

export type FakePaymentService = Awaited<ReturnType<typeof startFakePaymentService>>
