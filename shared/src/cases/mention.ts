import { z } from 'zod'
import { colleague } from '../core/colleague.ts'

/** Opaque handle of a member of staff, for naming them in a note. */
export const staffHandle = z
  .string()
  .regex(/^s_[0-9a-z]{20}$/)
  .brand<'StaffHandle'>()
export type StaffHandle = z.infer<typeof staffHandle>

/** Whom a note names: it waits for each of them until they open the item. */
export const noteMentions = z.array(staffHandle).max(5)

/** Somebody who may see an item, and so may be named beside it. */
export const mentionCandidate = z.strictObject({ colleague: staffHandle, name: colleague.shape.name })
export type MentionCandidate = z.infer<typeof mentionCandidate>

/** By name. Whoever asks is not among them. */
export const mentionCandidateList = z.strictObject({ colleagues: z.array(mentionCandidate) })
