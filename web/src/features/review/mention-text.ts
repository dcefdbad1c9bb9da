import type { MentionCandidate } from '@paydesk/shared/cases/review-cases'

/** Name being typed: position of its `@`, and the text after it. */
export interface MentionToken {
  readonly start: number
  readonly typedName: string
}

// Allows a first and a last name; a second space ends the name.
const mentionPattern = /(?:^|\s)@([^\s@]*(?: [^\s@]*)?)$/u

/** Returns the name being typed before the caret, or null. */
export function findMentionToken(text: string, caret: number): MentionToken | null {
  const typed = mentionPattern.exec(text.slice(0, caret))?.[1]
  return typed === undefined ? null : { start: caret - typed.length - 1, typedName: typed }
}

const normalizeName = (text: string) => text.toLocaleLowerCase('en')

/** Compares full names, ignoring case and trailing spaces. */
export function isColleagueName(typed: string, colleagues: readonly MentionCandidate[]): boolean {
  return colleagues.some(({ name }) => normalizeName(name) === normalizeName(typed).trimEnd())
}

/**
 * Returns colleagues with a name part that starts with the typed text. Empty after a full name and a space.
 */
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

/** Replaces the typed part with the full name, and returns the new caret position. */
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
 * Returns the colleagues that a text mentions by `@` and full name, each once. Among colleagues of the same
 * name only the chosen ones count; a longer name is never taken for a shorter one.
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
    // Keep the text if several colleagues have this name: more than one may have been chosen.
    if (same.length === 1) rest = rest.replaceAll(`@${name}`, ' ')
    return true
  })
}
