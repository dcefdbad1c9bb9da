import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { inspect } from 'node:util'
import { isResultCode } from './masking/masks.ts'
import { accessPolicy, type FieldName, type OperationalField } from './policy/access-policy.ts'

/** Longest text that is kept of one value, in UTF-16 units. */
const maxTextLength = 65_536
const guardedMark = '[guarded]'
// C0, DEL and C1, and the marks that turn the direction of the text around them.
const UNWANTED = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
const UNWANTED_RUNS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu
const PLAIN = /^[\x20-\x7e]{1,1000}$/
const BREAKS = /[\t\n\r]/g

type RawValue = string | boolean | null

let peek: (guarded: GuardedValue) => RawValue

/**
 * A value of the service together with the field it was read from. It prints, serialises, clones
 * and spreads as nothing; it opens only through the functions below and through `sightOf`.
 */
export class GuardedValue<out F extends FieldName = FieldName> {
  readonly #value: RawValue
  readonly #field: F

  static {
    peek = (guarded) => guarded.#value
  }

  constructor(field: F, value: RawValue) {
    this.#field = field
    this.#value = value
  }

  get field(): F {
    return this.#field
  }

  toString(): string {
    return guardedMark
  }

  toJSON(): string {
    return guardedMark
  }

  [Symbol.toPrimitive](): string {
    return guardedMark
  }

  [inspect.custom](): string {
    return guardedMark
  }
}

/**
 * Wraps one member of an answer of the service.
 *
 * @param raw text, boolean, or a number (exact where it is a safe integer; otherwise hand over its
 *   source text). Everything else, `null` and `''` included, counts as absent.
 */
export function guardValue<F extends FieldName>(field: F, raw: unknown): GuardedValue<F> {
  return new GuardedValue(field, cleanValue(raw))
}

function cleanValue(raw: unknown): RawValue {
  if (typeof raw === 'string') return raw === '' ? null : cleanText(raw)
  if (typeof raw === 'boolean') return raw
  if (typeof raw === 'number') return Number.isFinite(raw) ? String(raw) : null
  return null
}

function cleanText(raw: string): string | null {
  // Nearly everything that comes: nothing in it can be unwanted, half a character or too long.
  if (PLAIN.test(raw)) return raw
  const kept = raw.length > maxTextLength ? truncateText(raw, maxTextLength) : raw
  const whole = kept.toWellFormed()
  if (!UNWANTED.test(whole)) return whole
  const text = whole.replace(BREAKS, ' ')
  // Replaced and never left out: an id that is none must not turn into the id of something else.
  return text.replace(UNWANTED_RUNS, '') === '' ? null : text.replace(UNWANTED_RUNS, '\ufffd')
}

/** At most `length` UTF-16 units, never half a surrogate pair. */
export function truncateText(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

/** A field that may be opened as text because every role with customer screens sees it in full. */
export function openOperationalText(guarded: GuardedValue<OperationalField>): string | null {
  return toText(peek(guarded))
}

/** An operational yes or no; null where the service gave none. */
export function openFlag(guarded: GuardedValue<OperationalField>): boolean | null {
  const value = peek(guarded)
  if (typeof value === 'boolean') return value
  if (value === 'true') return true
  return value === 'false' ? false : null
}

/** A result code in code form (`IS0101`, `OK000`, `00`); null for anything else that was written there. */
export function openResultCode(guarded: GuardedValue<'response.code' | 'ppr.status_code'>): string | null {
  const value = toText(peek(guarded))
  return value !== null && isResultCode(value) ? value : null
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
export function openForHandle(guarded: GuardedValue<HandleField>): string | null {
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
export function openForIndex(guarded: GuardedValue<IndexField>): string | null {
  return toText(peek(guarded))
}

/** Members that a rule compares and that not every role sees (rules/contradictions-index.ts). */
export type RuleField = 'identity.ledger_lifetime_amount' | 'identity.ledger_lifetime_currency'

/** The value itself, for a rule that is told only to roles that see these members in full (`Sight.seesAll`). */
export function openForRule(guarded: GuardedValue<RuleField>): string | null {
  return toText(peek(guarded))
}

/** Fields of what follows from other values. */
export type DerivedField = 'profile.age' | 'profile.address_equal'

/**
 * What follows from other values, guarded again under a field of its own: the cells of that field say who is
 * told. `make` gets the texts, null where there is none, and must keep nothing of them (kept by a test).
 */
export function guardDerived<F extends DerivedField>(
  field: F,
  from: readonly GuardedValue[],
  make: (texts: readonly (string | null)[]) => string | null,
): GuardedValue<F> {
  return new GuardedValue(field, make(from.map((one) => toText(peek(one)))))
}

/** Only for `show.ts`, which applies the cell of the role (kept by a test). */
export function openForMasking(guarded: GuardedValue): string | boolean | null {
  return peek(guarded)
}

/**
 * Only for `reveals`, after the cell, the purpose and the person were looked at and before the entry is written
 * without which nothing is answered (kept by a test). A credential opens for nobody, whatever the cells say.
 */
export function openForReveal(guarded: GuardedValue): string | null {
  if (accessPolicy[guarded.field].class === 'K') throw new Error('a credential is never revealed')
  return toText(peek(guarded))
}

/** Only for `freeze.ts`, which writes records that are sealed at once (kept by a test). */
export function openForSerialization(guarded: GuardedValue): string | boolean | null {
  return peek(guarded)
}

const comparisonKey = randomBytes(32)

/** True where the value is exactly this text. The time taken says nothing about where they differ. */
export function isSameValue(guarded: GuardedValue, expected: string): boolean {
  const value = toText(peek(guarded))
  const equal = timingSafeEqual(hashForComparison(value ?? ''), hashForComparison(expected))
  return equal && value !== null
}

/**
 * Whether there is a value in a normal form at all, and whether that form is exactly this text. The time taken
 * says nothing about where they differ, and as much is done where there is no value.
 */
export function compareNormalized(
  guarded: GuardedValue,
  expected: string,
  normalize: (text: string) => string | null,
): { readonly hasValue: boolean; readonly isEqual: boolean } {
  const own = normalize(toText(peek(guarded)) ?? '')
  const equal = timingSafeEqual(hashForComparison(own ?? ''), hashForComparison(expected))
  return { hasValue: own !== null, isEqual: equal && own !== null }
}

function hashForComparison(value: string): Buffer {
  return createHmac('sha256', comparisonKey).update(value).digest()
}

function toText(value: RawValue): string | null {
  return typeof value === 'boolean' ? String(value) : value
}
