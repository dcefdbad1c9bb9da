import { createHash } from 'node:crypto'
import type { IndexFilter } from '@paydesk/shared/indexed'
import { z } from 'zod'
import { ProblemError } from '../http/problem.ts'
import type { Actor, Scope } from '../http/route.ts'
import type { Seal } from '../store/seal.ts'

/** The last row of a page: its place in the order (null where it has no amount) and its number. */
export interface Place {
  readonly value: number | null
  readonly seq: number
}

const content = z.tuple([z.int().nullable(), z.int(), z.int()])

/** The same text for the same filter, whatever the order of its members. */
function boundTo(filter: IndexFilter, { session }: Actor, scope: Scope): string {
  const members = Object.entries(filter)
    .filter(([name, value]) => name !== 'after' && value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const parts = [scope.environment, [...scope.merchants].sort(), session.issuer, session.subject, members]
  return `cursor/${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`
}

/**
 * Where the next page begins, encrypted and signed: it holds a place in the order, so an amount where
 * the list is sorted by amounts. It opens for the same person, scope, filter and order only.
 */
export function sealCursor(
  place: Place,
  now: number,
  bound: { filter: IndexFilter; actor: Actor; scope: Scope; seal: Seal },
): string {
  const text = JSON.stringify([place.value, place.seq, now])
  return bound.seal.seal(boundTo(bound.filter, bound.actor, bound.scope), text)
}

/** The place and the time that the first page reckoned ages from. Throws `bad_request` naming `after`. */
export function openCursor(
  after: string,
  bound: { filter: IndexFilter; actor: Actor; scope: Scope; seal: Seal },
): { place: Place; now: number } {
  const text = bound.seal.open(boundTo(bound.filter, bound.actor, bound.scope), after)
  if (text === null)
    throw new ProblemError('bad_request', {
      fields: [{ name: 'after', expected: 'the place that a page of this very list gave' }],
    })
  const [value, seq, now] = content.parse(JSON.parse(text))
  return { place: { value, seq }, now }
}
