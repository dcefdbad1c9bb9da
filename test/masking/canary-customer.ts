import { z } from 'zod'
import type { Stack } from '../support/stack/start.ts'
import type { RecordJson } from './records.ts'
import type { RecordLeaf } from './response-fields.ts'
import { leavesUnder } from './response-fields.ts'
import { askService, callSandbox, situationOf } from './service.ts'

/** Marker customer of the sandbox: a second set of values, in forms that this folder did not choose. */
export interface CanaryCustomer {
  readonly ids: { readonly rid: string; readonly identity: string; readonly transactions: readonly string[] }
  readonly leaves: readonly RecordLeaf[]
}

const canaries = z.array(z.object({ value: z.string() }))

/** Reads all records of the canary customer directly from the payment service. */
export async function canaryCustomer(stack: Stack): Promise<CanaryCustomer> {
  const ids = await situationOf(stack, 'cust-canary')
  const identity = await askService(stack, `/v1/identity/${ids.identity}`)
  const leaves = [...leavesUnder('identity', identity)]
  for (const transaction of ids.transactions) {
    const state = await askService(stack, `/v1/authorization/${transaction}`)
    const { data } = await askService(stack, `/v1/transaction/${transaction}/notifications`)
    leaves.push(...leavesUnder('state', state), ...leavesUnder('notifications', data))
  }
  const marked = canaries.parse(await callSandbox(stack, 'GET', 'canaries'))
  const values = new Set(marked.map(({ value }) => value))
  return { ids, leaves: leaves.filter(({ value }) => values.has(value)) }
}

/** Returns the end of a marker, which is unique; its beginning is the name of the field. */
export function markerEndOf({ value }: { value: RecordJson }): string {
  return String(value).slice(-6)
}
