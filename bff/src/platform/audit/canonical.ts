import { hash } from 'node:crypto'

type Member = string | number | null

/**
 * One text for one set of members, the same in every implementation (RFC 8785 for flat objects): a JSON
 * object without spaces, its members sorted by name, those that are null left out.
 */
export function toCanonicalJson(members: Readonly<Record<string, Member>>): string {
  let text = ''
  for (const name of Object.keys(members).sort()) {
    const value = members[name] ?? null
    if (value !== null) text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${JSON.stringify(value)}`
  }
  return `${text || '{'}}`
}

export const sha256Hex = (text: string): string => hash('sha256', text, 'hex')

/** What stands before the first entry of a chain. */
export const genesisHash = '0'.repeat(64)

/** The chain of what belongs to no environment. */
export const globalChain = 'office'

export const toChainName = (environment: string | null) => environment ?? globalChain

/** An entry's place in its chain. */
export interface ChainPosition {
  readonly chain: string
  readonly n: number
  readonly prev: string
}

const positionFields = ['chain', 'n', 'prev']

/**
 * The hash of entries whose columns have these names: over all their columns and their place. What does
 * not change from entry to entry is prepared; the text is the one of `canonical`.
 */
export function createEntryHasher(names: readonly string[]) {
  const parts = [...names, ...positionFields]
    .sort()
    .map((name) => ({ name, before: `,${JSON.stringify(name)}:`, isPlace: positionFields.includes(name) }))
  return (
    row: Readonly<Record<string, Member>>,
    place: Readonly<Record<string, Member>> & ChainPosition,
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
