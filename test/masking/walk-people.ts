import type { Input } from './walk.ts'

const nowhere = { session: 'w_00000000000000000000' }

/** Well-formed calls about sessions; none ends a session that the walk uses. */
export const peopleCalls = {
  listOwnSessions: (): Input[] => [{}],
  endOwnSession: (): Input[] => [{ params: nowhere }],
  // Others of the same person are at work beside this one.
  endOtherSessions: (): Input[] => [],
  listEverySession: (): Input[] => [{}],
  endSession: (): Input[] => [{ params: nowhere, body: { reason: 'asked', ticket: 'T-1' } }],
} as const
