import type { SubjectStatus } from '@paydesk/shared/compliance/subject'

export const statusWords: Readonly<Record<SubjectStatus, string>> = {
  waiting: 'Waits for a second person',
  confirmed: 'Confirmed',
  refused: 'Refused',
  expired: 'Expired: nobody answered',
  over: 'Closed: its time ran out',
}
