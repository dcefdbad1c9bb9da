import type { MessagesOf } from '../../core/message.ts'
import type { englishProblems } from '../en/problems.ts'

export const germanProblems: MessagesOf<typeof englishProblems> = {
  not_signed_in: {
    title: 'Nicht angemeldet',
    detail: 'Melden Sie sich an, um fortzufahren.',
  },
  session_idle: {
    title: 'Wegen Inaktivität abgemeldet',
    detail: 'Melden Sie sich an, um dort fortzufahren, wo Sie aufgehört haben.',
  },
  session_over: {
    title: 'Ihre Sitzung ist abgelaufen',
    detail: 'Melden Sie sich an, um dort fortzufahren, wo Sie aufgehört haben.',
  },
  session_ended: {
    title: 'Ihre Sitzung wurde beendet',
    detail: 'Melden Sie sich an, um dort fortzufahren, wo Sie aufgehört haben.',
  },
  not_allowed: {
    title: 'Kein Zugriff',
    detail: 'Ihre Rolle erlaubt das nicht. Der Versuch steht im Audit-Protokoll.',
  },
  break_glass_report_due: {
    title: 'Bericht erforderlich',
    detail:
      'Reichen Sie zuerst den Bericht zu Ihrem letzten Notfallzugriff ein, oder beenden Sie den in Ihrer anderen Sitzung.',
  },
  break_glass_limit_reached: {
    title: 'Heute kein Notfallzugriff mehr',
    detail: 'Höchstens drei sind an einem Tag erlaubt. Wenden Sie sich an Compliance.',
  },
  cross_site: {
    title: 'Anfrage von einer anderen Website',
    detail:
      'Paydesk nimmt nur Anfragen seiner eigenen Seiten an. Öffnen Sie Paydesk und versuchen Sie es dort.',
  },
  no_such_page: {
    title: 'Seite nicht gefunden',
    detail: 'Unter dieser URL gibt es nichts.',
  },
  not_found: {
    title: 'Nicht gefunden',
    detail:
      'Weder der Zahlungsdienst noch unsere Daten kennen diese ID, oder Sie haben keinen Zugriff darauf.',
  },
  bad_request: {
    title: 'Ungültige Eingabe',
    detail: 'Korrigieren Sie die genannten Felder und senden Sie erneut.',
  },
  too_large: {
    title: 'Zu groß',
    detail: 'Die Anfrage überschreitet das Limit von Paydesk. Senden Sie weniger.',
  },
  origin_not_verified: {
    title: 'Herkunft nicht geprüft',
    detail: 'Die Benachrichtigung hat keinen gültigen Herkunftsnachweis. Nichts davon wurde gespeichert.',
  },
  unsupported_encoding: {
    title: 'Kodierung nicht unterstützt',
    detail: 'Benachrichtigungen werden nur unkomprimiert angenommen. Nichts davon wurde gespeichert.',
  },
  too_many_requests: {
    title: 'Zu viele Anfragen',
    detail: 'Warten Sie einen Moment und versuchen Sie es dann erneut.',
  },
  upstream_timeout: {
    title: 'Zeitüberschreitung beim Zahlungsdienst',
    detail: 'Es wurde nichts abgerufen. Versuchen Sie es erneut. Bleibt es dabei, nennen Sie die Referenz.',
  },
  upstream_unreachable: {
    title: 'Zahlungsdienst nicht verfügbar',
    detail: 'Es wurde nichts abgerufen. Versuchen Sie es erneut. Bleibt es dabei, nennen Sie die Referenz.',
  },
  upstream_bad_response: {
    title: 'Ungültige Antwort des Zahlungsdienstes',
    detail: 'Nichts davon wird angezeigt. Versuchen Sie es erneut. Bleibt es dabei, nennen Sie die Referenz.',
  },
  upstream_auth: {
    title: 'Der Zahlungsdienst hat die Zugangsdaten von Paydesk abgewiesen',
    detail:
      'Ihre Anmeldung ist nicht betroffen. Wenden Sie sich an Ihre Administration und nennen Sie die Referenz.',
  },
  upstream_refused: {
    title: 'Der Zahlungsdienst hat die Anfrage abgelehnt',
    detail: 'Nennen Sie die Referenz, wenn Sie ein Ergebnis erwartet haben.',
  },
  upstream_mismatch: {
    title: 'Die Antwort betrifft einen anderen Datensatz',
    detail: 'Nichts davon wird angezeigt. Nennen Sie die Referenz.',
  },
  upstream_busy: {
    title: 'Zahlungsdienst überlastet',
    detail:
      'Paydesk pausiert Anfragen, damit sich der Zahlungsdienst erholt. Versuchen Sie es gleich erneut.',
  },
  document_not_shown: {
    title: 'Nachweis nicht angezeigt',
    detail: 'Der Grund ist genannt. Ein solcher Nachweis kann nur mit einer Freigabe heruntergeladen werden.',
  },
  record_unavailable: {
    title: 'Zugriff nicht protokolliert',
    detail: 'Ohne Eintrag im Audit-Protokoll wird nichts angezeigt. Versuchen Sie es gleich erneut.',
  },
  maybe_recorded: {
    title: 'Ergebnis unbekannt',
    detail:
      'Die Datenbank hat nicht rechtzeitig bestätigt. Prüfen Sie das Ergebnis, bevor Sie erneut senden.',
  },
  sign_in_failed: {
    title: 'Anmeldung fehlgeschlagen',
    detail: 'Beginnen Sie erneut. Schlägt es wieder fehl, nennen Sie die Referenz.',
  },
  sign_in_unavailable: {
    title: 'Anmeldedienst nicht verfügbar',
    detail: 'Der Anmeldedienst Ihrer Organisation antwortet nicht. Versuchen Sie es gleich erneut.',
  },
  no_role: {
    title: 'Ihr Konto hat noch keine Rolle in Paydesk',
    detail: 'Wenden Sie sich an Ihre Administration.',
  },
  reauthentication_needed: {
    title: 'Erneute Anmeldung erforderlich',
    detail: 'Bestätigen Sie Ihre Identität. Ihre Sitzung bleibt offen.',
  },
  reauthentication_by_another: {
    title: 'Eine andere Person hat sich angemeldet',
    detail: 'Die Person dieser Sitzung muss bestätigen, darum wurde nichts geändert.',
  },
  reauthentication_without_time: {
    title: 'Anmeldezeit fehlt',
    detail:
      'Der Anmeldedienst übermittelt den Zeitpunkt Ihrer Anmeldung nicht. Wenden Sie sich an Ihre Administration und nennen Sie die Referenz.',
  },
  reveal_limit_reached: {
    title: 'Limit der Einblendungen für diese Stunde erreicht',
    detail: 'Versuchen Sie es später erneut. Der Versuch steht im Audit-Protokoll.',
  },
  access_limit_reached: {
    title: 'Zugriffslimit dieser Stunde erreicht',
    detail:
      'Versuchen Sie es später erneut. Der Versuch steht im Audit-Protokoll, und Compliance wurde benachrichtigt.',
  },
  export_needs_approval: {
    title: 'Export braucht eine Freigabe',
    detail:
      'Die Liste hat mehr Zeilen, als ohne Freigabe exportiert werden. Nennen Sie einen Grund und fordern Sie die Freigabe an.',
  },
  method_not_allowed: {
    title: 'Methode nicht erlaubt',
    detail: 'Diese URL gibt es, aber nicht für diese Methode.',
  },
  wrong_host: {
    title: 'Falsche URL von Paydesk',
    detail: 'Öffnen Sie Paydesk unter der eingerichteten URL, oder wenden Sie sich an Ihre Administration.',
  },
  payment_requests_off: {
    title: 'Keine Zahlungsanforderungen in dieser Umgebung',
    detail: 'Die Administration kann dafür Workflows einrichten.',
  },
  payment_link_gone: {
    title: 'Zahlungslink nicht mehr verfügbar',
    detail:
      'Die Zahlung ist beendet oder abgelaufen, oder ihr Link wurde nicht angenommen. Prüfen Sie die Zahlung, bevor Sie eine weitere erstellen: Der Kunde hat den Link vielleicht noch.',
  },
  key_refused: {
    title: 'Ungültiger API-Schlüssel',
    detail:
      'Senden Sie einen Schlüssel dieser Umgebung als Authorization: Bearer. Er kann abgelaufen oder widerrufen sein.',
  },
  key_scope: {
    title: 'API-Schlüssel ohne Berechtigung',
    detail: 'Die Administration kann einen Schlüssel mit dieser Berechtigung erstellen.',
  },
  idempotency_conflict: {
    title: 'Idempotenzschlüssel schon verwendet',
    detail:
      'Zu diesem Schlüssel gibt es eine Zahlung mit anderem Inhalt. Verwenden Sie für eine neue Zahlung einen neuen Schlüssel.',
  },
  payment_refused: {
    title: 'Zahlung kann nicht erstellt werden',
    detail:
      'Korrigieren Sie die genannten Felder und senden Sie mit neuem Idempotenzschlüssel. Es wurde nichts erstellt.',
  },
  payment_not_sent: {
    title: 'Zahlungsdienst nicht erreicht',
    detail: 'Es wurde nichts erstellt. Senden Sie erneut mit demselben Idempotenzschlüssel.',
  },
  unsupported_type: {
    title: 'Inhaltstyp nicht unterstützt',
    detail: 'Senden Sie JSON in UTF-8 als application/json.',
  },
  unavailable: {
    title: 'Paydesk ist nicht verfügbar',
    detail: 'Die Datenbank antwortet nicht. Versuchen Sie es gleich erneut.',
  },
  internal: {
    title: 'Interner Fehler',
    detail: 'Der Fehler liegt in Paydesk. Nennen Sie die Referenz.',
  },
}
