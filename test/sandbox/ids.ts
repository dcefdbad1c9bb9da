import { createHash } from 'node:crypto'

/** Hashes a name. All ids are functions of a name, so two starts produce the same world. */
function digest(name: string): string {
  return createHash('sha256').update(`sandbox|${name}`).digest('hex')
}

export function hexFrom(name: string, length: number): string {
  return digest(name).slice(0, length)
}

/** Ids by name: each start in one process derives the same ones. Bounded, because a long history has a million. */
const derivedUuids = new Map<string, string>()
const maxDerivedUuids = 20_000

export function uuidFrom(name: string): string {
  const known = derivedUuids.get(name)
  if (known !== undefined) return known
  const uuid = deriveUuid(name)
  if (derivedUuids.size < maxDerivedUuids) derivedUuids.set(name, uuid)
  return uuid
}

function deriveUuid(name: string): string {
  const hex = digest(name)
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

export function identityIdFrom(name: string): string {
  const hex = digest(`identity|${name}`)
  return `_${hex.slice(0, 7)}_18${hex.slice(7, 16)}__${hex.slice(16, 20)}`
}

export function taskIdFrom(name: string): string {
  return BigInt(`0x${digest(`task|${name}`).slice(0, 16)}`)
    .toString(36)
    .slice(0, 9)
    .padStart(9, 'u')
}

export function numberFrom(name: string, below: number): number {
  return Number.parseInt(digest(`number|${name}`).slice(0, 8), 16) % below
}

export function digitsFrom(name: string, length: number): string {
  return BigInt(`0x${digest(`digits|${name}`)}`)
    .toString()
    .slice(1, length + 1)
    .padEnd(length, '7')
}

/** Derives an instant in the past from a name, the same after each start. */
export function pastInstantFrom(name: string): string {
  const dayMilliseconds = 86_400_000
  const base = Date.UTC(2025, 5, 1)
  return new Date(
    base + numberFrom(`${name}|day`, 270) * dayMilliseconds + numberFrom(`${name}|time`, dayMilliseconds),
  ).toISOString()
}

function remainder97(text: string): number {
  let rest = 0
  for (const character of text) rest = Number(`${rest}${Number.parseInt(character, 36)}`) % 97
  return rest
}

export function ibanOf(country: string, bban: string): string {
  const check = 98 - remainder97(`${bban}${country}00`)
  return `${country}${String(check).padStart(2, '0')}${bban}`
}

export function isValidIban(text: string): boolean {
  return /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(text) && remainder97(text.slice(4) + text.slice(0, 4)) === 1
}
