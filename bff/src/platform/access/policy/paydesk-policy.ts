import { defineRow, fullCell, hiddenCell, ownCell, presenceCell, revealCell, stepUpCell } from './cells.ts'

/** Data of Paydesk itself: review notes, audit entries, staff. */
export const paydeskPolicyRows = {
  'review.note': defineRow(
    'P2',
    [ownCell, ownCell, fullCell, presenceCell, hiddenCell],
    'free text of staff about a case',
  ),
  'audit.row': defineRow('P2', [ownCell, ownCell, ownCell, fullCell, ownCell], 'says what a colleague did'),
  'audit.subject_id': defineRow(
    'P1',
    [ownCell, ownCell, ownCell, revealCell('last4'), hiddenCell],
    'names the person it was about',
  ),
  'audit.seen_by': defineRow(
    'P2',
    [ownCell, ownCell, fullCell, fullCell, hiddenCell],
    'says which colleague had to do with a record',
  ),
  'staff.person': defineRow(
    'P2',
    [ownCell, ownCell, ownCell, fullCell, fullCell],
    'name, e-mail, address, sessions of a colleague',
  ),
  'request.typed': defineRow(
    'P3',
    [ownCell, ownCell, hiddenCell, hiddenCell, hiddenCell],
    'the person who typed it checks it before it is sent; afterwards nobody needs it here',
  ),
  'request.address': defineRow(
    'P3',
    [revealCell('dots'), revealCell('dots'), stepUpCell('dots'), hiddenCell, hiddenCell],
    "opens the customer's hosted page without a further check: for staff who give it to the customer",
  ),
} as const
