import { z } from 'zod'
import { colleague } from '../core/colleague.ts'

/** Opaque handle of a member of staff, for mentions in a note. */
export const staffHandle = z
  .string()
  .regex(/^s_[0-9a-z]{20}$/)
  .brand<'StaffHandle'>()
export type StaffHandle = z.infer<typeof staffHandle>

/** Colleagues mentioned in a note: the mention stays unread for each colleague until they open the case. */
export const noteMentions = z.array(staffHandle).max(5)

/** Colleague who may see a case and so may be mentioned in its notes. */
export const mentionCandidate = z.strictObject({ colleague: staffHandle, name: colleague.shape.name })
export type MentionCandidate = z.infer<typeof mentionCandidate>

/** Candidates sorted by name, without the user who asks. */
export const mentionCandidateList = z.strictObject({ colleagues: z.array(mentionCandidate) })
