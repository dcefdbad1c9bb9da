import { z } from 'zod'

/** The masks of the access matrix, by the name staff meet in the explanation of a masked value. */
export const maskName = z.enum([
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
export type MaskName = z.infer<typeof maskName>

/**
 * One value as this role may see it. `hidden` says nothing about the data, not even whether it
 * exists; `absent` means that the service gave nothing; `presence` is yes or no and no more.
 */
export const maskedValue = z.discriminatedUnion('seen', [
  z.strictObject({ seen: z.literal('clear'), text: z.string() }),
  z.strictObject({
    seen: z.literal('masked'),
    text: z.string(),
    mask: maskName,
    /** There where this role may ask to see it, for a reason; `step_up`: after proving anew who one is. */
    reveal: z.enum(['plain', 'step_up']).optional(),
  }),
  z.strictObject({ seen: z.literal('presence'), present: z.boolean() }),
  z.strictObject({ seen: z.literal('absent') }),
  z.strictObject({ seen: z.literal('hidden') }),
])
export type MaskedValue = z.infer<typeof maskedValue>
