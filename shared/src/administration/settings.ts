import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { dateStyles, numberStyles, staffLanguages } from '../core/formatter.ts'

/**
 * Settings of one person. Null follows the browser, or for the time zone the one of Paydesk. A time zone that
 * this browser does not know is possible: another browser may have saved it.
 */
export const personSettings = z.strictObject({
  language: z.enum(staffLanguages).nullable(),
  timeZone: z
    .string()
    .regex(/^[A-Za-z0-9+_/-]{1,60}$/)
    .nullable(),
  numbers: z.enum(numberStyles).nullable(),
  dates: z.enum(dateStyles).nullable(),
})
export type PersonSettings = z.infer<typeof personSettings>

/** The session has the settings too, so that a page needs no request of its own for them. */
export const settingsEndpoints = {
  saveSettings: defineEndpoint({
    method: 'POST',
    path: '/api/settings',
    params: z.strictObject({}),
    query: z.strictObject({}),
    body: personSettings,
    response: personSettings,
  }),
} as const
