import { z } from 'zod'

const countSchema = z.int().min(0)
const timeSchema = z.iso.datetime()

export const auditFindingKindSchema = z.enum([
  'changed',
  'missing',
  'doubled',
  'out_of_order',
  'fork',
  'rewritten',
  'cut',
  'outside',
  'head_changed',
  'no_head',
  'checkpoint_changed',
  'no_checkpoint',
])

/** Result of a verification. `findings` name the first bad event of each chain. */
export const auditLogVerificationSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('never') }),
  z.strictObject({
    state: z.literal('running'),
    startedAt: timeSchema,
    done: countSchema,
    total: countSchema,
  }),
  z.strictObject({ state: z.literal('broken'), startedAt: timeSchema, endedAt: timeSchema }),
  z.strictObject({
    state: z.literal('done'),
    startedAt: timeSchema,
    endedAt: timeSchema,
    /** Duration (ms). */
    durationMs: countSchema,
    isIntact: z.boolean(),
    entries: countSchema,
    chains: z.array(
      z.strictObject({
        chain: z.string(),
        entries: countSchema,
        last: countSchema,
        signedTo: countSchema,
        /**
         * Number of events removed from the start of the chain after their retention period, as a signed
         * checkpoint states.
         */
        cutTo: countSchema,
        /**
         * Time of the signature of the newest head; `head` has the first twelve digits of the hash that it
         * signs.
         */
        signedAt: timeSchema.nullable(),
        head: z.string().nullable(),
      }),
    ),
    /** Findings; the first bad event of each chain comes first. `to`: the last of several events from `from` on. */
    findings: z.array(
      z.strictObject({
        chain: z.string().nullable(),
        kind: auditFindingKindSchema,
        from: countSchema.nullable(),
        to: countSchema.nullable(),
      }),
    ),
  }),
])
export type AuditLogVerification = z.infer<typeof auditLogVerificationSchema>
