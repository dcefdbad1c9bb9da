import type { Input } from './walk.ts'

const nowhere = { session: 'w_00000000000000000000' }

/** Well-formed calls about sessions; none ends a session that the walk uses. */
export const peopleCalls = {
  listOwnSessions: (): Input[] => [{}],
  endOwnSession: (): Input[] => [{ params: nowhere }],
  // Others of the same person are at work beside this one.
  endOtherSessions: (): Input[] => [],
  listAllSessions: (): Input[] => [{}],
  endSession: (): Input[] => [{ params: nowhere, body: { reason: 'asked', ticket: 'T-1' } }],
} as const

/** Well-formed calls about broken glass. Breaking it would widen what the rest of a visit sees: that has a test of its own. */
export const glassCalls = {
  reportBreakGlass: (): Input[] => [
    { body: { text: 'Nothing was broken, so that nothing can be reported here.' } },
  ],
  startBreakGlass: (): Input[] => [],
  endBreakGlass: (): Input[] => [{}],
  listBreakGlass: (): Input[] => [{}, { query: { show: 'waiting' } }],
  showBreakGlass: (): Input[] => [{ params: { glass: 'g_00000000000000000000' } }],
  acknowledgeBreakGlass: (): Input[] => [{ params: { glass: 'g_00000000000000000000' } }],
  showBreakGlassFigures: (): Input[] => [{}],
} as const
