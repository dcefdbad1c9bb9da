import { z } from 'zod'

/** Member of staff as shown to colleagues. */
export const colleague = z.strictObject({ name: z.string(), me: z.boolean() })
export type Colleague = z.infer<typeof colleague>
