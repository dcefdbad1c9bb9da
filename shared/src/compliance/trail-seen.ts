import { z } from 'zod'
import { trailAbout, trailGroup, trailPerson, trailResult, trailSubject, trailWhy } from './trail.ts'

const count = z.int().min(0)
const time = z.iso.datetime()

const act = z.strictObject({
  group: trailGroup,
  says: z.string(),
  /** Word for what kind of record it was; null where the entry names none. */
  words: z.string().nullable(),
  /** How many records of that kind. */
  records: count,
  field: trailWhy.field,
  purpose: trailWhy.purpose,
  ticket: trailWhy.ticket,
  result: trailResult,
  times: count,
  firstAt: time,
  lastAt: time,
})
export type TrailAct = z.infer<typeof act>

export const whoSawRequest = z.strictObject({ subject: trailSubject })

/**
 * Who had to do with one record; a customer includes its transactions, identity records and what was asked about
 * them, an identity record what was shown and checked of it on the customer's page.
 */
export const whoSaw = z.strictObject({
  /** Records that were looked for: the one asked for and what belongs to it. */
  records: z.int().min(1),
  entries: count,
  /** The newest first; with what they did, the newest first. */
  people: z.array(
    z.strictObject({
      person: trailPerson,
      roles: z.array(z.string()),
      times: count,
      firstAt: time,
      lastAt: time,
      acts: z.array(act),
    }),
  ),
  more: z.boolean(),
})
export type WhoSaw = z.infer<typeof whoSaw>

/** Days of the office's zone, `to` included; seven days up to today where both are left out. */
export const personSawQuery = z.strictObject({ from: z.iso.date().optional(), to: z.iso.date().optional() })

/** What one person had to do with, by day and record, the newest first. */
export const personSaw = z.strictObject({
  person: trailPerson,
  from: z.iso.date(),
  to: z.iso.date(),
  entries: count,
  days: z.array(
    z.strictObject({
      day: z.iso.date(),
      records: z.array(
        z.strictObject({ about: trailAbout.nullable(), times: count, lastAt: time, acts: z.array(act) }),
      ),
    }),
  ),
  /** True where only the newest entries of these days were looked at. */
  more: z.boolean(),
})
export type PersonSaw = z.infer<typeof personSaw>
