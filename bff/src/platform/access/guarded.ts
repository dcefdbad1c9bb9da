import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { inspect } from 'node:util'
import { isResultCode } from './masking/masks.ts'
import { accessPolicy, type FieldName, type OperationalField } from './policy/access-policy.ts'

/** Longest text that is kept of one value, in UTF-16 units. */
const maxTextLength = 65_536
const guardedMark = '[guarded]'
// Control characters (C0, DEL, C1), and marks that change the direction of the text around them.
const UNWANTED = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
const UNWANTED_RUNS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu
const PLAIN = /^[\x20-\x7e]{1,1000}$/
const BREAKS = /[\t\n\r]/g

type RawValue = string | boolean | null

let peek: (guarded: GuardedValue) => RawValue

/**
 * Value of the payment service with the field it was read from. Printing, serialising, cloning and spreading
 * reveal nothing; the value opens only through the functions below and through `createFieldAccess`.
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
 * Wraps one field of an answer of the payment service.
 *
 * @param raw text, boolean, or a number (exact if it is a safe integer; otherwise pass its source text). Any
 * other value, `null` and `''` included, counts as absent.
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
  // Fast path for nearly all values: plain ASCII of limited length needs no cleaning.
  if (PLAIN.test(raw)) return raw
  const kept = raw.length > maxTextLength ? truncateText(raw, maxTextLength) : raw
  const whole = kept.toWellFormed()
  if (!UNWANTED.test(whole)) return whole
  const text = whole.replace(BREAKS, ' ')
  // Replace unwanted characters instead of removing them: an invalid id must not turn into the id of
  // something else.
  return text.replace(UNWANTED_RUNS, '') === '' ? null : text.replace(UNWANTED_RUNS, '\ufffd')
}

/** Truncates to at most `length` UTF-16 units, never within a surrogate pair. */
export function truncateText(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

/** Opens an operational field as text: every role with customer screens sees such a field in full. */
export function unwrapOperationalText(guarded: GuardedValue<OperationalField>): string | null {
  return toText(peek(guarded))
}

/** Opens an operational boolean; null if the payment service provided none. */
export function unwrapOperationalBoolean(guarded: GuardedValue<OperationalField>): boolean | null {
  const value = peek(guarded)
  if (typeof value === 'boolean') return value
  if (value === 'true') return true
  return value === 'false' ? false : null
}

/** Opens a result code in code form (`IS0101`, `OK000`, `00`); null for any other text in the field. */
export function unwrapResultCode(guarded: GuardedValue<'response.code' | 'ppr.status_code'>): string | null {
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
 * Opens a value to make a handle, build a URL of the payment service, or choose a record. Null for a boolean,
 * which is no id.
 */
export function unwrapGuardedForHandle(guarded: GuardedValue<HandleField>): string | null {
  const value = peek(guarded)
  return typeof value === 'boolean' ? null : value
}

/**
 * Fields that our records store beside ids and states: the merchant's reference, amounts of notifications
 * (for search and sorting), counts of tasks, and `secret`, of which only a keyed hash is stored.
 */
export type StorableField =
  | 'original.reference'
  | 'notification.amount'
  | 'notification.currency'
  | 'task.count'
  | 'secret'

/** Opens a value for a column of our records. Never for display: displayed values pass through the cells. */
export function unwrapGuardedForStorage(guarded: GuardedValue<StorableField>): string | null {
  return toText(peek(guarded))
}

/**
 * Fields that a rule compares and that not every role sees (records/rules/contradictions-stored-facts.ts).
 */
export type RuleField = 'identity.ledger_lifetime_amount' | 'identity.ledger_lifetime_currency'

/** Opens a value for a rule that only roles with full access to the fields see (`FieldAccess.canSeeAll`). */
export function unwrapGuardedForRule(guarded: GuardedValue<RuleField>): string | null {
  return toText(peek(guarded))
}

/** Fields with values that are derived from other values. */
export type DerivedField = 'profile.age' | 'profile.address_equal'

/**
 * Guards a derived value under a field of its own, whose cells decide which role sees it. `make` gets the
 * texts, null for absent values, and must keep nothing of them (enforced by a test).
 */
export function guardDerivedValue<F extends DerivedField>(
  field: F,
  from: readonly GuardedValue[],
  make: (texts: readonly (string | null)[]) => string | null,
): GuardedValue<F> {
  return new GuardedValue(field, make(from.map((one) => toText(peek(one)))))
}

/** Opens a value only for `field-access.ts`, which applies the cell of the role (enforced by a test). */
export function unwrapGuardedForMasking(guarded: GuardedValue): string | boolean | null {
  return peek(guarded)
}

/**
 * Opens a value only for `reveals`, after the checks of cell, purpose and person, and before the audit entry
 * is written, without which nothing is answered (enforced by a test). Throws for a credential, regardless of
 * the cells.
 */
export function unwrapGuardedForReveal(guarded: GuardedValue): string | null {
  if (accessPolicy[guarded.field].class === 'K') throw new Error('a credential is never revealed')
  return toText(peek(guarded))
}

/** Opens a value only for `serialize-record.ts`, whose output is encrypted at once (enforced by a test). */
export function unwrapGuardedForSerialization(guarded: GuardedValue): string | boolean | null {
  return peek(guarded)
}

const comparisonKey = randomBytes(32)

/** True if the value is exactly this text. The time taken does not tell where the texts differ. */
export function isSameGuardedValue(guarded: GuardedValue, expected: string): boolean {
  const value = toText(peek(guarded))
  const equal = timingSafeEqual(hashForComparison(value ?? ''), hashForComparison(expected))
  return equal && value !== null
}

/**
 * Tells if a value has a normal form, and if that form is exactly this text. The time does not tell where the
 * texts differ; an absent value takes as long as a present value.
 */
export function compareGuardedNormalized(
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
