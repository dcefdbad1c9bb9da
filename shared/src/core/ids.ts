import { z } from 'zod'

/**
 * Branded ids, parsed at the boundary with anchored patterns, of ASCII except for the RID. A text that does not
 * match is rejected before an address is built from it, so `..`, `%2e`, `/`, control characters and invisible
 * characters never reach the payment service.
 */

const maxRidLength = 128

/**
 * Characters of a RID inside a class of a pattern with the flag `u`: letters with their marks, digits, and
 * the signs of addresses. All signs are ASCII.
 */
export const ridCharacterClass = String.raw`\p{L}\p{M}\p{Nd}._@+:=~-`

const ridPattern = /^(?:\p{L}\p{M}{0,4}|[\p{Nd}_])(?:\p{L}\p{M}{0,4}|[\p{Nd}._@+:=~-])*$/u
const greekOrCyrillic = String.raw`\p{Script=Greek}\p{Script=Cyrillic}`
/** A word with letters of Latin and of a script whose letters look like Latin ones: `сust` with a Cyrillic s. */
const lookAlikePattern = new RegExp(
  String.raw`\p{Script=Latin}[\p{L}\p{M}\p{Nd}]*[${greekOrCyrillic}]|[${greekOrCyrillic}][\p{L}\p{M}\p{Nd}]*\p{Script=Latin}`,
  'u',
)

function isRid(text: string): boolean {
  if (text.length > maxRidLength || !ridPattern.test(text)) return false
  // Refuse other forms of the same letters (full-width, ligatures) and letters that nobody sees.
  return text === text.normalize('NFKC') && !/\p{DI}/u.test(text) && !lookAlikePattern.test(text)
}

/**
 * Merchant's customer id (interface, `account.identifier`), normalized to NFC. May have the form of an e-mail
 * address or an IBAN.
 */
export const ridSchema = z.string().normalize('NFC').refine(isRid).brand<'Rid'>()
export type Rid = z.infer<typeof ridSchema>

/** Transaction id of the payment service (interface, endpoint 2). Not always a UUID. */
export const transactionIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{3,63}$/)
  .brand<'TransactionId'>()
export type TransactionId = z.infer<typeof transactionIdSchema>

/** Identity id of the payment service (interface, endpoint 5), e.g. `_b103fc0_158a2f3a950__7e12`. */
export const identityIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_][A-Za-z0-9_-]{3,95}$/)
  .brand<'IdentityId'>()
export type IdentityId = z.infer<typeof identityIdSchema>

/** Review task id of the payment service, as named by a notification (`outstanding_tasks[].id`). */
export const reviewTaskIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/)
  .brand<'TaskId'>()
export type ReviewTaskId = z.infer<typeof reviewTaskIdSchema>

/** Merchant id, issued by the operator of the payment service. */
export const merchantIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)
  .brand<'MerchantId'>()
export type MerchantId = z.infer<typeof merchantIdSchema>

/** Opaque handle of a customer: the only form in which a customer appears in a URL. */
export const customerHandleSchema = z
  .string()
  .regex(/^c_[0-9a-z]{20}$/)
  .brand<'CustomerHandle'>()
export type CustomerHandle = z.infer<typeof customerHandleSchema>

/** Opaque handle of an identity record, for roles that may not see its id. */
export const identityHandleSchema = z
  .string()
  .regex(/^i_[0-9a-z]{20}$/)
  .brand<'IdentityHandle'>()
export type IdentityHandle = z.infer<typeof identityHandleSchema>

/** Name of an environment, as in every URL: `stage`, `production`. */
export const environmentNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,19}$/)
  .brand<'EnvironmentName'>()
export type EnvironmentName = z.infer<typeof environmentNameSchema>

/** Id of a request to export more rows than are exported without an approval. */
export const exportRequestIdSchema = z
  .string()
  .regex(/^er_[0-9a-z]{20}$/)
  .brand<'ExportRequestId'>()
export type ExportRequestId = z.infer<typeof exportRequestIdSchema>

/**
 * Support reference of an error, for people to quote: `PD-` and ten letters or digits without look-alikes.
 */
export const supportReferenceSchema = z
  .string()
  .regex(/^PD-[0-9A-HJKMNP-TV-Z]{10}$/)
  .brand<'Reference'>()
export type SupportReference = z.infer<typeof supportReferenceSchema>

export const savedViewIdSchema = z.string().regex(/^v_[0-9a-z]{20}$/)
