import type { IncomingMessage, ServerResponse } from 'node:http'
import { isAccountName } from './accounts.ts'
import type { ServiceAnswer } from './answer.ts'
import { badRequestAnswer, jsonAnswer, notFound, okAnswer, readBody, sendAnswer } from './answer.ts'
import { controlBulk } from './control-bulk.ts'
import { buildAdded } from './fault-bodies.ts'
import { isFaultName, isOperation } from './fault-names.ts'
import type { Json, JsonObject } from './json.ts'
import { isJsonObject, parseJson, serialiseJson, stringAt } from './json.ts'
import { isOpen, moveTransaction, stateOf } from './moves.ts'
import type { SandboxState } from './sandbox-state.ts'
import { deliverNotification, readDeliveryOptions } from './sending.ts'
import type { StoredTransaction } from './world.ts'
import { findTransaction } from './world.ts'

/** Handles the control calls. They require no credentials, so only loopback addresses are accepted. */
export async function handleControl(
  sandbox: SandboxState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isLoopbackAddress(request.socket.remoteAddress)) {
    sendAnswer(response, notFound())
    return
  }
  const bytes = await readBody(request, 64 * 1024 * 1024)
  const body = bytes === undefined || bytes.length === 0 ? {} : parseJson(bytes.toString('utf8'))
  const [path = ''] = (request.url ?? '').split('?')
  if (!isJsonObject(body)) {
    sendAnswer(response, badRequestAnswer('The body must be a JSON object.'))
    return
  }
  const call = `${request.method} ${path.slice('/_sandbox/'.length)}`
  sendAnswer(response, controlBulk(sandbox, call, body, request.socket) ?? control(sandbox, call, body))
}

function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && /^(::1|(::ffff:)?127\.)/.test(address)
}

function control(sandbox: SandboxState, call: string, body: JsonObject): ServiceAnswer {
  const transactionCall = /^POST transactions\/([^/]+)\/(move|notify)$/.exec(call)
  if (transactionCall !== null)
    return onTransaction(sandbox, transactionCall[1] ?? '', transactionCall[2] ?? '', body)
  switch (call) {
    case 'GET requests':
      return jsonAnswer(200, sandbox.recorder.toJson())
    case 'DELETE requests':
      sandbox.recorder.clear()
      return okAnswer()
    case 'POST faults':
      return addFault(sandbox, body)
    case 'GET faults':
      return jsonAnswer(
        200,
        sandbox.faults.map(({ account, operation, id, fault, left }) => ({
          account,
          operation,
          id: id ?? null,
          fault,
          left: Number.isFinite(left) ? left : null,
        })),
      )
    case 'DELETE faults':
      sandbox.faults = []
      return okAnswer()
    case 'POST override':
      return addOverride(sandbox, body)
    case 'DELETE overrides':
      sandbox.overrides = []
      return okAnswer()
    case 'GET canaries':
      return jsonAnswer(
        200,
        sandbox.world.canaries.map(({ record, path, value }) => ({ record, path, value })),
      )
    case 'GET situations':
      return jsonAnswer(200, situations(sandbox))
    case 'GET sinkhole':
      return jsonAnswer(200, { hits: sandbox.sinkholeHits })
    case 'DELETE sinkhole':
      sandbox.sinkholeHits = 0
      return okAnswer()
    case 'GET actions':
      return jsonAnswer(200, sandbox.actions.toJson())
    case 'DELETE actions':
      sandbox.actions.clear()
      return okAnswer()
    case 'GET creates':
      return jsonAnswer(
        200,
        sandbox.creates.map(({ account, body }) => ({ account, body })),
      )
    case 'DELETE creates':
      sandbox.creates = []
      return okAnswer()
    case 'GET deliveries':
      return jsonAnswer(200, { ...sandbox.notifier.toJson(), held: sandbox.held.length })
    case 'DELETE deliveries':
      sandbox.notifier.clear()
      return okAnswer()
    case 'POST announce':
      return announce(sandbox, body)
    case 'POST reset':
      sandbox.reset()
      return okAnswer()
    default:
      return notFound()
  }
}

function addFault(sandbox: SandboxState, body: JsonObject): ServiceAnswer {
  const { account, operation, fault, times, carriesOut } = body
  if (!isAccountName(account)) return badRequestAnswer('account must be stage or production.')
  if (operation !== 'any' && !isOperation(operation)) return badRequestAnswer('operation is not known.')
  if (!isFaultName(fault)) return badRequestAnswer('fault is not known.')
  if (times !== undefined && typeof times !== 'number') return badRequestAnswer('times must be a number.')
  buildAdded(fault)
  sandbox.faults.push({
    account,
    operation,
    id: stringAt(body, 'id'),
    fault,
    carriesOut: carriesOut !== false,
    left: times ?? Number.POSITIVE_INFINITY,
  })
  return okAnswer()
}

function addOverride(sandbox: SandboxState, body: JsonObject): ServiceAnswer {
  const { account, operation } = body
  const id = stringAt(body, 'id')
  const replacement = body.body
  if (!isAccountName(account) || !isOperation(operation) || id === undefined || replacement === undefined)
    return badRequestAnswer('account, operation, id and body are required.')
  // Send a string as it is: overrides can then contain bodies that no JSON value can express.
  sandbox.overrides.push({
    account,
    operation,
    id,
    body: typeof replacement === 'string' ? replacement : serialiseJson(replacement),
  })
  return okAnswer()
}

function onTransaction(sandbox: SandboxState, id: string, what: string, body: JsonObject): ServiceAnswer {
  const found = (['stage', 'production'] as const)
    .filter((account) => body.account === undefined || body.account === account)
    .map((account) => findTransaction(sandbox.world, account, id))
    .find((transaction) => transaction !== undefined)
  if (found === undefined) return notFound()
  if (what === 'notify') return notifyAgain(sandbox, found, body)
  const state = stringAt(body, 'state')
  if (state === undefined) return badRequestAnswer('state is required.')
  const event = stringAt(body, 'event')
  const compound = stringAt(body, 'compound_state') ?? state
  const sent = moveTransaction(sandbox, found, {
    state,
    compound,
    sending: readDeliveryOptions(body),
    ...(event === undefined ? {} : { event }),
  })
  return jsonAnswer(200, { id, state, compound_state: compound, sent })
}

/** Sends an existing notification of a transaction again, optionally repeated, altered or unsigned. */
function notifyAgain(sandbox: SandboxState, transaction: StoredTransaction, body: JsonObject): ServiceAnswer {
  const { notifications } = transaction.detail()
  const event = stringAt(body, 'event')
  const notification = notifications.findLast(
    (one) => event === undefined || stringAt(one, 'event') === event,
  )
  if (notification === undefined) return badRequestAnswer('The transaction has no such notification.')
  return jsonAnswer(200, {
    sent: deliverNotification(sandbox, transaction, notification, readDeliveryOptions(body)),
  })
}

/** Sends the newest notification of open transactions, so that an empty product learns of them. */
function announce(sandbox: SandboxState, body: JsonObject): ServiceAnswer {
  const rids = body.rids
  const wanted = Array.isArray(rids) ? new Set(rids) : undefined
  const announced: Json[] = []
  for (const list of sandbox.world.lists.values()) {
    const { account, rid } = list.sketch
    const chosen = wanted === undefined ? announcedByDefault(rid) : wanted.has(rid)
    if (!chosen || (isAccountName(body.account) && body.account !== account)) continue
    for (const id of list.transactionIds) {
      const transaction = findTransaction(sandbox.world, account, id)
      const notification = transaction?.detail().notifications.at(-1)
      if (
        transaction === undefined ||
        notification === undefined ||
        (wanted === undefined && !isOpen(transaction))
      )
        continue
      if (deliverNotification(sandbox, transaction, notification))
        announced.push({ account, rid, id: transaction.id, state: stateOf(transaction) })
    }
  }
  return jsonAnswer(200, { announced })
}

function announcedByDefault(rid: string): boolean {
  return (
    !rid.startsWith('fault-') &&
    ![
      'cust-five-thousand',
      'cust-foreign',
      'cust-canary',
      'cust-hostile-text',
      'cust-extra-members',
      'cust-missing-members',
    ].includes(rid)
  )
}

function situations(sandbox: SandboxState): Json {
  return [...sandbox.world.lists.values()].map(
    ({ sketch, identityId, transactionIds, unlistedIds }): Json => ({
      rid: sketch.rid,
      account: sketch.account,
      merchant: sketch.merchant,
      words: sketch.text,
      identity: identityId,
      transactions: [...transactionIds],
      unlisted: [...unlistedIds],
    }),
  )
}
