import { full, no, own, presence, reveal, row } from './cells.ts'

/** Data of this office itself: review notes, audit rows, staff. */
export const officeRows = {
  'review.note': row('P2', [own, own, full, presence, no], 'free text of staff about a case'),
  'audit.row': row('P2', [own, own, own, full, own], 'says what a colleague did'),
  'audit.subject_id': row('P1', [own, own, own, reveal('last4'), no], 'says whom it was about'),
  'audit.seen_by': row('P2', [own, own, full, full, no], 'says which colleague had to do with a record'),
  'staff.person': row('P2', [own, own, own, full, full], 'name, e-mail, address, sessions of a colleague'),
} as const
