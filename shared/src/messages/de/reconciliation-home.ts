import { type MessagesOf, plural } from '../../core/message.ts'
import type { englishReconciliationHome } from '../en/reconciliation-home.ts'

export const germanReconciliationHome: MessagesOf<typeof englishReconciliationHome> = {
  unexplained: plural('count', {
    none: 'Nichts zu erklären',
    one: '{count} Abweichung zu erklären',
    other: '{count} Abweichungen zu erklären',
  }),
  explained: '{count} erklärt',
  today: 'Heute: {opened} neu, {closed} erledigt',
}
