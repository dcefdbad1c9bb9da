import { full, no, own, presence, reveal, row, stepUp } from './cells.ts'

/** Data of this office itself: review notes, audit rows, staff. */
export const officeRows = {
  'review.note': row('P2', [own, own, full, presence, no], 'free text of staff about a case'),
  'audit.row': row('P2', [own, own, own, full, own], 'says what a colleague did'),
  'audit.subject_id': row('P1', [own, own, own, reveal('last4'), no], 'says whom it was about'),
  'audit.seen_by': row('P2', [own, own, full, full, no], 'says which colleague had to do with a record'),
  'staff.person': row('P2', [own, own, own, full, full], 'name, e-mail, address, sessions of a colleague'),
  'request.typed': row(
    'P3',
    [own, own, no, no, no],
    'whoever typed it reads it back before it is sent; afterwards nobody needs it here',
  ),
  'request.address': row(
    'P3',
    [stepUp('dots'), no, stepUp('dots'), no, no],
    "opens the customer's hosted page without a further check: for whoever hands it to the customer",
  ),
} as const
