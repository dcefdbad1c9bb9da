/** Names of the variables that Paydesk reads. */
export interface ConfigVariableNames {
  readonly general: readonly string[]
  /** Suffixes of the variables that each environment has, such as `BASE_URL`. */
  readonly ofEnvironment: readonly string[]
  /** Secrets among both, which may also name a file. */
  readonly secrets: readonly string[]
}

/** Edits of a name up to which it counts as misspelt. */
const maxEdits = 3

/** Counts the characters to insert, delete or replace until one name is the other (Levenshtein distance). */
function countEdits(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [row, character] of [...one].entries()) {
    const line = [row + 1]
    for (const [at, another] of [...other].entries())
      line.push(
        Math.min(
          (before[at + 1] ?? 0) + 1,
          (line[at] ?? 0) + 1,
          (before[at] ?? 0) + (character === another ? 0 : 1),
        ),
      )
    before = line
  }
  return before.at(-1) ?? 0
}

function findNearest(name: string, known: readonly string[]): string | null {
  const [nearest] = known
    .map((one) => ({ one, edits: countEdits(name, one) }))
    .filter(({ edits }) => edits <= maxEdits)
    .sort((a, b) => a.edits - b.edits)
  return nearest?.one ?? null
}

/**
 * Lists the set variables that begin with `PAYDESK_` and that Paydesk does not read, each with the nearest name that
 * it reads. Without this a misspelt variable would be ignored, and a default would apply in silence. `environments`:
 * names of the configured environments; if there are none, no variable of an environment counts as unknown.
 */
export function describeUnknownVariables(
  names: readonly string[],
  { general, ofEnvironment, secrets }: ConfigVariableNames,
  environments: readonly string[],
): string[] {
  const withFiles = (all: readonly string[]) =>
    all.flatMap((one) => (secrets.includes(one) ? [one, `${one}_FILE`] : [one]))
  const ends = withFiles(ofEnvironment)
  const known = [
    ...withFiles(general),
    ...environments.flatMap((name) =>
      ends.map((end) => `PAYDESK_${name.toUpperCase().replaceAll('-', '_')}_${end}`),
    ),
  ]
  return names.flatMap((name) => {
    if (!name.startsWith('PAYDESK_') || known.includes(name)) return []
    const isOfEnvironment = ends.some((end) => name.endsWith(`_${end}`))
    if (isOfEnvironment && environments.length === 0) return []
    const nearest = findNearest(name, known)
    if (nearest !== null) return [`${name} is no variable of Paydesk: is it ${nearest}?`]
    return [
      isOfEnvironment
        ? `${name} belongs to no environment of PAYDESK_ENVIRONMENTS`
        : `${name} is no variable of Paydesk`,
    ]
  })
}
