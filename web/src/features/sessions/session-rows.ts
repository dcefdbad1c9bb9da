import type { AllSessions, SessionView } from '@paydesk/shared/administration/sessions'
import type { Messages } from '@paydesk/shared/messages/catalogue'

/** Row in the table of all sessions. */
export interface SessionRow extends SessionView {
  readonly person: string
  readonly me: boolean
  /** Null if the browser is unknown. */
  readonly browserName: string | null
}

/** Builds one row for each session whose person, role, browser or IP address contains the search text. */
export function buildSessionRows(
  { people }: AllSessions,
  text: string,
  labels: Messages['signIn']['roles'],
  nameBrowser: (browser: SessionView['browser']) => string | null,
): SessionRow[] {
  const wanted = text.trim().toLocaleLowerCase('en')
  return people.flatMap(({ name, me, sessions }) =>
    sessions
      .map((one) => ({ ...one, person: name, me, browserName: nameBrowser(one.browser) }))
      .filter((row) =>
        [
          row.person,
          ...row.roles.map((each) => labels[each].label),
          row.address ?? '',
          row.browserName ?? '',
        ].some((word) => word.toLocaleLowerCase('en').includes(wanted)),
      ),
  )
}
