import { inboxQuerySchema } from '@paydesk/shared/cases/inbox'
import type { z } from 'zod'
import { createSearchParamsReader } from '../../ui/state/url-state.ts'

const inboxSearchSchema = inboxQuerySchema.omit({ after: true })
export type InboxSearchParams = z.output<typeof inboxSearchSchema>

/** Reads the filter of the inbox from the address. */
export const readInboxSearchParams = createSearchParamsReader(inboxSearchSchema)
