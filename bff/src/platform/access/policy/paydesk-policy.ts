import {
  createRevealCell,
  createStepUpRevealCell,
  definePolicyRow,
  fullAccessCell,
  hiddenCell,
  ownRowsCell,
  presenceCell,
} from './cells.ts'

/** Data of Paydesk itself: review notes, audit entries, staff. */
export const paydeskPolicyRows = {
  'review.note': definePolicyRow(
    'P2',
    [ownRowsCell, ownRowsCell, fullAccessCell, presenceCell, hiddenCell],
    'free text of staff about a case',
  ),
  'audit.row': definePolicyRow(
    'P2',
    [ownRowsCell, ownRowsCell, ownRowsCell, fullAccessCell, ownRowsCell],
    'says what a colleague did',
  ),
  'audit.subject_id': definePolicyRow(
    'P1',
    [ownRowsCell, ownRowsCell, ownRowsCell, createRevealCell('last4'), hiddenCell],
    'names the person it was about',
  ),
  'audit.seen_by': definePolicyRow(
    'P2',
    [ownRowsCell, ownRowsCell, fullAccessCell, fullAccessCell, hiddenCell],
    'says which colleague had to do with a record',
  ),
  'staff.person': definePolicyRow(
    'P2',
    [ownRowsCell, ownRowsCell, ownRowsCell, fullAccessCell, fullAccessCell],
    'name, e-mail, address, sessions of a colleague',
  ),
  'request.typed': definePolicyRow(
    'P3',
    [ownRowsCell, ownRowsCell, hiddenCell, hiddenCell, hiddenCell],
    'the person who typed it checks it before it is sent; afterwards nobody needs it here',
  ),
  'request.address': definePolicyRow(
    'P3',
    [
      createRevealCell('dots'),
      createRevealCell('dots'),
      createStepUpRevealCell('dots'),
      hiddenCell,
      hiddenCell,
    ],
    "opens the customer's hosted page without a further check: for staff who give it to the customer",
  ),
} as const
