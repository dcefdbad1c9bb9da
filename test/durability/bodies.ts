import type { AccountName } from '../sandbox/accounts.ts'
import { grownIds } from '../sandbox/grown.ts'
import { serialiseJson } from '../sandbox/json.ts'
import { buildNotification } from '../sandbox/moves.ts'
import type { Sandbox } from '../sandbox/start.ts'
import { controlSandbox, valueAt } from '../sandbox/test-client.ts'
import { createWorld, findTransaction } from '../sandbox/world.ts'

/**
 * Makes the sandbox grow open transactions, and creates bodies of notifications about them as the payment
 * service would send them. All bodies differ, although many concern the same transaction.
 */
export async function growBodies(sandbox: Sandbox, count: number, account: AccountName = 'stage') {
  const asked = { account, count, customers: Math.ceil(count / 4), seed: 11, rows: ['processing' as const] }
  const answer = await controlSandbox(sandbox, 'POST', 'grow', asked)
  const group = { ...asked, first: Number(valueAt(answer, 'first')) }
  const world = createWorld(sandbox.serviceUrl, Date.now())
  world.grown.push(group)
  const ids = [...grownIds(group)]
  let serial = 0

  function next(): Buffer {
    const transaction = findTransaction(world, account, ids[serial % ids.length] ?? '')
    if (transaction === undefined) throw new Error('a grown transaction that nobody knows')
    serial += 1
    const notification = buildNotification(transaction, 'payment_success', {}, false)
    return Buffer.from(serialiseJson({ ...notification, screen_entities: [{ id: `hit-${serial}` }] }))
  }

  return {
    ids,
    next,
    /** Yields up to `most` bodies, created on demand. */
    *some(most = Number.POSITIVE_INFINITY): Generator<Buffer, undefined> {
      for (let made = 0; made < most; made += 1) yield next()
      return undefined
    },
  }
}
