import type { MessagesOf } from '../../core/message.ts'
import type { englishApprovals } from '../en/approvals.ts'

export const germanApprovals: MessagesOf<typeof englishApprovals> = {
  refresh: 'Anfragen aktualisieren',
  refreshed: 'Anfragen aktualisiert',
  failed: 'Anfragen nicht geladen',
  waiting: 'Wartet auf Ihre Freigabe',
  noneWaiting: 'Keine Anfrage wartet auf Ihre Freigabe. Ihre eigenen gibt jemand anderes frei.',
  own: 'Ihre Anfragen',
  openUntil: 'offen bis {time}',
  downloadUntil: 'herunterladbar bis {time}',
  answers: { confirm: 'Freigegeben von {name}, {time}', refuse: 'Abgelehnt von {name}, {time}' },
  ownWaiting: 'Die eigene Anfrage kann niemand selbst freigeben; das muss jemand anderes tun.',
}
