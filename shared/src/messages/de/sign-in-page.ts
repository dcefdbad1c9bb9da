import type { MessagesOf } from '../../core/message.ts'
import type { englishSignInPage } from '../en/sign-in-page.ts'

export const germanSignInPage: MessagesOf<typeof englishSignInPage> = {
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
      detail: 'Paydesk ist nur für Mitarbeitende. Jeder Zugriff wird protokolliert.',
    },
  },
  endedBy: {
    self: 'Sie haben die Sitzung um {time} ({zone}) in einem anderen Browser beendet.',
    administrator: 'Die Administration hat die Sitzung um {time} ({zone}) beendet.',
    provider:
      'Der Anmeldedienst bestätigt Ihre Rechte in Paydesk nicht mehr. Die Sitzung endete um {time} ({zone}).',
    limit:
      'Sie haben sich anderswo angemeldet, und die Zahl der Sitzungen ist begrenzt. Die Sitzung endete um {time} ({zone}).',
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
        'Der Anmeldedienst hat keine erneute Anmeldung bestätigt, deshalb wird nichts angezeigt. Ihre Sitzung ist unverändert. Wenden Sie sich mit der Referenz an Ihre Administration.',
    },
    too_many_requests: {
      title: 'Zu viele Anmeldungen',
      detail:
        'Aus Ihrem Netz kamen innerhalb einer Minute zu viele Anmeldungen. Warten Sie eine Minute und versuchen Sie es erneut.',
    },
    no_role: {
      title: 'Keine Rolle in Paydesk',
      detail:
        'Ihr Konto hat in Paydesk keine Rolle. Wenden Sie sich mit der Referenz an Ihre Administration.',
    },
    session_ended: {
      title: 'Ihre Rechte haben sich geändert',
      detail:
        'Der Anmeldedienst gibt Ihnen die Rolle dieser Sitzung nicht mehr, deshalb wurde die Sitzung beendet. Melden Sie sich an, um mit Ihren jetzigen Rollen weiterzuarbeiten.',
    },
  },
  looked: {
    title: 'Für die Administration: wo die Rollen gesucht wurden',
    line: '{place}: {found}',
    hint: 'OIDC_ROLES_CLAIM nennt den Claim, OIDC_ROLE_MAP die Rollen.',
    places: { id_token: 'ID-Token', userinfo: 'Userinfo', access_token: 'Access-Token' },
    found: {
      missing: 'Der Claim fehlt',
      no_role: 'Der Claim ist da, enthält aber keine Rolle von Paydesk',
      not_given: 'Der Anmeldedienst hat nichts geliefert',
      refused: 'Der Anmeldedienst hat die Abfrage abgelehnt',
      elsewhere: 'zu viele Gruppen: der Anbieter hat den Claim weggelassen',
      opaque: 'Nicht für Paydesk signiert, deshalb nicht gelesen',
    },
  },
  signedOut: {
    title: 'Sie sind abgemeldet',
    detail: 'In diesem Browser bleiben keine Daten zurück.',
    signInAgain: 'Erneut anmelden',
  },
}
