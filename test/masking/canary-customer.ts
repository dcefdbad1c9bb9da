import { z } from 'zod'
import type { Stack } from '../support/stack/start.ts'
import type { Json } from './records.ts'
import type { Leaf } from './response-fields.ts'
import { leavesUnder } from './response-fields.ts'
import { askService, control, situationOf } from './service.ts'

/** The sandbox's own customer of markers: a second set of values, in forms that this folder did not choose. */
export interface CanaryCustomer {
  readonly ids: { readonly rid: string; readonly identity: string; readonly transactions: readonly string[] }
  readonly leaves: readonly Leaf[]
}

const canaries = z.array(z.object({ value: z.string() }))

/** Reads all of the canary customer's records from the service itself. */
export async function canaryCustomer(stack: Stack): Promise<CanaryCustomer> {
  const ids = await situationOf(stack, 'cust-canary')
  const identity = await askService(stack, `/v1/identity/${ids.identity}`)
  const leaves = [...leavesUnder('identity', identity)]
  for (const transaction of ids.transactions) {
    const state = await askService(stack, `/v1/authorization/${transaction}`)
    const { data } = await askService(stack, `/v1/transaction/${transaction}/notifications`)
    leaves.push(...leavesUnder('state', state), ...leavesUnder('notifications', data))
  }
  const marked = canaries.parse(await control(stack, 'GET', 'canaries'))
  const values = new Set(marked.map(({ value }) => value))
  return { ids, leaves: leaves.filter(({ value }) => values.has(value)) }
}

/** The end of a marker, which no other has: its beginning is the name of the member. */
export function endOf({ value }: { value: Json }): string {
  return String(value).slice(-6)
}
