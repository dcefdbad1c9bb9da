import type { Stack } from '../support/stack/start.ts'
import { expect } from './fixtures.ts'

/** Changes the state of a transaction at the payment service, which sends a notification of the event. */
export async function moveTransaction(stack: Stack, id: string, to: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${stack.sandbox.serviceUrl}/_sandbox/transactions/${id}/move`, {
    method: 'POST',
    body: JSON.stringify(to),
  })
  expect(response.status).toBe(200)
}

/** Returns the ID of a transaction of one customer of the sandbox. Throws if there is none. */
export async function transactionOf(stack: Stack, rid: string, index = 0): Promise<string> {
  const response = await fetch(`${stack.sandbox.serviceUrl}/_sandbox/situations`)
  const all: { rid: string; transactions: string[] }[] = await response.json()
  const id = all.find((one) => one.rid === rid)?.transactions[index]
  if (id === undefined) throw new Error(`${rid} has no transaction`)
  return id
}
