import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { FieldCipher } from '../database/field-cipher.ts'
import type { Actor, Scope } from '../http/route.ts'
import { ProblemError } from '../problem/problem.ts'

/** Position of the last row of a page: its sort value (null if the row has none) and its number. */
export interface CursorPosition {
  readonly value: number | null
  readonly seq: number
}

const cursorContentSchema = z.tuple([z.int().nullable(), z.int(), z.int()])

/** Properties that a cursor is bound to. */
export interface CursorBinding {
  /** Name of the list, because two lists may have filters of the same form. */
  readonly list:
    | 'transactions'
    | 'review'
    | 'decisions'
    | 'questions'
    | 'discrepancies'
    | 'audit_log'
    | 'payment_requests'
    | 'inbox'
    | 'customer_observations'
    | 'customer_notifications'
  readonly filter: object
  readonly actor: Actor
  readonly scope: Scope
  readonly cipher: FieldCipher
}

/** Builds the same text for the same filter, in any order of its fields. */
function buildCursorContext({ list, filter, actor: { session }, scope }: CursorBinding): string {
  const members = Object.entries(filter)
    .filter(([name, value]) => name !== 'after' && value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const parts = [
    list,
    scope.environment,
    [...scope.merchants].sort(),
    session.issuer,
    session.subject,
    members,
  ]
  return `cursor/${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`
}

/**
 * Encrypts the position of the next page (keyset pagination), because the cursor holds an amount if the list
 * is sorted by amount. The cursor opens only for the same person, scope, filter and order.
 */
export function encryptCursor(position: CursorPosition, now: number, binding: CursorBinding): string {
  const text = JSON.stringify([position.value, position.seq, now])
  return binding.cipher.seal(buildCursorContext(binding), text)
}

/** Decrypts the position and the time base of ages. Throws `bad_request` naming `after`. */
export function decryptCursor(
  after: string,
  binding: CursorBinding,
): { position: CursorPosition; now: number } {
  const text = binding.cipher.open(buildCursorContext(binding), after)
  if (text === null)
    throw new ProblemError('bad_request', { fields: [{ name: 'after', rule: 'list_cursor' }] })
  const [value, seq, now] = cursorContentSchema.parse(JSON.parse(text))
  return { position: { value, seq }, now }
}
