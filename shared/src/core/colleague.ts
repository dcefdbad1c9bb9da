import { z } from 'zod'

/** A member of staff, named for colleagues. */
export const colleague = z.strictObject({ name: z.string(), me: z.boolean() })
export type Colleague = z.infer<typeof colleague>
