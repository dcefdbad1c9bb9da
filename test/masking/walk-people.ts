import type { Input } from './walk.ts'

const nowhere = { session: 'w_00000000000000000000' }

/** Well-formed calls about settings and sessions; none ends a session of the walk. */
export const peopleCalls = {
  saveSettings: (): Input[] => [
    { body: { language: 'de', timeZone: 'Europe/Berlin', numbers: '1.234,56', dates: 'dots' } },
  ],
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
