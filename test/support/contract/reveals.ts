import { isJsonObject, type JsonValue } from '@paydesk/bff/payment-service/parsing/json'
import { endpoints } from '@paydesk/shared/endpoints'
import { sandboxAccounts } from '../../sandbox/accounts.ts'
import { sendRequest } from '../stack/browse.ts'
import type { Answer, Stack, Visitor } from '../stack/start.ts'

export const revealTicket = 'CASE-5512'

export interface RevealInput {
  readonly record: Readonly<Record<string, unknown>>
  readonly path: readonly string[]
  readonly purpose?: string
  readonly caseRef?: string
}

/** Requests the reveal of one value, with a default purpose and ticket. */
export function requestReveal(visitor: Visitor, asked: RevealInput, env = 'stage'): Promise<Answer> {
  const body = { purpose: 'identity_check', caseRef: revealTicket, ...asked }
  return visitor.call(endpoints.revealField, { params: { env }, body })
}

/** Requests the reveal of several profile fields at once, with a default purpose and ticket. */
export function revealGroup(
  visitor: Visitor,
  identity: string,
  fields: readonly string[],
  caseRef = revealTicket,
): Promise<Answer> {
  const body = { record: { kind: 'identity', identity }, fields, purpose: 'identity_check', caseRef }
  return visitor.call(endpoints.revealFieldGroup, { params: { env: 'stage' }, body })
}

/** Body as the payment service sends it, read without the product. Throws if the status is an error. */
export async function rawBody(stack: Stack, path: string): Promise<JsonValue> {
  const { from, token } = sandboxAccounts.stage
  const response = await sendRequest(`${stack.sandbox.serviceUrl}/stage/v1/${path}`, {
    headers: { from, authorization: `Bearer ${token}` },
  })
  if (!response.ok) throw new Error(`the service answered ${response.status} to ${path}`)
  return JSON.parse(await response.text()) as JsonValue
}

/** Value at a path of a body of the payment service; null if there is none. */
export function valueIn(body: JsonValue, path: readonly string[]): JsonValue {
  return path.reduce<JsonValue>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)] ?? null
    return isJsonObject(value) ? (value[step] ?? null) : null
  }, body)
}
