import type { Mentionable } from '@paydesk/shared/work/mention'

/** A name that is being typed: where its `@` stands, and what follows it so far. */
export interface Token {
  readonly from: number
  readonly typed: string
}

// A first and a last name: the second space ends it.
const typedName = /(?:^|\s)@([^\s@]*(?: [^\s@]*)?)$/u

/** The name that is being typed before the caret, if one is. */
export function tokenAt(text: string, caret: number): Token | null {
  const typed = typedName.exec(text.slice(0, caret))?.[1]
  return typed === undefined ? null : { from: caret - typed.length - 1, typed }
}

const plain = (text: string) => text.toLocaleLowerCase('en')

/** Whether what is typed is a whole name already. */
export function isName(typed: string, colleagues: readonly Mentionable[]): boolean {
  return colleagues.some(({ name }) => plain(name) === plain(typed).trimEnd())
}

/** Those whose name, or a part of it, begins as typed; nobody once a whole name stands there. */
export function matching(typed: string, colleagues: readonly Mentionable[]): readonly Mentionable[] {
  const wanted = plain(typed)
  if (typed.endsWith(' ') && isName(typed, colleagues)) return []
  return colleagues.filter(({ name }) => {
    const whole = plain(name)
    return whole !== wanted && (whole.startsWith(wanted) || whole.includes(` ${wanted}`))
  })
}

/** The text with a whole name in the place of what was typed of it, and where the caret is then. */
export function withName(text: string, token: Token, name: string): { text: string; caret: number } {
  const before = `${text.slice(0, token.from)}@${name} `
  const after = text.slice(token.from + 1 + token.typed.length).replace(/^ /, '')
  return { text: before + after, caret: before.length }
}

/**
 * Whom a text names by `@` and a whole name, each once. Of two of the same name it is the one that was
 * chosen; a longer name is never taken for a shorter one.
 */
export function namedIn(
  text: string,
  colleagues: readonly Mentionable[],
  chosen: ReadonlySet<string>,
): readonly Mentionable[] {
  const byLength = colleagues.toSorted((a, b) => b.name.length - a.name.length)
  let rest = text
  return byLength.filter(({ colleague, name }) => {
    const same = colleagues.filter((one) => one.name === name)
    if (same.length > 1 && !chosen.has(colleague)) return false
    const at = rest.indexOf(`@${name}`)
    if (name === '' || at < 0 || /^[\p{L}\p{N}]/u.test(rest.slice(at + 1 + name.length))) return false
    // Of two of the same name both may have been chosen: the text stays for the other one.
    if (same.length === 1) rest = rest.replaceAll(`@${name}`, ' ')
    return true
  })
}
