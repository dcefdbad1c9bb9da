import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { FieldCipher } from '../database/field-cipher.ts'
import type { Actor, Scope } from '../http/route.ts'
import { ProblemError } from '../problem/problem.ts'

/** The last row of a page: its place in the order (null where it has no value there) and its number. */
export interface CursorPosition {
  readonly value: number | null
  readonly seq: number
}

const cursorContent = z.tuple([z.int().nullable(), z.int(), z.int()])

/** What a place belongs to. */
export interface CursorBinding {
  /** Which list it is of: two lists may have filters of the same form. */
  readonly list: 'transactions' | 'review' | 'decisions' | 'handovers' | 'drift' | 'trail' | 'requests'
  readonly filter: object
  readonly actor: Actor
  readonly scope: Scope
  readonly seal: FieldCipher
}

/** The same text for the same filter, whatever the order of its members. */
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
 * Where the next page begins, encrypted and signed: it holds a place in the order, so an amount where
 * the list is sorted by amounts. It opens for the same person, scope, filter and order only.
 */
export function sealCursor(position: CursorPosition, now: number, binding: CursorBinding): string {
  const text = JSON.stringify([position.value, position.seq, now])
  return binding.seal.seal(buildCursorContext(binding), text)
}

/** The place and the time that the first page reckoned ages from. Throws `bad_request` naming `after`. */
export function openCursor(after: string, binding: CursorBinding): { place: CursorPosition; now: number } {
  const text = binding.seal.open(buildCursorContext(binding), after)
  if (text === null)
    throw new ProblemError('bad_request', {
      fields: [{ name: 'after', expected: 'the place that a page of this very list gave' }],
    })
  const [value, seq, now] = cursorContent.parse(JSON.parse(text))
  return { place: { value, seq }, now }
}
