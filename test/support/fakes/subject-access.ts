import {
  type SubjectAccessRequestList,
  type SubjectAccessRequestView,
  subjectAccessRequestIdSchema,
} from '@paydesk/shared/compliance/subject-access'
import { maraCustomer } from './ids.ts'
import { buildClearValue, hoursFromNow } from './values.ts'

/** Colleague's subject access request that waits for an approval. */
export function buildSubjectAccessRequest(
  n: number,
  change: Partial<SubjectAccessRequestView> = {},
): SubjectAccessRequestView {
  return {
    request: subjectAccessRequestIdSchema.parse(`q_${String(n).padStart(20, '0')}`),
    customer: maraCustomer,
    ticket: buildClearValue(`CASE-${n}`),
    by: { name: 'Nora Linde', me: false },
    at: hoursFromNow(-n),
    status: 'waiting',
    until: hoursFromNow(24 - n),
    answer: null,
    downloadUntil: null,
    mayAnswer: false,
    mayDownload: false,
    downloads: [],
    ...change,
  }
}

export function buildSubjectAccessRequestList(
  requests: readonly SubjectAccessRequestView[] = [],
): SubjectAccessRequestList {
  return { requests: [...requests], waiting: requests.filter((one) => one.mayAnswer).length }
}
