import { importIdSchema } from '@paydesk/shared/administration/imports'
import { z } from 'zod'
import { createSearchParamsReader } from '../../ui/state/url-state.ts'

/** Parses the id of the import whose report is shown. */
export const parseImportsSearchParams = createSearchParamsReader(
  z.object({ open: importIdSchema.optional() }),
)
export type ImportsSearchParams = ReturnType<typeof parseImportsSearchParams>
