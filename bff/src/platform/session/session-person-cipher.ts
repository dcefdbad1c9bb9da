import { merchantId } from '@paydesk/shared/core/ids'
import { role } from '@paydesk/shared/core/permissions'
import { z } from 'zod'
import type { FieldCipher } from '../database/field-cipher.ts'

/** What the identity provider said of a person, as far as Paydesk keeps it. */
const sessionPersonSchema = z.object({
  name: z.string(),
  roles: z.array(role).min(1),
  /** Null: every merchant of every environment. */
  merchants: z.array(merchantId).nullable(),
  idToken: z.string(),
})
export type SessionPerson = z.infer<typeof sessionPersonSchema>

const sessionCipherContext = 'session'

/** So many opened sessions are kept beside their sealed form: opening costs more than finding. */
const maxCachedPersons = 1_000

/** Seals what is kept of a person with their session; `open` gives null for what cannot be opened any more. */
export function createSessionPersonCipher(seal: FieldCipher) {
  const opened = new Map<string, SessionPerson>()
  return {
    seal: (one: SessionPerson): string => seal.seal(sessionCipherContext, JSON.stringify(one)),
    open(sealed: string): SessionPerson | null {
      const known = opened.get(sealed)
      if (known !== undefined) return known
      const text = seal.open(sessionCipherContext, sealed)
      const read = text === null ? undefined : sessionPersonSchema.safeParse(JSON.parse(text)).data
      if (read === undefined) return null
      if (opened.size >= maxCachedPersons) opened.clear()
      opened.set(sealed, read)
      return read
    },
  }
}
