import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SandboxAccount } from './accounts.ts'
import { sandboxAccounts } from './accounts.ts'
import type { ServiceAnswer } from './answer.ts'
import { errorAnswer, notFound, readBody, sendAnswer } from './answer.ts'
import { handleControl } from './control.ts'
import { answerFor, idsOf } from './endpoints.ts'
import { applyFault } from './faults.ts'
import { handleHostedPage } from './hosted-page.ts'
import { splitRequestPath, targetOf } from './routes.ts'
import type { SandboxState } from './sandbox-state.ts'

/** Routes requests: control calls, hosted pages, then the interface itself. */
export async function handleService(
  sandbox: SandboxState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const rawPath = request.url ?? '/'
  if (rawPath.startsWith('/_sandbox/')) {
    await handleControl(sandbox, request, response)
    return
  }
  sandbox.recorder.record(request, response)
  const located = splitRequestPath(rawPath)
  // Count before reading or answering: this counts what reached the sandbox, with any outcome.
  if (located !== undefined)
    sandbox.actions.ask(located.account, targetOf(request.method ?? '', located.segments))
  const body = await readBody(request)
  if (sandbox.outage.takes(response)) return
  if (body === undefined) {
    sendAnswer(response, errorAnswer(413, 'VALIDATION_ERROR', 'The request is too large.'))
    return
  }
  if (located === undefined) {
    sendAnswer(response, notFound())
    return
  }
  const { account: accountName, segments } = located
  if (segments[0] === 'landing') {
    handleHostedPage(sandbox, { account: accountName, id: segments[1] ?? '' }, { request, response, body })
    return
  }
  const account = sandboxAccounts[accountName]
  const refusal = checkCredentials(account, request)
  if (refusal !== undefined) {
    sendAnswer(response, refusal)
    return
  }
  await answer(sandbox, account, { method: request.method ?? '', segments, body, response })
}

interface Asked {
  readonly method: string
  readonly segments: readonly string[]
  readonly body: Buffer
  readonly response: ServerResponse
}

async function answer(
  sandbox: SandboxState,
  account: SandboxAccount,
  { method, segments, body, response }: Asked,
): Promise<void> {
  const target = targetOf(method, segments)
  if (target === undefined) {
    sendAnswer(response, notFound())
    return
  }
  const ids = idsOf(sandbox, account, target, body)
  const override = sandbox.overrideFor(account.name, target.operation, ids)
  const rule = sandbox.faultFor(account.name, target.operation, ids)
  // Reads are carried out in any case.
  const changes = target.operation === 'action' || target.operation === 'create'
  const isLost = changes && rule?.carriesOut === false
  if (target.operation === 'create')
    sandbox.creates.push({ account: account.name, body: body.toString('utf8') })
  const healthy: ServiceAnswer =
    override === undefined && !isLost
      ? answerFor(sandbox, account, target, body)
      : {
          status: 200,
          headers: { 'content-type': 'application/json; charset=utf-8' },
          body: override ?? '{}',
        }
  if (rule === undefined) sendAnswer(response, healthy)
  else
    await applyFault(rule.fault, {
      response,
      healthy,
      operation: target.operation,
      sinkholeUrl: sandbox.sinkholeUrl,
      world: sandbox.world,
    })
}

function checkCredentials(account: SandboxAccount, request: IncomingMessage): ServiceAnswer | undefined {
  const refuse = (message: string) => errorAnswer(401, 'AUTHENTICATION_ERROR', message)
  const authorization = request.headers.authorization ?? ''
  if (!authorization.startsWith('Bearer '))
    return refuse('The word Bearer followed by the token must be present.')
  if (!same(authorization.slice('Bearer '.length), account.token)) return refuse('The token is not valid.')
  return same(request.headers.from ?? '', account.from)
    ? undefined
    : refuse('The From header is missing or not valid.')
}

function same(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
