import type { MessagesOf } from '../../core/message.ts'
import type { englishReceivedNotifications } from '../en/received-notifications.ts'

export const germanReceivedNotifications: MessagesOf<typeof englishReceivedNotifications> = {
  statuses: {
    new: { label: 'Neu', description: 'Gespeichert, noch nicht verarbeitet.' },
    waiting: { label: 'Wartet', description: 'Die Transaktion wird noch aktualisiert.' },
    confirmed: { label: 'Bestätigt', description: 'Die Transaktion wurde nach dem Eingang aktualisiert.' },
    stored: { label: 'Gespeichert', description: 'Nennt keine Transaktion.' },
    isolated: {
      label: 'Fehlgeschlagen',
      description: 'Konnte nicht verarbeitet werden. Andere Benachrichtigungen hält das nicht auf.',
    },
  },
  effects: {
    agrees: { label: 'Stimmt überein', description: 'Der Abruf ergab den Status der Benachrichtigung.' },
    changed: { label: 'Geändert', description: 'Der Abruf ergab die angekündigte Änderung.' },
    differs: { label: 'Weicht ab', description: 'Der Abruf ergab einen anderen Status.' },
    not_found: { label: 'Nicht gefunden', description: 'Der Zahlungsdienst kennt die Transaktion nicht.' },
  },
  kinds: {
    transaction: 'Transaktion',
    incoming_transfer: 'Eingehende Überweisung',
    unreadable: 'Unlesbar',
  },
}
