import { merchantId } from '@paydesk/shared/core/ids'
import { role } from '@paydesk/shared/core/permissions'
import { z } from 'zod'
import type { Seal } from '../database/field-cipher.ts'

/** What the identity provider said of a person, as far as Paydesk keeps it. */
const person = z.object({
  name: z.string(),
  roles: z.array(role).min(1),
  /** Null: every merchant of every environment. */
  merchants: z.array(merchantId).nullable(),
  idToken: z.string(),
})
export type SealedPerson = z.infer<typeof person>

const sealedFor = 'session'

/** So many opened sessions are kept beside their sealed form: opening costs more than finding. */
const keptOpen = 1_000

/** Seals what is kept of a person with their session; `open` gives null for what cannot be opened any more. */
export function makeOpening(seal: Seal) {
  const opened = new Map<string, SealedPerson>()
  return {
    seal: (one: SealedPerson): string => seal.seal(sealedFor, JSON.stringify(one)),
    open(sealed: string): SealedPerson | null {
      const known = opened.get(sealed)
      if (known !== undefined) return known
      const text = seal.open(sealedFor, sealed)
      const read = text === null ? undefined : person.safeParse(JSON.parse(text)).data
      if (read === undefined) return null
      if (opened.size >= keptOpen) opened.clear()
      opened.set(sealed, read)
      return read
    },
  }
}
