import type { SubjectAccessRequestStatus } from '@paydesk/shared/compliance/subject-access'

export const subjectRequestStatusLabels: Readonly<Record<SubjectAccessRequestStatus, string>> = {
  waiting: 'Waits for a second person',
  confirmed: 'Confirmed',
  refused: 'Refused',
  expired: 'Expired: nobody answered',
  over: 'Closed: its time ran out',
}
