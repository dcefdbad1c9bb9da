import { type MessagesOf, plural } from '../../core/message.ts'
import type { englishSignIn } from '../en/sign-in.ts'

export const germanSignIn: MessagesOf<typeof englishSignIn> = {
  signIn: 'Anmelden',
  tryAgain: 'Erneut versuchen',
  goBack: 'Zurück',
  otherAccount: 'Anderes Konto verwenden',
  reasons: {
    session_idle: {
      title: 'Sie wurden abgemeldet',
      detail:
        'Sie haben Paydesk eine Weile nicht benutzt. Melden Sie sich an, um an derselben Stelle weiterzuarbeiten.',
    },
    session_over: {
      title: 'Ihre Sitzung ist beendet',
      detail:
        'Die Höchstdauer ist erreicht, oder jemand hat die Sitzung beendet. Melden Sie sich an, um an derselben Stelle weiterzuarbeiten.',
    },
    session_ended: {
      title: 'Ihre Sitzung wurde beendet',
      detail: 'Melden Sie sich an, um an derselben Stelle weiterzuarbeiten.',
    },
    signed_out: {
      title: 'Sie wurden abgemeldet',
      detail:
        'Ihre Sitzung wurde in einem anderen Fenster oder beim Anmeldedienst beendet. Melden Sie sich an, um an derselben Stelle weiterzuarbeiten.',
    },
    not_signed_in: {
      title: 'Bei Paydesk anmelden',
      detail: 'Paydesk ist nur für Beschäftigte. Jeder Zugriff wird protokolliert.',
    },
  },
  endedBy: {
    self: 'Sie haben die Sitzung um {time} ({zone}) in einem anderen Browser beendet.',
    administrator: 'Die Administration hat die Sitzung um {time} ({zone}) beendet.',
  },
  problems: {
    sign_in_failed: {
      title: 'Anmeldung fehlgeschlagen',
      detail:
        'Die Antwort des Anmeldedienstes kam zu spät oder gehört zu einem anderen Fenster. Versuchen Sie es erneut.',
    },
    sign_in_unavailable: {
      title: 'Anmeldedienst nicht erreichbar',
      detail: 'Ihr Konto ist nicht betroffen. Versuchen Sie es in einer Minute erneut.',
    },
    reauthentication_by_another: {
      title: 'Eine andere Person hat sich angemeldet',
      detail:
        'Sie sollten Ihre Identität bestätigen, angemeldet hat sich aber eine andere Person. Ihre Sitzung ist unverändert.',
    },
    reauthentication_without_time: {
      title: 'Erneute Anmeldung nicht bestätigt',
      detail:
        'Der Anmeldedienst hat keine aktuelle Anmeldung bestätigt, deshalb wird nichts angezeigt. Ihre Sitzung ist unverändert. Wenden Sie sich mit der Referenz an Ihre Administration.',
    },
    no_role: {
      title: 'Keine Rolle in Paydesk',
      detail:
        'Ihr Konto hat in Paydesk noch keine Rolle. Wenden Sie sich mit der Referenz an Ihre Administration.',
    },
  },
  signedOut: {
    title: 'Sie sind abgemeldet',
    detail: 'In diesem Browser bleiben keine Daten zurück.',
    signInAgain: 'Erneut anmelden',
  },
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
