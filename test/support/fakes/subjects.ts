import type { SubjectRequests, SubjectRequestView } from '@paydesk/shared/compliance/subject'
import { subjectRequestId } from '@paydesk/shared/compliance/subject'
import { mara } from './ids.ts'
import { clear, inHours } from './values.ts'

/** A colleague's request that waits for a second person. */
export function subjectRequest(n: number, change: Partial<SubjectRequestView> = {}): SubjectRequestView {
  return {
    request: subjectRequestId.parse(`q_${String(n).padStart(20, '0')}`),
    customer: mara,
    ticket: clear(`CASE-${n}`),
    by: { name: 'Nora Linde', me: false },
    at: inHours(-n),
    status: 'waiting',
    until: inHours(24 - n),
    second: null,
    mayAnswer: false,
    mayTake: false,
    taken: [],
    ...change,
  }
}

export function subjectRequests(requests: readonly SubjectRequestView[] = []): SubjectRequests {
  return { requests: [...requests], waiting: requests.filter((one) => one.mayAnswer).length }
}
