import { hash } from 'node:crypto'

type Member = string | number | null

/**
 * Returns the canonical JSON of a flat object, identical in every implementation (RFC 8785): no spaces,
 * fields sorted by name, null fields left out.
 */
export function toCanonicalJson(members: Readonly<Record<string, Member>>): string {
  let text = ''
  for (const name of Object.keys(members).sort()) {
    const value = members[name] ?? null
    if (value !== null) text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${JSON.stringify(value)}`
  }
  return `${text || '{'}}`
}

/** Hashes the UTF-8 bytes of a text; 64 digits in lower case. */
export const sha256Hex = (text: string): string => hash('sha256', text, 'hex')

/** Previous hash of the first entry of a chain. */
export const genesisHash = '0'.repeat(64)

/** Chain of entries that belong to no environment. */
export const globalAuditChain = 'global'

export const toAuditChainName = (environment: string | null) => environment ?? globalAuditChain

/** Position of an entry in its chain. */
export interface AuditChainPosition {
  readonly chain: string
  readonly n: number
  readonly prev: string
}

const positionFields = ['chain', 'n', 'prev']

/**
 * Creates the hash function for entries with these columns, over all columns and the position. Prepares the
 * constant parts; the hashed text equals that of `toCanonicalJson`.
 */
export function createAuditEntryHasher(names: readonly string[]) {
  const parts = [...names, ...positionFields]
    .sort()
    .map((name) => ({ name, before: `,${JSON.stringify(name)}:`, isPlace: positionFields.includes(name) }))
  return (
    row: Readonly<Record<string, Member>>,
    place: Readonly<Record<string, Member>> & AuditChainPosition,
  ): string => {
    let text = ''
    for (const { name, before, isPlace } of parts) {
      const value = isPlace ? place[name] : row[name]
      if (value === null || value === undefined) continue
      text += before
      text += typeof value === 'number' ? value : JSON.stringify(value)
    }
    return sha256Hex(`{${text.slice(1)}}`)
  }
}
