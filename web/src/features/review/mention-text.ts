import type { MentionCandidate } from '@paydesk/shared/cases/mention'

/** A name that is being typed: where its `@` stands, and what follows it so far. */
export interface MentionToken {
  readonly start: number
  readonly typedName: string
}

// A first and a last name: the second space ends it.
const mentionPattern = /(?:^|\s)@([^\s@]*(?: [^\s@]*)?)$/u

/** The name that is being typed before the caret, if one is. */
export function findMentionToken(text: string, caret: number): MentionToken | null {
  const typed = mentionPattern.exec(text.slice(0, caret))?.[1]
  return typed === undefined ? null : { start: caret - typed.length - 1, typedName: typed }
}

const normalizeName = (text: string) => text.toLocaleLowerCase('en')

/** Whether what is typed is a whole name already. */
export function isColleagueName(typed: string, colleagues: readonly MentionCandidate[]): boolean {
  return colleagues.some(({ name }) => normalizeName(name) === normalizeName(typed).trimEnd())
}

/** Those whose name, or a part of it, begins as typed; nobody once a whole name stands there. */
export function matchColleagues(
  typed: string,
  colleagues: readonly MentionCandidate[],
): readonly MentionCandidate[] {
  const wanted = normalizeName(typed)
  if (typed.endsWith(' ') && isColleagueName(typed, colleagues)) return []
  return colleagues.filter(({ name }) => {
    const whole = normalizeName(name)
    return whole !== wanted && (whole.startsWith(wanted) || whole.includes(` ${wanted}`))
  })
}

/** The text with a whole name in the place of what was typed of it, and where the caret is then. */
export function insertMention(
  text: string,
  token: MentionToken,
  name: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, token.start)}@${name} `
  const after = text.slice(token.start + 1 + token.typedName.length).replace(/^ /, '')
  return { text: before + after, caret: before.length }
}

/**
 * Whom a text names by `@` and a whole name, each once. Of two of the same name it is the one that was
 * chosen; a longer name is never taken for a shorter one.
 */
export function findMentionedColleagues(
  text: string,
  colleagues: readonly MentionCandidate[],
  chosen: ReadonlySet<string>,
): readonly MentionCandidate[] {
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
