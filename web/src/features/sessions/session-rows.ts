import type { AllSessions, SessionView } from '@paydesk/shared/administration/people'

/** One session in the table of everybody's. */
export interface SessionRow extends SessionView {
  readonly person: string
  readonly me: boolean
}

/** A row for each session whose person or role holds the typed text. */
export function buildSessionRows({ people }: AllSessions, text: string): SessionRow[] {
  const wanted = text.trim().toLocaleLowerCase('en')
  return people.flatMap(({ name, me, sessions }) =>
    sessions
      .map((one) => ({ ...one, person: name, me }))
      .filter((row) =>
        [row.person, ...row.roles.map(({ label }) => label), row.address ?? '', row.browser ?? ''].some(
          (word) => word.toLocaleLowerCase('en').includes(wanted),
        ),
      ),
  )
}
