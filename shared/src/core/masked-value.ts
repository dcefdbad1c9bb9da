import { z } from 'zod'
import { dataFreshnessSchema } from './data-freshness.ts'

/** Masks of the access policy, by the name in the explanation of a masked value. */
export const maskKindSchema = z.enum([
  'dots',
  'initials',
  'email',
  'iban',
  'last4',
  'year',
  'decade',
  'country',
  'area',
  'ref6',
  'band',
  'pan',
  'host',
  'date',
  'scrubbed',
  'count',
])
export type MaskKind = z.infer<typeof maskKindSchema>

/**
 * Value masked for the role. `hidden` reveals nothing, not even whether the value exists. `absent`: the
 * payment service gave no value. `presence`: only yes or no.
 */
export const maskedValueSchema = z.discriminatedUnion('visibility', [
  z.strictObject({ visibility: z.literal('clear'), text: z.string() }),
  z.strictObject({
    visibility: z.literal('masked'),
    text: z.string(),
    mask: maskKindSchema,
    /** Set if this role may reveal the value with a reason; `step_up` also requires re-authentication. */
    reveal: z.enum(['plain', 'step_up']).optional(),
  }),
  z.strictObject({ visibility: z.literal('presence'), present: z.boolean() }),
  z.strictObject({ visibility: z.literal('absent') }),
  z.strictObject({ visibility: z.literal('hidden') }),
])
export type MaskedValue = z.infer<typeof maskedValueSchema>

/** Record as JSON, masked for the role as on the page. Hidden and unclassified fields are left out. */
export const maskedRecordSchema = z.strictObject({ reading: dataFreshnessSchema, record: z.json() })
export type MaskedRecord = z.infer<typeof maskedRecordSchema>
