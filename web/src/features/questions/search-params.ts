import { customerHandleSchema } from '@paydesk/shared/core/ids'
import { z } from 'zod'
import { createSearchParamsReader } from '../../ui/state/url-state.ts'

const questionsSearchSchema = z.object({ customer: customerHandleSchema.optional() })
/** Reads from the address the customer whose questions are listed. */
export const readQuestionsSearchParams = createSearchParamsReader(questionsSearchSchema)
export type QuestionsSearchParams = z.output<typeof questionsSearchSchema>
