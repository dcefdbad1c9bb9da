import { merchantIdSchema } from '@paydesk/shared/core/ids'
import { roleSchema } from '@paydesk/shared/core/permissions'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { FieldCipher } from '../database/field-cipher.ts'

/** Facts from the identity provider that Paydesk keeps about a person. */
const sessionPersonSchema = z.object({
  name: z.string(),
  roles: z.array(roleSchema).min(1),
  /** Null means every merchant of every environment. */
  merchants: z.array(merchantIdSchema).nullable(),
  idToken: z.string(),
  /** Tokens for renewing roles and merchants, as far as the provider gives some. */
  refreshToken: z.string().nullable(),
  accessToken: z.string().nullable(),
})
export type SessionPerson = z.infer<typeof sessionPersonSchema>

const sessionCipherContext = 'session'

/** Limit of decrypted sessions kept in memory: decrypting costs more than finding the row. */
const maxCachedPersons = 1_000

/**
 * Creates the cipher for a session's data about its person. `open` returns null if the data cannot be
 * decrypted.
 */
export function createSessionPersonCipher(cipher: FieldCipher) {
  const opened = new LRUCache<string, SessionPerson>({ max: maxCachedPersons })
  return {
    seal: (one: SessionPerson): string => cipher.seal(sessionCipherContext, JSON.stringify(one)),
    open(sealed: string): SessionPerson | null {
      const known = opened.get(sealed)
      if (known !== undefined) return known
      const text = cipher.open(sessionCipherContext, sealed)
      const read = text === null ? undefined : sessionPersonSchema.safeParse(JSON.parse(text)).data
      if (read === undefined) return null
      opened.set(sealed, read)
      return read
    },
  }
}
