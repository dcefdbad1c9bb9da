import { defaultPersonSettings } from '@paydesk/shared/administration/settings'
import { env } from './service.ts'
import type { WalkInput, WalkSubject } from './walk.ts'
import { walkStaffTexts } from './walk-review.ts'

const nowhere = { session: 'w_00000000000000000000' }

const draftsOf = ({ transactions }: WalkSubject) =>
  transactions.map((about) => ({ env, kind: 'case_note', about }))

/** Well-formed calls about settings and sessions; none ends a session of the walk. */
export const peopleCalls = {
  saveSettings: (): WalkInput[] => [
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
  showFormDraft: (subject: WalkSubject): WalkInput[] => draftsOf(subject).map((params) => ({ params })),
  saveFormDraft: (subject: WalkSubject): WalkInput[] =>
    draftsOf(subject).flatMap((params) =>
      // The second one comes from another window, which gets the draft of the first instead.
      ['a', 'b'].map((form) => ({
        params,
        body: { version: `${form.repeat(12)}.1`, replaces: null, content: { text: walkStaffTexts.draft } },
      })),
    ),
  // Keep the drafts, so that they are searched for in the tables.
  removeFormDraft: (subject: WalkSubject): WalkInput[] =>
    draftsOf(subject).map((params) => ({ params, body: { version: `${'c'.repeat(12)}.1` } })),
  listOwnSessions: (): WalkInput[] => [{}],
  endOwnSession: (): WalkInput[] => [{ params: nowhere }],
  // Skip: other sessions of the same person belong to tests that run in parallel.
  endOtherSessions: (): WalkInput[] => [],
  listAllSessions: (): WalkInput[] => [{}],
  endSession: (): WalkInput[] => [{ params: nowhere, body: { reason: 'asked', ticket: 'T-1' } }],
} as const

/**
 * Well-formed calls about emergency access. None starts it, which would widen what the rest of the visit
 * sees; `walkProved` does.
 */
export const glassCalls = {
  reportBreakGlass: (): WalkInput[] => [
    { body: { text: 'Nothing was broken, so that nothing can be reported here.' } },
  ],
  startBreakGlass: (): WalkInput[] => [],
  endBreakGlass: (): WalkInput[] => [{}],
  listBreakGlass: (): WalkInput[] => [{}, { query: { show: 'waiting' } }],
  showBreakGlass: (): WalkInput[] => [{ params: { breakGlass: 'g_00000000000000000000' } }],
  acknowledgeBreakGlass: (): WalkInput[] => [{ params: { breakGlass: 'g_00000000000000000000' } }],
  showBreakGlassFigures: (): WalkInput[] => [{}],
} as const
