/** Names of the variables that Paydesk reads. */
export interface ConfigVariableNames {
  readonly general: readonly string[]
  /** Suffixes of the variables that each environment has, such as `BASE_URL`. */
  readonly ofEnvironment: readonly string[]
  /** Secrets among both, which may also name a file. */
  readonly secrets: readonly string[]
}

/** Edits of a name that begins with `PAYDESK_` up to which it counts as misspelt. */
const maxEdits = 3
/** The same for other names, which may be of other programs: `DATABASE_SSL` is 2 edits from `DATABASE_URL`. */
const maxEditsOfOthers = 1

/**
 * Counts the characters to insert, delete or replace, and the neighbours to swap, until one name is the other
 * (Damerau-Levenshtein distance).
 */
function countEdits(one: string, other: string): number {
  let beforeLast: readonly number[] = []
  let before = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [row, character] of [...one].entries()) {
    const line = [row + 1]
    for (const [at, another] of [...other].entries()) {
      const isSwapped = row > 0 && at > 0 && character === other[at - 1] && one[row - 1] === another
      line.push(
        Math.min(
          (before[at + 1] ?? 0) + 1,
          (line[at] ?? 0) + 1,
          (before[at] ?? 0) + (character === another ? 0 : 1),
          isSwapped ? (beforeLast[at - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    beforeLast = before
    before = line
  }
  return before.at(-1) ?? 0
}

function findNearest(name: string, known: readonly string[]): string | null {
  const most = name.startsWith('PAYDESK_') ? maxEdits : maxEditsOfOthers
  const [nearest] = known
    // Names of other lengths need as many edits: do not count them at each start.
    .filter((one) => Math.abs(one.length - name.length) <= most)
    .map((one) => ({ one, edits: countEdits(name, one) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits)
  return nearest?.one ?? null
}

/**
 * Lists the set variables that Paydesk does not read and that begin with `PAYDESK_` or nearly are one that it reads,
 * each with the nearest name that it reads. Without this a misspelt variable would be ignored, and a default would
 * apply in silence: no roles would be mapped, or an empty embedded database would be opened. `environments`: names of
 * the configured environments; if there are none, no variable of an environment counts as unknown.
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
    if (known.includes(name)) return []
    const isOfEnvironment = ends.some((end) => name.endsWith(`_${end}`))
    if (isOfEnvironment && environments.length === 0) return []
    const nearest = findNearest(name, known)
    if (nearest !== null) return [`${name} is no variable of Paydesk: is it ${nearest}?`]
    if (!name.startsWith('PAYDESK_')) return []
    return [
      isOfEnvironment
        ? `${name} belongs to no environment of PAYDESK_ENVIRONMENTS`
        : `${name} is no variable of Paydesk`,
    ]
  })
}
