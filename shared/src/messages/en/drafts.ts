/** Texts about the draft of a form. */
export const englishDrafts = {
  saved: 'Draft saved',
  restored: 'Your draft from {time}',
  discard: 'Discard draft',
  discarded: 'Draft discarded',
  notDiscarded: 'Draft not discarded. Open the form again to see it.',
  notTakenBack: 'Draft not taken back: it was sent or replaced in the meantime.',
  failed: 'Draft not saved. It is saved again with your next change.',
  newer: 'A newer draft exists: another window saved it {time}. Nothing here is saved until you choose.',
  useNewer: 'Open the newer draft',
  keepThis: 'Keep this one',
} as const
