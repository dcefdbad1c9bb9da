import type { TrailEntry, TrailGroup, TrailResult, TrailVerification } from '@paydesk/shared/compliance/trail'
import { counted, countOf } from '../../ui/text/counted.ts'
import { shownText } from '../../ui/text/masked-value.tsx'
import { timeOfDay } from '../../ui/text/time-words.ts'

export const groupWords: Readonly<Record<TrailGroup, string>> = {
  reads: 'Records opened',
  reveals: 'Values revealed or checked',
  searches: 'Look-ups',
  lists: 'Lists and figures',
  exports: 'Exports',
  work: 'Work on records',
  questions: 'Questions',
  sessions: 'Sign-ins and roles',
  administration: 'Administration',
  trail: 'The audit trail itself',
}

export const resultWords: Readonly<Record<TrailResult, string>> = {
  allowed: 'Allowed',
  refused: 'Refused',
  failed: 'Failed',
}

export const stepUpWords = (seconds: number) =>
  seconds < 120 ? `${seconds} s before` : `${Math.round(seconds / 60)} min before`

/** The whole sentence of an entry as one text: for a title and for whoever hears it. */
export function sentenceOf(entry: TrailEntry): string {
  const { person, role, says, about, field, purpose, ticket } = entry
  const who = person === null ? 'Paydesk' : person.me ? 'You' : shownText(person.name) || 'A colleague'
  const whom = about === null ? '' : ` ${about.words} ${shownText(about.id)}`.trimEnd()
  const parts = [
    `${who}${role === null ? '' : ` (${role.toLowerCase()})`} ${says}${whom}`,
    ...(field === null ? [] : [`value: ${field}`]),
    ...(purpose === null ? [] : [`reason: ${lowered(purpose.words)}`]),
    ...(ticket === null ? [] : [`ticket ${ticket}`]),
  ]
  const end = outcomeWords(entry)
  return `${parts.join(', ')}${end === null ? '' : ` — ${end}`}`
}

/** What came of it, where that is worth a word: how much, or that it was refused or failed, and why. */
export function outcomeWords({ result, outcome }: Pick<TrailEntry, 'result' | 'outcome'>): string | null {
  if (result === 'allowed') return outcome
  return outcome === null ? result : `${result}: ${outcome}`
}

export const lowered = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

type Done = Extract<TrailVerification, { state: 'done' }>

/** The result of a verification in one exact sentence, and whether it is good. */
export function verdictOf(done: Done, zone: string): string {
  const [first] = done.findings
  if (first !== undefined) {
    const others = done.findings.length - 1
    const where = first.chain === null ? '' : ` of ${first.chain}`
    const what =
      first.n === null
        ? first.words
        : first.words.replace(`entry ${first.n}`, `entry ${counted(first.n)}${where}`)
    return `Not whole: ${what}${others > 0 ? `, and ${countOf(others, 'further finding')}` : ''}.`
  }
  const times = done.chains.flatMap(({ sealedAt }) => sealedAt ?? []).sort()
  const sealed = times.at(-1)
  const until =
    sealed === undefined ? '' : `, sealed to ${timeOfDay(new Date(sealed), zone, Date.parse(done.endedAt))}`
  return `${countOf(done.entries, 'entry', 'entries')}, whole${until}.`
}
