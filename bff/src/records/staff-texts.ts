import type { Colleague } from '@paydesk/shared/core/colleague'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { FieldAccess } from '../platform/access/field-access.ts'
import { guardValue } from '../platform/access/guarded.ts'
import type { FieldCipher } from '../platform/database/field-cipher.ts'
import { isSamePerson, type Person } from '../platform/session/person.ts'
import type { Session } from '../platform/session/session.ts'
import { staffTextCipherContext } from './review-cases.ts'

/** Viewer of names and texts of staff. */
export interface StaffTextViewer {
  readonly fieldAccess: FieldAccess
  readonly session: Person
  readonly cipher: FieldCipher
}

/** Columns of a person who wrote or signed something; null before that. */
interface SignerColumns {
  readonly issuer: string | null
  readonly subject: string | null
  /** Encrypted, like all names of staff. */
  readonly name: string | null
}

/** Decrypts a name or text of staff; empty if there is none or its key is gone. */
export function decryptStaffText(sealed: string | null, cipher: FieldCipher): string {
  return sealed === null ? '' : (cipher.open(staffTextCipherContext, sealed) ?? '')
}

/** Encrypts a text of staff; null if there is none. */
export const encryptStaffText = (text: string | undefined, cipher: FieldCipher): string | null =>
  text === undefined ? null : cipher.seal(staffTextCipherContext, text)

/** Builds the columns of the person who signs, with the encrypted name. */
export const buildSignerColumnValues = ({ issuer, subject, name }: Session, cipher: FieldCipher) => ({
  issuer,
  subject,
  name: cipher.seal(staffTextCipherContext, name),
})

/** Masks a text that staff wrote; in full for roles whose cell is `own`, absent if there is none. */
export function presentStaffText(
  sealed: string | null,
  { fieldAccess, cipher }: Pick<StaffTextViewer, 'fieldAccess' | 'cipher'>,
): MaskedValue {
  return fieldAccess.maskOwn(
    guardValue('review.note', sealed === null ? null : decryptStaffText(sealed, cipher)),
  )
}

/** Presents a member of staff to colleagues; without the name if its key is gone. */
export function presentColleague(
  { issuer, subject, name }: SignerColumns,
  { session, cipher }: Pick<StaffTextViewer, 'session' | 'cipher'>,
): Colleague {
  const me = isSamePerson({ issuer: issuer ?? '', subject: subject ?? '' }, session)
  return { name: decryptStaffText(name, cipher) || null, me }
}

/** Columns of an answer that one person gives to another; null until then. */
interface AnswerColumns<Answer extends string> {
  readonly answer: Answer | null
  readonly sealed_answer: string | null
  readonly answered_issuer: string | null
  readonly answered_subject: string | null
  readonly answered_name: string | null
  readonly answered_at: number | null
}

/** Builds the columns of an answer; `now`: ms since 1970. */
export function buildStaffAnswerColumnValues<Answer extends string>(
  { answer, text }: { readonly answer: Answer; readonly text?: string | undefined },
  session: Session,
  cipher: FieldCipher,
  now: number,
) {
  const { issuer, subject, name } = buildSignerColumnValues(session, cipher)
  return {
    answer,
    sealed_answer: encryptStaffText(text, cipher),
    answered_issuer: issuer,
    answered_subject: subject,
    answered_name: name,
    answered_at: now,
  } satisfies AnswerColumns<Answer>
}

/** Presents an answer with its author; null until there is one. */
export function presentStaffAnswer<Answer extends string>(
  { answer, sealed_answer, answered_at, ...by }: AnswerColumns<Answer>,
  viewer: StaffTextViewer,
) {
  if (answer === null || answered_at === null) return null
  const { answered_issuer: issuer, answered_subject: subject, answered_name: name } = by
  return {
    answer,
    text: presentStaffText(sealed_answer, viewer),
    by: presentColleague({ issuer, subject, name }, viewer),
    at: new Date(answered_at).toISOString(),
  }
}
