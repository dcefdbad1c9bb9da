import type { Role } from '@paydesk/shared/core/permissions'
import type { Needle } from './haystack.ts'
import { seesAt, textSeen } from './oracle.ts'
import { type GeneratedCustomer, type RecordJson, recordNames } from './records.ts'
import { variantsOf, windowsOf, wordsOf } from './variants.ts'

/** Value of a record under its path, such as `state.identity.id` or `notifications[0].event`. */
export interface RecordLeaf {
  readonly path: string
  readonly value: string
}

/** Words of the payment service that occur in many records and identify no customer. */
const ordinary =
  /^(?:PENDING|SUCCESS|NA|IS0101|OK000|true|false|demo-merchant|payment_success|kyc_manual_review)$|^(?:PENDING|SUCCESS)\.[A-Z_]+$/

export function leavesUnder(path: string, value: RecordJson | undefined): RecordLeaf[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap((inner, at) => leavesUnder(`${path}[${at}]`, inner))
  if (typeof value !== 'object') return [{ path, value: String(value) }]
  return Object.entries(value).flatMap(([member, inner]) => leavesUnder(`${path}.${member}`, inner))
}

/** Returns every value of the four records of a customer. */
export function leavesOf({ records }: GeneratedCustomer): RecordLeaf[] {
  return recordNames.flatMap((name) =>
    name === 'notifications'
      ? leavesUnder('notifications', records.notifications.data)
      : leavesUnder(name, records[name]),
  )
}

/** Returns unique values: only these prove anything by being found or missing. */
export function selectUniqueLeaves(leaves: readonly RecordLeaf[]): RecordLeaf[] {
  return leaves.filter(({ value }) => value.length >= 6 && !ordinary.test(value))
}

/** Returns all that a role may see of these values, as one text. */
export function visibleTo(role: Role, leaves: readonly RecordLeaf[]): string {
  const texts = leaves.map(({ path, value }) => textSeen(seesAt(path, role), value))
  return texts.filter((text) => text !== null).join('\n')
}

/**
 * Returns needles for every value that the role may not see in full, whole and in pieces. `all` are the
 * values of all records: a text that is visible in one of them is visible.
 */
export function forbiddenTo(
  role: Role,
  all: readonly RecordLeaf[],
  leaves: readonly RecordLeaf[] = all,
  piecesOf = (leaf: RecordLeaf) => leaf.value,
): Needle[] {
  const visible = visibleTo(role, all)
  return selectUniqueLeaves(leaves).flatMap((leaf) => {
    const { path, value } = leaf
    if (visible.includes(value)) return []
    const texts = wordsOf(value).filter((word) => !visible.includes(word))
    return [
      ...[value, ...texts].flatMap((text) => variantsOf(text).map((variant) => ({ path, ...variant }))),
      ...windowsOf(piecesOf(leaf), visible).map((variant) => ({ path, ...variant, piece: true })),
    ]
  })
}

/**
 * Returns needles for traces, where no value may occur for any role. Words and pieces are longer, because
 * encrypted bytes are random: megabytes of them hold any six letters now and then.
 */
export function forbiddenToAll(leaves: readonly RecordLeaf[], allowed: readonly string[]): Needle[] {
  return selectUniqueLeaves(leaves)
    .filter(({ value }) => !allowed.includes(value))
    .flatMap(({ path, value }) => [
      ...[value, ...wordsOf(value)].flatMap((text) =>
        variantsOf(text).map((variant) => ({ path, ...variant })),
      ),
      ...windowsOf(value, allowed.join('\n'), 10).map((variant) => ({ path, ...variant, piece: true })),
    ])
    .filter(({ bytes }) => bytes.length >= 8)
}
