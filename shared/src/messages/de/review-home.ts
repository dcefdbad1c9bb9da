import { type MessagesOf, plural } from '../../core/message.ts'
import type { englishReviewHome } from '../en/review-home.ts'

export const germanReviewHome: MessagesOf<typeof englishReviewHome> = {
  title: 'Prüfung',
  cases: plural('count', { one: '{count} Vorgang', other: '{count} Vorgänge' }),
  casesAndSnoozed: '{cases}, {snoozed} zurückgestellt',
  overdue: '{count} überfällig',
  mine: plural('count', { none: 'Ihnen ist keiner zugewiesen', other: '{count} Ihnen zugewiesen' }),
  mentions: plural('count', {
    one: '{count} Vorgang hat eine Notiz für Sie',
    other: '{count} Vorgänge haben eine Notiz für Sie',
  }),
  openMentions: 'Öffnen',
  approvals: plural('count', {
    one: '{count} Entscheidung wartet auf Ihre Freigabe',
    other: '{count} Entscheidungen warten auf Ihre Freigabe',
  }),
  moreApprovals: 'Mehr als {count} Entscheidungen warten auf Ihre Freigabe',
  openApprovals: 'Entscheidungen prüfen',
  position: {
    inQueue: 'In der Prüfliste',
    notInQueue: 'Nicht in der Prüfliste',
    place: '{position} von {count} nach Alter',
    since: 'zuerst gesehen {age}',
    claimed: 'übernommen',
    unassigned: 'frei',
    openCase: 'Vorgang öffnen',
    loading: 'Prüfliste …',
    failed: 'Platz in der Prüfliste nicht geladen',
  },
}
