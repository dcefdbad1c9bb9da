import type { MessagesOf } from '../../core/message.ts'
import type { englishReviewHome } from '../en/review-home.ts'

export const germanReviewHome: MessagesOf<typeof englishReviewHome> = {
  position: {
    inQueue: 'In der Prüfliste',
    notInQueue: 'Nicht in der Prüfliste',
    place: '{position} von {count} nach Alter',
    since: 'erstmals gesehen {age}',
    claimed: 'übernommen',
    unassigned: 'nicht übernommen',
    openCase: 'Vorgang öffnen',
    loading: 'Prüfliste …',
    failed: 'Platz in der Prüfliste nicht geladen',
  },
}
