import { type MessagesOf, plural } from '../../core/message.ts'
import type { englishDocumentsHome } from '../en/documents-home.ts'

export const germanDocumentsHome: MessagesOf<typeof englishDocumentsHome> = {
  title: 'Downloads',
  shortcut: 'Downloads von Nachweisen',
  waiting: plural('count', {
    none: 'Nichts offen',
    one: '{count} Anfrage wartet auf Ihre Freigabe',
    other: '{count} Anfragen warten auf Ihre Freigabe',
  }),
}
