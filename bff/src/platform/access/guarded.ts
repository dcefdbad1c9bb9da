import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { inspect } from 'node:util'
import { isCode } from './masking/masks.ts'
import { type Field, matrix, type OperationalField } from './policy/matrix.ts'

/** Longest text that is kept of one value, in UTF-16 units. */
const LONGEST = 65_536
const MARK = '[guarded]'
// C0, DEL and C1, and the marks that turn the direction of the text around them.
const UNWANTED = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
const UNWANTED_RUNS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu
const PLAIN = /^[\x20-\x7e]{1,1000}$/
const BREAKS = /[\t\n\r]/g

type Value = string | boolean | null

let peek: (guarded: Guarded) => Value

/**
 * A value of the service together with the field it was read from. It prints, serialises, clones
 * and spreads as nothing; it opens only through the functions below and through `sightOf`.
 */
export class Guarded<out F extends Field = Field> {
  readonly #value: Value
  readonly #field: F

  static {
    peek = (guarded) => guarded.#value
  }

  constructor(field: F, value: Value) {
    this.#field = field
    this.#value = value
  }

  get field(): F {
    return this.#field
  }

  toString(): string {
    return MARK
  }

  toJSON(): string {
    return MARK
  }

  [Symbol.toPrimitive](): string {
    return MARK
  }

  [inspect.custom](): string {
    return MARK
  }
}

/**
 * Wraps one member of an answer of the service.
 *
 * @param raw text, boolean, or a number (exact where it is a safe integer; otherwise hand over its
 *   source text). Everything else, `null` and `''` included, counts as absent.
 */
export function guard<F extends Field>(field: F, raw: unknown): Guarded<F> {
  return new Guarded(field, clean(raw))
}

function clean(raw: unknown): Value {
  if (typeof raw === 'string') return raw === '' ? null : cleanText(raw)
  if (typeof raw === 'boolean') return raw
  if (typeof raw === 'number') return Number.isFinite(raw) ? String(raw) : null
  return null
}

function cleanText(raw: string): string | null {
  // Nearly everything that comes: nothing in it can be unwanted, half a character or too long.
  if (PLAIN.test(raw)) return raw
  const kept = raw.length > LONGEST ? cut(raw, LONGEST) : raw
  const whole = kept.toWellFormed()
  if (!UNWANTED.test(whole)) return whole
  const text = whole.replace(BREAKS, ' ')
  // Replaced and never left out: an id that is none must not turn into the id of something else.
  return text.replace(UNWANTED_RUNS, '') === '' ? null : text.replace(UNWANTED_RUNS, '\ufffd')
}

/** At most `length` UTF-16 units, never half a surrogate pair. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

/** A field that may be opened as text because every role with customer screens sees it in full. */
export function openOperational(guarded: Guarded<OperationalField>): string | null {
  return text(peek(guarded))
}

/** An operational yes or no; null where the service gave none. */
export function openFlag(guarded: Guarded<OperationalField>): boolean | null {
  const value = peek(guarded)
  if (typeof value === 'boolean') return value
  if (value === 'true') return true
  return value === 'false' ? false : null
}

/** A result code in code form (`IS0101`, `OK000`, `00`); null for anything else that was written there. */
export function openCode(guarded: Guarded<'response.code' | 'ppr.status_code'>): string | null {
  const value = text(peek(guarded))
  return value !== null && isCode(value) ? value : null
}

/** Fields from which handles are made and records are chosen. Never for display. */
export type HandleField =
  | 'rid'
  | 'profile.remote_user_id'
  | 'identity.id'
  | 'identity.uid'
  | 'response.id'
  | 'response.uid'
  | 'list.transaction_uid'
  | 'original.merchant_id'
  | 'original.transaction_id'
  | 'task.id'

/**
 * The value itself, for making a handle, building an address of the service, or choosing a record. A yes or
 * no is no id.
 */
export function openForHandle(guarded: Guarded<HandleField>): string | null {
  const value = peek(guarded)
  return typeof value === 'boolean' ? null : value
}

/**
 * What the index keeps beside ids and states: the merchant's reference, amounts of notifications (they
 * are found and sorted by), counts of tasks, and `secret`, of which only a keyed hash is kept.
 */
export type IndexField =
  | 'original.reference'
  | 'notification.amount'
  | 'notification.currency'
  | 'task.count'
  | 'secret'

/** The value itself, for a column of the index. Never for display: what is shown goes through the cells again. */
export function openForIndex(guarded: Guarded<IndexField>): string | null {
  return text(peek(guarded))
}

/** Members that a rule compares and that not every role sees (rules/contradictions-index.ts). */
export type RuleField = 'identity.ledger_lifetime_amount' | 'identity.ledger_lifetime_currency'

/** The value itself, for a rule that is told only to roles that see these members in full (`Sight.seesAll`). */
export function openForRule(guarded: Guarded<RuleField>): string | null {
  return text(peek(guarded))
}

/** Fields of what follows from other values. */
export type DerivedField = 'profile.age' | 'profile.address_equal'

/**
 * What follows from other values, guarded again under a field of its own: the cells of that field say who is
 * told. `make` gets the texts, null where there is none, and must keep nothing of them (kept by a test).
 */
export function guardDerived<F extends DerivedField>(
  field: F,
  from: readonly Guarded[],
  make: (texts: readonly (string | null)[]) => string | null,
): Guarded<F> {
  return new Guarded(field, make(from.map((one) => text(peek(one)))))
}

/** Only for `show.ts`, which applies the cell of the role (kept by a test). */
export function openForSight(guarded: Guarded): string | boolean | null {
  return peek(guarded)
}

/**
 * Only for `reveals`, after the cell, the purpose and the person were looked at and before the entry is written
 * without which nothing is answered (kept by a test). A credential opens for nobody, whatever the cells say.
 */
export function openForReveal(guarded: Guarded): string | null {
  if (matrix[guarded.field].class === 'K') throw new Error('a credential is never revealed')
  return text(peek(guarded))
}

/** Only for `freeze.ts`, which writes records that are sealed at once (kept by a test). */
export function openToFreeze(guarded: Guarded): string | boolean | null {
  return peek(guarded)
}

const comparing = randomBytes(32)

/** True where the value is exactly this text. The time taken says nothing about where they differ. */
export function sameValue(guarded: Guarded, expected: string): boolean {
  const value = text(peek(guarded))
  const equal = timingSafeEqual(digest(value ?? ''), digest(expected))
  return equal && value !== null
}

/**
 * Whether there is a value in a normal form at all, and whether that form is exactly this text. The time taken
 * says nothing about where they differ, and as much is done where there is no value.
 */
export function sameNormal(
  guarded: Guarded,
  expected: string,
  normal: (text: string) => string | null,
): { readonly given: boolean; readonly same: boolean } {
  const own = normal(text(peek(guarded)) ?? '')
  const equal = timingSafeEqual(digest(own ?? ''), digest(expected))
  return { given: own !== null, same: equal && own !== null }
}

function digest(value: string): Buffer {
  return createHmac('sha256', comparing).update(value).digest()
}

function text(value: Value): string | null {
  return typeof value === 'boolean' ? String(value) : value
}
