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

/** The hash of an entry: over all its columns and its place. Columns that are added later are covered with their first value. */
export function entryHash(row: Readonly<Record<string, Member>>, { chain, n, prev }: Place): string {
  return sha256(canonical({ ...row, chain, n, prev }))
}
