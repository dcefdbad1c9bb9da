import { z } from 'zod'

/** Member of staff as shown to colleagues; `name` is null once no name is stored for them. */
export const colleagueSchema = z.strictObject({ name: z.string().nullable(), me: z.boolean() })
export type Colleague = z.infer<typeof colleagueSchema>

/** Kinds of inbox entries: what colleagues want from a person or have done for them. */
export const inboxEntryKindSchema = z.enum([
  'mention',
  'question',
  'answer',
  'approval',
  'approval_answer',
  'take_over',
  'export_ready',
])
export type InboxEntryKind = z.infer<typeof inboxEntryKindSchema>
