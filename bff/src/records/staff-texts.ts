import type { Colleague } from '@paydesk/shared/core/colleague'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { FieldAccess } from '../platform/access/field-access.ts'
import { guardValue } from '../platform/access/guarded.ts'
import type { FieldCipher } from '../platform/database/field-cipher.ts'
import { isSamePerson, type Person } from '../platform/session/person.ts'
import { reviewCipherContext } from './review-cases.ts'

/** Viewer of names and texts of staff. */
export interface StaffTextViewer {
  readonly sight: FieldAccess
  readonly session: Person
  readonly seal: FieldCipher
}

/** Columns of a person who wrote or signed something; null before that. */
interface SignerColumns {
  readonly issuer: string | null
  readonly subject: string | null
  /** Encrypted, like all names of staff. */
  readonly name: string | null
}

/** Decrypts a name or text of staff; empty if there is none or its key is gone. */
export function openStaffText(sealed: string | null, seal: FieldCipher): string {
  return sealed === null ? '' : (seal.open(reviewCipherContext, sealed) ?? '')
}

/** Masks a text that staff wrote; in full for roles whose cell is `own`, absent if there is none. */
export function presentStaffText(
  sealed: string | null,
  { sight, seal }: Pick<StaffTextViewer, 'sight' | 'seal'>,
): MaskedValue {
  return sight.maskOwn(guardValue('review.note', sealed === null ? null : openStaffText(sealed, seal)))
}

/** Presents a member of staff to colleagues; without the name if its key is gone. */
export function presentColleague(
  { issuer, subject, name }: SignerColumns,
  { session, seal }: Pick<StaffTextViewer, 'session' | 'seal'>,
): Colleague {
  const me = isSamePerson({ issuer: issuer ?? '', subject: subject ?? '' }, session)
  return { name: openStaffText(name, seal) || 'A colleague', me }
}
