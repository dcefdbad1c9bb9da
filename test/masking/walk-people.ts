import { defaultPersonSettings } from '@paydesk/shared/administration/settings'
import { env } from './service.ts'
import type { Input, Subject } from './walk.ts'
import { staffTexts } from './walk-review.ts'

const nowhere = { session: 'w_00000000000000000000' }

const draftsOf = ({ transactions }: Subject) =>
  transactions.map((about) => ({ env, kind: 'case_note', about }))

/** Well-formed calls about settings and sessions; none ends a session of the walk. */
export const peopleCalls = {
  saveSettings: (): Input[] => [
    {
      body: {
        ...defaultPersonSettings,
        language: 'de',
        timeZone: 'Europe/Berlin',
        numbers: '1.234,56',
        dates: 'dots',
      },
    },
  ],
  showFormDraft: (subject: Subject): Input[] => draftsOf(subject).map((params) => ({ params })),
  saveFormDraft: (subject: Subject): Input[] =>
    draftsOf(subject).flatMap((params) =>
      // The second one comes from another window, which gets the draft of the first instead.
      ['a', 'b'].map((form) => ({
        params,
        body: { version: `${form.repeat(12)}.1`, replaces: null, content: { text: staffTexts.draft } },
      })),
    ),
  // Keep the drafts, so that they are searched for in the tables.
  removeFormDraft: (subject: Subject): Input[] =>
    draftsOf(subject).map((params) => ({ params, body: { version: `${'c'.repeat(12)}.1` } })),
  listOwnSessions: (): Input[] => [{}],
  endOwnSession: (): Input[] => [{ params: nowhere }],
  // Skip: other sessions of the same person belong to tests that run in parallel.
  endOtherSessions: (): Input[] => [],
  listAllSessions: (): Input[] => [{}],
  endSession: (): Input[] => [{ params: nowhere, body: { reason: 'asked', ticket: 'T-1' } }],
} as const

/**
 * Well-formed calls about emergency access. None starts it, which would widen what the rest of the visit
 * sees; `walkProved` does.
 */
export const glassCalls = {
  reportBreakGlass: (): Input[] => [
    { body: { text: 'Nothing was broken, so that nothing can be reported here.' } },
  ],
  startBreakGlass: (): Input[] => [],
  endBreakGlass: (): Input[] => [{}],
  listBreakGlass: (): Input[] => [{}, { query: { show: 'waiting' } }],
  showBreakGlass: (): Input[] => [{ params: { breakGlass: 'g_00000000000000000000' } }],
  acknowledgeBreakGlass: (): Input[] => [{ params: { breakGlass: 'g_00000000000000000000' } }],
  showBreakGlassFigures: (): Input[] => [{}],
} as const
