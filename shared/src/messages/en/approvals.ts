/** Texts of all requests that one person makes and another person answers. */
export const englishApprovals = {
  refresh: 'Refresh the requests',
  refreshed: 'Requests refreshed',
  failed: 'Requests not loaded',
  waiting: 'Awaiting your approval',
  noneWaiting: 'No requests awaiting your approval. A colleague approves your own.',
  own: 'Your requests',
  openUntil: 'open until {time}',
  downloadUntil: 'download until {time}',
  answers: { confirm: 'Approved by {name} {time}', refuse: 'Rejected by {name} {time}' },
  ownWaiting: 'A colleague must approve it: nobody approves their own request.',
} as const
