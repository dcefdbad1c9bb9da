import { hash } from 'node:crypto'

type Member = string | number | null

/**
 * One text for one set of members, the same in every implementation (RFC 8785 for flat objects): a JSON
 * object without spaces, its members sorted by name, those that are null left out.
 */
export function canonical(members: Readonly<Record<string, Member>>): string {
  let text = ''
  for (const name of Object.keys(members).sort()) {
    const value = members[name] ?? null
    if (value !== null) text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${JSON.stringify(value)}`
  }
  return `${text || '{'}}`
}

export const sha256 = (text: string): string => hash('sha256', text, 'hex')

/** What stands before the first entry of a chain. */
export const nothingBefore = '0'.repeat(64)

/** The chain of what belongs to no environment. */
export const officeChain = 'office'

export const chainOf = (environment: string | null) => environment ?? officeChain

/** An entry's place in its chain. */
export interface Place {
  readonly chain: string
  readonly n: number
  readonly prev: string
}

const placeNames = ['chain', 'n', 'prev']

/**
 * The hash of entries whose columns have these names: over all their columns and their place. What does
 * not change from entry to entry is prepared; the text is the one of `canonical`.
 */
export function makeEntryHash(names: readonly string[]) {
  const parts = [...names, ...placeNames]
    .sort()
    .map((name) => ({ name, before: `,${JSON.stringify(name)}:`, isPlace: placeNames.includes(name) }))
  return (row: Readonly<Record<string, Member>>, place: Readonly<Record<string, Member>> & Place): string => {
    let text = ''
    for (const { name, before, isPlace } of parts) {
      const value = isPlace ? place[name] : row[name]
      if (value === null || value === undefined) continue
      text += before
      text += typeof value === 'number' ? value : JSON.stringify(value)
    }
    return sha256(`{${text.slice(1)}}`)
  }
}
