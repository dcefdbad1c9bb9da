import type { MessagesOf } from '../../core/message.ts'
import type { englishDrafts } from '../en/drafts.ts'

export const germanDrafts: MessagesOf<typeof englishDrafts> = {
  saved: 'Entwurf gespeichert',
  restored: 'Ihr Entwurf, gespeichert {time}',
  discarded: 'Entwurf verworfen',
  notDiscarded: 'Entwurf nicht verworfen. Öffnen Sie das Formular noch einmal, um ihn zu sehen.',
  notTakenBack: 'Entwurf nicht zurückgeholt: Er wurde inzwischen abgeschickt oder ersetzt.',
  discard: 'Entwurf verwerfen',
  failed: 'Entwurf nicht gespeichert. Er wird mit der nächsten Änderung wieder gespeichert.',
  newer:
    'Es gibt einen neueren Entwurf: Ein anderes Fenster hat ihn {time} gespeichert. Hier wird nichts gespeichert, bis Sie wählen.',
  useNewer: 'Neueren Entwurf öffnen',
  keepThis: 'Diesen behalten',
}
