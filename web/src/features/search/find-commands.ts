import type { Command, CommandMatches } from './commands.ts'

const maxMatches = 12
const maxFirstChoices = 40

/** Splits a text into words, without letter case, accents and soft hyphens. */
function splitWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\u00ad]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Returns true if the typed letters are a subsequence of the word that begins with its first letter. */
function isAbbreviation(typed: string, word: string): boolean {
  if (typed.length < 3 || typed[0] !== word[0]) return false
  let at = 0
  for (const letter of word) if (letter === typed[at]) at += 1
  return at === typed.length
}

/** Scores how well one typed word fits: 3 begins the label, 2 begins a word, 1 abbreviates one, 0 does not fit. */
function scoreWord(typed: string, texts: readonly string[]): number {
  if (texts[0]?.startsWith(typed)) return 3
  if (texts.some((word) => word.startsWith(typed))) return 2
  return texts.some((word) => isAbbreviation(typed, word)) ? 1 : 0
}

/**
 * Finds the commands whose words fit all typed words, the best first. Without a text, lists `recent` commands and
 * then all. An ID finds no command: Enter searches for it.
 */
export function findCommands(
  commands: readonly Command[],
  typed: string,
  recent: { readonly ids: readonly string[]; readonly group: string },
): CommandMatches {
  const wanted = splitWords(typed)
  if (wanted.length === 0) {
    const before = recent.ids.flatMap((id) => commands.filter((command) => command.id === id))
    const first = before.map((command) => ({ ...command, group: recent.group }))
    const others = commands.filter(({ id }) => !recent.ids.includes(id))
    return { commands: [...first, ...others].slice(0, maxFirstChoices), isSure: false }
  }
  const found = commands
    .flatMap((command) => {
      const texts = splitWords(`${command.label} ${command.text ?? ''}`)
      const scores = wanted.map((word) => scoreWord(word, texts))
      const least = Math.min(...scores)
      return least === 0 ? [] : [{ command, least, score: scores.reduce((sum, score) => sum + score, 0) }]
    })
    .sort((one, other) => other.score - one.score)
    .slice(0, maxMatches)
  // Keep together what belongs together: a group stands where its best command is.
  const groups = [...new Set(found.map(({ command }) => command.group))]
  const ordered = groups.flatMap((group) => found.filter(({ command }) => command.group === group))
  const isText = /^[\p{L}\p{M}\s]+$/u.test(typed)
  return {
    commands: ordered.map(({ command }) => command),
    isSure: isText && (ordered[0]?.least ?? 0) > 1,
  }
}
