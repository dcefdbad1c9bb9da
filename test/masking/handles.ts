import { endpoints } from '@paydesk/shared/endpoints'
import type { Visitor } from '../support/stack/start.ts'
import { env } from './service.ts'
import type { WalkSubject } from './walk.ts'

/**
 * Searches for the customer and its identity, so that Paydesk creates their handles. The visitor needs access
 * to identities. Throws if Paydesk finds neither.
 */
export async function createHandles(
  visitor: Visitor,
  ids: { rid: string; transactions: readonly string[]; identity: string },
): Promise<WalkSubject> {
  const lookUp = async (text: string) =>
    (await visitor.get(endpoints.searchRecords, { params: { env }, body: { text } })).hits
  const [customer] = await lookUp(ids.rid)
  const [identity] = await lookUp(ids.identity)
  if (customer?.kind !== 'customer' || identity?.kind !== 'identity')
    throw new Error(`the product does not know ${ids.rid}`)
  return { ...ids, customer: customer.customer, identityHandle: identity.identity }
}
