import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { merchantId } from '../core/ids.ts'

export const systemId = z
  .string()
  .regex(/^s_[0-9a-z]{20}$/)
  .brand<'SystemId'>()
export type SystemId = z.infer<typeof systemId>

/** What a key opens; nothing else. */
export const systemScope = z.enum(['payments:create', 'payments:read'])
export type SystemScope = z.infer<typeof systemScope>

/** A word for the system, such as `Web shop`: of staff, never of customers. */
export const systemLabel = z.string().trim().min(2).max(60)

/** A key for one system of the merchant, of one environment and one merchant. */
export const systemInput = z.strictObject({
  label: systemLabel,
  merchant: merchantId,
  scopes: z.array(systemScope).min(1).max(2),
  /** Days until it ends by itself. */
  days: z.int().min(1).max(730),
})
export type SystemInput = z.infer<typeof systemInput>

/** Times are ISO 8601 UTC. The key itself is in no list. */
export const systemView = z.strictObject({
  system: systemId,
  label: z.string(),
  merchant: merchantId,
  scopes: z.array(systemScope),
  /** The first letters of the key, to tell keys apart. */
  begins: z.string(),
  by: colleague,
  madeAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  usedAt: z.iso.datetime().nullable(),
  revoked: z.strictObject({ by: colleague, at: z.iso.datetime() }).nullable(),
  state: z.enum(['active', 'ended', 'revoked']),
})
export type SystemView = z.infer<typeof systemView>

export const systemList = z.strictObject({
  systems: z.array(systemView),
  merchants: z.array(merchantId),
  /** Requests that one key may make in a minute. */
  perMinute: z.int().min(1),
  /** Where the document of the interface is. */
  document: z.string(),
})
export type SystemList = z.infer<typeof systemList>

/** The key in clear, once. */
export const systemMade = z.strictObject({ system: systemView, key: z.string() })
export type SystemMade = z.infer<typeof systemMade>

/** `done`: it opens nothing any more. `before`: somebody had revoked it. */
export const systemRevoked = z.strictObject({ answer: z.enum(['done', 'before']), system: systemView })
