import type { Socket } from 'node:net'
import { isAccountName } from './accounts.ts'
import type { ServiceAnswer } from './answer.ts'
import { badRequestAnswer, jsonAnswer, okAnswer } from './answer.ts'
import { addGroup, grownId, grownRid } from './grown.ts'
import type { JsonObject } from './json.ts'
import { isOutage } from './outage.ts'
import type { SandboxState } from './sandbox-state.ts'
import { isOrder, readDeliveryOptions, releaseHeld } from './sending.ts'
import { isFinal, isStateRowName, stateRow, stateRowNames } from './states.ts'

/** Handles control calls about many transactions, all notifications or the whole service. */
export function controlBulk(
  sandbox: SandboxState,
  call: string,
  body: JsonObject,
  from: Socket,
): ServiceAnswer | undefined {
  switch (call) {
    case 'POST grow':
      return growMore(sandbox, body)
    case 'POST moves':
      return drive(sandbox, body)
    case 'GET moves':
      return jsonAnswer(200, sandbox.driver.toJson())
    case 'DELETE moves':
      sandbox.driver.stop()
      return okAnswer()
    case 'POST sending':
      return standingOrder(sandbox, body)
    case 'POST release':
      return letGo(sandbox, body)
    case 'POST down':
      return goDown(sandbox, body, from)
    case 'POST up':
      sandbox.outage.end()
      return okAnswer()
    case 'GET reads':
      return jsonAnswer(200, sandbox.recorder.reads.toJson())
    case 'DELETE reads':
      sandbox.recorder.reads.clear()
      return okAnswer()
    default:
      return undefined
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

function growMore({ world }: SandboxState, body: JsonObject): ServiceAnswer {
  const { account, count, seed = 1, customers = Math.ceil(Number(count) / 5), rows } = body
  if (!isAccountName(account)) return badRequestAnswer('account must be stage or production.')
  if (!isCount(count) || !isCount(customers) || customers > count)
    return badRequestAnswer(
      'count and customers must be numbers, and there cannot be more customers than transactions.',
    )
  if (typeof seed !== 'number') return badRequestAnswer('seed must be a number.')
  const named = rows === undefined ? stateRowNames : Array.isArray(rows) ? rows.filter(isStateRowName) : []
  if (named.length === 0 || (Array.isArray(rows) && named.length < rows.length))
    return badRequestAnswer('rows must name states, such as "processing".')
  const group = addGroup(world, { account, count, seed, customers, rows: named })
  const last = group.first + count - 1
  return jsonAnswer(200, {
    first: group.first,
    firstId: grownId(group, group.first),
    lastId: grownId(group, last),
    firstRid: grownRid(group.first),
    open: named.every((row) => !isFinal(stateRow(row).state)),
  })
}

function drive(sandbox: SandboxState, body: JsonObject): ServiceAnswer {
  const { account, ids, perSecond, count, seed = 1 } = body
  if (!isAccountName(account)) return badRequestAnswer('account must be stage or production.')
  if (!isCount(perSecond) || !isCount(count))
    return badRequestAnswer('perSecond and count must be numbers above 0.')
  sandbox.driver.start(sandbox, {
    account,
    ids: Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : undefined,
    perSecond,
    count,
    seed: Number(seed),
    sending: readDeliveryOptions(body),
  })
  return okAnswer()
}

function standingOrder(sandbox: SandboxState, body: JsonObject): ServiceAnswer {
  const order = readDeliveryOptions(body)
  if (body.account !== undefined && !isAccountName(body.account))
    return badRequestAnswer('account must be stage or production.')
  for (const account of ['stage', 'production'] as const)
    if (body.account === undefined || body.account === account) sandbox.sending[account] = order
  return okAnswer()
}

function letGo(sandbox: SandboxState, body: JsonObject): ServiceAnswer {
  const { order = 'kept', seed = 1 } = body
  if (!isOrder(order)) return badRequestAnswer('order must be kept, reverse or shuffled.')
  return jsonAnswer(200, { released: releaseHeld(sandbox, order, Number(seed)) })
}

function goDown(sandbox: SandboxState, body: JsonObject, from: Socket): ServiceAnswer {
  const { how = 'refused' } = body
  if (!isOutage(how)) return badRequestAnswer('how must be refused, 503 or hang.')
  sandbox.outage.begin(how, from)
  return okAnswer()
}
