import { z } from 'zod'
import { customerHandle, identityHandle, supportReference, transactionId } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'
import { purposeCode, ticketNumber } from '../core/purposes.ts'

const count = z.int().min(0)
const time = z.iso.datetime()

/** Opaque handle of whoever did something: members of staff and those who are none any more. */
export const auditActorHandle = z
  .string()
  .regex(/^p_[0-9a-z]{20}$/)
  .brand<'TrailPersonHandle'>()
export type AuditActorHandle = z.infer<typeof auditActorHandle>

/** What kind of deed it was; each action is of one. */
export const auditEventGroup = z.enum([
  'reads',
  'reveals',
  'searches',
  'lists',
  'exports',
  'work',
  'questions',
  'sessions',
  'administration',
  'trail',
])
export type AuditEventGroup = z.infer<typeof auditEventGroup>

export const auditResult = z.enum(['allowed', 'refused', 'failed'])
export type AuditResult = z.infer<typeof auditResult>

/** A record by which entries are found: handles and the service's id of a transaction. */
export const auditSubjectId = z.union([customerHandle, identityHandle, transactionId])

/** The filter of the list, in the page's address and in the request alike: no personal data. Days are of the office's zone. */
export const auditLogFilter = z.strictObject({
  group: auditEventGroup.optional(),
  person: auditActorHandle.optional(),
  result: auditResult.optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** Entries that name just this record. */
  subject: auditSubjectId.optional(),
  purpose: purposeCode.optional(),
  ticket: ticketNumber.optional(),
  reference: supportReference.optional(),
})
export type AuditLogFilter = z.infer<typeof auditLogFilter>
export const auditLogQuery = z.strictObject({
  ...auditLogFilter.shape,
  after: z.string().max(400).optional(),
})

/** Somebody who did something; the name as their last sign-in gave it, else what the identity provider calls them. */
export const auditActorView = z.strictObject({ person: auditActorHandle, name: maskedValue, me: z.boolean() })
export type AuditActorView = z.infer<typeof auditActorView>

/** Where a record can be opened; only where this person sees its handle in full. */
export const auditRecordLink = z.discriminatedUnion('page', [
  z.strictObject({ page: z.literal('customer'), customer: customerHandle }),
  z.strictObject({ page: z.literal('identity'), identity: identityHandle }),
  z.strictObject({ page: z.literal('transaction'), transaction: transactionId }),
])
export type AuditRecordLink = z.infer<typeof auditRecordLink>

/** What an entry is about. */
export const auditSubjectView = z.strictObject({
  /** Word for what it is: `customer`. */
  words: z.string(),
  id: maskedValue,
  place: auditRecordLink.nullable(),
})

/** Why somebody needed it, and how long before it they had proved who they are. */
export const auditReasonFields = {
  /** Words for what was shown of the record; null where it was the whole of it. */
  field: z.string().nullable(),
  purpose: z.strictObject({ code: purposeCode, words: z.string() }).nullable(),
  ticket: z.string().nullable(),
  /** Seconds. */
  stepUpAge: count.nullable(),
}

/** The place of an entry: its chain and its number there, `stage-4117`. */
export const auditEntryId = z.string().regex(/^[a-z0-9-]{1,20}-\d{1,15}$/)

/**
 * One entry, as the parts of one sentence: person, role, `says`, `about`, field, purpose, ticket, and after
 * a dash what came of it. Every word is ours.
 */
export const auditEntryView = z.strictObject({
  entry: auditEntryId,
  chain: z.string(),
  n: z.int().min(0),
  /** The first twelve hexadecimal digits of its hash and of the one before; null where it stands in no chain. */
  hash: z.string().nullable(),
  prev: z.string().nullable(),
  at: time,
  /** Null where nobody was signed in. */
  person: auditActorView.nullable(),
  role: z.string().nullable(),
  group: auditEventGroup,
  says: z.string(),
  about: auditSubjectView.nullable(),
  ...auditReasonFields,
  result: auditResult,
  /** Why it was refused or failed, or how much it was about; null where there is nothing to say. */
  outcome: z.string().nullable(),
  /** Null where it is of no form of ours. */
  reference: supportReference.nullable(),
  source: maskedValue,
  instance: z.string(),
})
export type AuditEntryView = z.infer<typeof auditEntryView>

/** How much of the trail somebody sees. */
export const auditLogVisibility = z.enum(['own', 'administration', 'every'])

export const auditEntryList = z.strictObject({
  entries: z.array(auditEntryView),
  /** Hand it over as `after` for what comes before these; null where nothing does. */
  next: z.string().nullable(),
  /** Where the look stopped before the page was full: further back there may be more. */
  lookedBackTo: time.nullable(),
  sees: auditLogVisibility,
})
export type AuditEntryList = z.infer<typeof auditEntryList>

const eventCounts = { entries: count, reads: count, reveals: count, refused: count, failed: count }

/** What one verification found out; the words name the first bad entry of each chain. */
export const auditLogVerification = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('never') }),
  z.strictObject({ state: z.literal('running'), startedAt: time, done: count, of: count }),
  z.strictObject({ state: z.literal('broken'), startedAt: time, endedAt: time }),
  z.strictObject({
    state: z.literal('done'),
    startedAt: time,
    endedAt: time,
    /** Milliseconds. */
    took: count,
    whole: z.boolean(),
    entries: count,
    chains: z.array(
      z.strictObject({
        chain: z.string(),
        entries: count,
        last: count,
        sealedTo: count,
        /** So many at its beginning were taken away after their time, as a signed checkpoint says. */
        cutTo: count,
        /** When the head that seals it was signed, and the first twelve digits of the hash that it names. */
        sealedAt: time.nullable(),
        head: z.string().nullable(),
      }),
    ),
    /** Of each chain the first bad entry comes first. */
    findings: z.array(
      z.strictObject({ chain: z.string().nullable(), n: count.nullable(), words: z.string() }),
    ),
  }),
])
export type AuditLogVerification = z.infer<typeof auditLogVerification>

/** Counted by this office from the entries that this person may see. */
export const auditLogFigures = z.strictObject({
  /** Today in the office's zone. */
  day: z.iso.date(),
  today: z.strictObject(eventCounts),
  people: z.array(z.strictObject({ person: auditActorView, ...eventCounts })),
  morePeople: z.boolean(),
  /** How many entries there are, and since when: of the environment and of no environment. */
  coverage: z.array(z.strictObject({ chain: z.string(), entries: count, since: time.nullable() })),
  sees: auditLogVisibility,
  /** The last verification of this instance; null for whoever may not verify. */
  verified: auditLogVerification.nullable(),
})
export type AuditLogFigures = z.infer<typeof auditLogFigures>

export const auditLogExportQuery = z.strictObject({
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})
