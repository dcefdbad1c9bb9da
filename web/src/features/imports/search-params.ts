import { importId } from '@paydesk/shared/administration/imports'
import { z } from 'zod'
import { createSearchParamsReader } from '../../ui/state/url-state.ts'

/** Which import's report is shown, as kept in the address. */
export const parseImportsSearchParams = createSearchParamsReader(z.object({ open: importId.optional() }))
