import { isJsonObject, type JsonValue } from '@paydesk/bff/payment-service/parsing/json'
import { endpoints } from '@paydesk/shared/endpoints'
import { accounts } from '../../sandbox/accounts.ts'
import type { Answer, Stack, Visitor } from '../stack/start.ts'

export const ticket = 'CASE-5512'

export interface Asked {
  readonly record: Readonly<Record<string, unknown>>
  readonly path: readonly string[]
  readonly purpose?: string
  readonly caseRef?: string
}

/** Asks for one value, for a reason and under a ticket unless told otherwise. */
export function reveal(visitor: Visitor, asked: Asked, env = 'stage'): Promise<Answer> {
  const body = { purpose: 'identity_check', caseRef: ticket, ...asked }
  return visitor.call(endpoints.revealField, { params: { env }, body })
}

/** A body as the service sends it, past the product. */
export async function rawBody(stack: Stack, path: string): Promise<JsonValue> {
  const { from, token } = accounts.stage
  const response = await fetch(`${stack.sandbox.serviceUrl}/stage/v1/${path}`, {
    headers: { from, authorization: `Bearer ${token}` },
  })
  if (!response.ok) throw new Error(`the service answered ${response.status} to ${path}`)
  return (await response.json()) as JsonValue
}

/** What stands at a path of a body of the service; null where nothing does. */
export function valueIn(body: JsonValue, path: readonly string[]): JsonValue {
  return path.reduce<JsonValue>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)] ?? null
    return isJsonObject(value) ? (value[step] ?? null) : null
  }, body)
}
