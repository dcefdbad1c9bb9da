import { type MessagesOf, plural } from '../../core/message.ts'
import type { englishSignIn } from '../en/sign-in.ts'

export const germanSignIn: MessagesOf<typeof englishSignIn> = {
  expiry: {
    idleTitle: 'Sind Sie noch da?',
    endTitle: 'Ihre Sitzung endet bald',
    idleDetail: 'Sie haben Paydesk eine Weile nicht benutzt und werden deshalb abgemeldet.',
    endDetail: 'Die Höchstdauer ist bald erreicht. Sie können sich erneut anmelden und hier weiterarbeiten.',
    secondsLeft: plural('count', { one: 'Noch {count} Sekunde.', other: 'Noch {count} Sekunden.' }),
    stay: 'Angemeldet bleiben',
    understood: 'OK',
  },
  person: {
    menu: ': Rolle, Einstellungen, Abmelden',
    role: 'Aktive Rolle',
    roleNotChanged: 'Rolle nicht geändert',
    signOut: 'Abmelden',
    notSignedOut: 'Abmeldung fehlgeschlagen',
  },
  noAccess: 'Ihre Rolle {role} hat keinen Zugriff auf {page}. Sichtbar sind: {sees}',
  askAdministrator: 'Wenn Sie Zugriff brauchen, wenden Sie sich an Ihre Administration.',
  roles: {
    support: {
      label: 'Kundenservice',
      sees: 'Zahlungen und ihr Status vollständig; Namen als Initialen, Konten und Kontaktdaten maskiert; keine Identitätsdaten.',
    },
    finance: {
      label: 'Finanzen',
      sees: 'Zahlungen, Beträge und Anbieterreferenzen vollständig; Namen als Initialen, Konten maskiert; keine Kontaktdaten.',
    },
    compliance: {
      label: 'Compliance',
      sees: 'Zahlungen und Identitäts-IDs vollständig; personenbezogene Daten Feld für Feld maskiert.',
    },
    auditor: {
      label: 'Revision',
      sees: 'Zahlungen mit Beträgen als Spannen und IDs mit den letzten Zeichen; keine Namen, Konten oder Kontaktdaten.',
    },
    admin: { label: 'Administration', sees: 'Der Betrieb von Paydesk; keine Kunden und keine Zahlungen.' },
  },
}
