import type { SandboxAccount } from './accounts.ts'
import type { ServiceAnswer } from './answer.ts'
import { errorAnswer, jsonAnswer, notFound } from './answer.ts'
import { createAuthorization } from './create.ts'
import { fileAnswer } from './documents.ts'
import { objectAt, parseJson, stringAt } from './json.ts'
import { findByTask, isOpen, moveTransaction } from './moves.ts'
import type { RequestTarget } from './routes.ts'
import type { SandboxState } from './sandbox-state.ts'
import { findIdentity, findTransaction, identityBody, keyOf, listBody, notificationsBody } from './world.ts'

/** Builds the healthy answer of each endpoint, before any fault. */
export function answerFor(
  sandbox: SandboxState,
  account: SandboxAccount,
  target: RequestTarget,
  body: Buffer,
): ServiceAnswer {
  const { world } = sandbox
  switch (target.operation) {
    case 'create':
      return createAuthorization(sandbox, account, body)
    case 'state': {
      const found = findTransaction(world, account.name, target.id)
      return found === undefined ? notFound() : jsonAnswer(200, found.detail().record)
    }
    case 'list':
      // RID for which the payment service answers 404 instead of an empty list.
      if (target.rid === 'nobody-404' || !account.merchants.includes(target.merchant)) return notFound()
      return jsonAnswer(200, listBody(world, account.name, target.merchant, target.rid))
    case 'notifications': {
      const found = findTransaction(world, account.name, target.id)
      return found === undefined ? notFound() : jsonAnswer(200, notificationsBody(found))
    }
    case 'identity': {
      const found = identityBody(world, account.name, target.id)
      return found === undefined ? notFound() : jsonAnswer(200, found)
    }
    case 'document': {
      const file = world.files.get(keyOf(account.name, target.path))
      return file === undefined ? notFound() : fileAnswer(sandbox.specimens, file)
    }
    case 'action':
      return sandbox.settings.operatorActions ? act(sandbox, account, target.action, target.id) : notFound()
  }
}

const finalDetail = { id: 'transaction-complete', message: 'The transaction is final and cannot be changed' }

function act(
  sandbox: SandboxState,
  account: SandboxAccount,
  action: 'accept' | 'reject' | 'cancel',
  id: string,
): ServiceAnswer {
  const transaction =
    action === 'cancel'
      ? findTransaction(sandbox.world, account.name, id)
      : findByTask(sandbox, account.name, id)
  if (transaction === undefined) return notFound()
  if (!isOpen(transaction))
    return errorAnswer(400, 'VALIDATION_ERROR', 'The request failed validation.', [finalDetail])
  sandbox.actions.carryOut(account.name, action, id)
  if (action === 'accept')
    moveTransaction(sandbox, transaction, {
      state: 'SUCCESS',
      compound: 'SUCCESS.COMPLETE',
      event: 'transaction_accepted',
    })
  else if (action === 'reject')
    moveTransaction(sandbox, transaction, {
      state: 'REJECTED',
      compound: 'REJECTED.RISK_REJECTED',
      event: 'risk_manual_rejected',
    })
  else
    moveTransaction(sandbox, transaction, {
      state: 'CANCELLED',
      compound: 'CANCELLED.CANCELLED_BY_MERCHANT',
      event: 'transaction_cancelled',
    })
  return jsonAnswer(200, {})
}

/** Collects every id by which a fault or an override can address this request. */
export function idsOf(
  sandbox: SandboxState,
  account: SandboxAccount,
  target: RequestTarget,
  body: Buffer,
): string[] {
  const { world } = sandbox
  switch (target.operation) {
    case 'create': {
      const parsed = parseJson(body.toString('utf8'))
      const ids = [
        stringAt(objectAt(parsed, 'account'), 'identifier'),
        stringAt(objectAt(parsed, 'transaction'), 'id'),
      ]
      return ids.filter((id) => id !== undefined)
    }
    case 'state':
    case 'notifications': {
      const rid = findTransaction(world, account.name, target.id)?.rid
      return rid === undefined ? [target.id] : [target.id, rid]
    }
    case 'list':
      return [target.rid]
    case 'identity': {
      const rid = findIdentity(world, account.name, target.id)?.rid
      return rid === undefined ? [target.id] : [target.id, rid]
    }
    case 'document':
      return [target.path, ...target.path.split('/').slice(1)]
    case 'action':
      return [target.id]
  }
}
