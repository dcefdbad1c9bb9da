import { type MessagesOf, plural } from '../../core/message.ts'
import type { englishIdentityChecks } from '../en/identity-checks.ts'

export const germanIdentityChecks: MessagesOf<typeof englishIdentityChecks> = {
  checkNames: {
    members: 'Vollständigkeit des Profils',
    rid: 'Kunden-ID des Datensatzes',
    kyc: 'KYC-Status und Identitätsprüfung',
    addresses: 'Rechnungsadresse = Wohnadresse',
    others: 'Dieselbe Identität bei anderen Kunden',
  },
  checkMeanings: {
    members:
      'Der Zahlungsdienst nennt 23 Felder. Ein vollständiges Profil hat alle außer Anrede, zweitem Vornamen und Adresszusatz.',
    rid: 'Vergleicht remote_user_id des Datensatzes mit der Kunden-ID der Identität.',
    kyc: 'Vergleicht kyc_state des Datensatzes mit dem Schritt kyc von bis zu fünf Transaktionen des Kunden, offene zuerst.',
    addresses: 'Vergleicht jeden Teil ohne Groß- und Kleinschreibung, Leerzeichen, Punkte und Kommas.',
    others: 'Vergleicht alle Kunden Ihrer Händler, deren Identität in Paydesk geöffnet wurde.',
  },
  findings: {
    fields_missing: 'Es fehlen: {names}.',
    no_visible_field_missing: 'Kein Feld, das Ihre Rolle sieht, fehlt.',
    profile_complete: 'Vollständig.',
    rid_hidden: 'Für Ihre Rolle verborgen.',
    rid_missing: 'Der Datensatz hat keine Kunden-ID.',
    rid_matches: 'Die Kunden-ID stimmt überein.',
    transactions_not_loaded: 'Die Transaktionen konnten nicht geladen werden.',
    kyc_state_missing: 'Der Datensatz hat keinen kyc_state.',
    kyc_states_differ: 'Der Datensatz hat {state}, eine Transaktion dieses Kunden hat {names}.',
    kyc_passed_but_none: 'Eine Transaktion hat die Identitätsprüfung bestanden, aber kyc_state ist NONE.',
    kyc_review_failed:
      'kyc_state ist {state}, aber die Identitätsprüfung einer Transaktion ist gescheitert oder abgelaufen.',
    no_kyc_review: 'kyc_state ist {state}. Keine geladene Transaktion hat eine Identitätsprüfung.',
    kyc_matches: 'kyc_state ist {state}, und die Transaktionen haben {names}.',
    kyc_unrelated:
      'kyc_state ist {state}, die Transaktionen haben {names}. Es ist nicht dokumentiert, welche zusammengehören.',
    addresses_differ: 'Verschieden: {names}.',
    address_on_one_side: 'Nur in einer Adresse: {names}.',
    no_address: 'Keine Adresse übermittelt.',
    addresses_equal: 'Die Adressen sind gleich.',
    no_other_customers: 'Uns sind keine bekannt.',
    other_customers: plural('count', {
      one: '{count} anderer Kunde hat diese Identität.',
      other: '{count} andere Kunden haben diese Identität.',
    }),
    at_least_other_customers: plural('count', {
      one: 'Mindestens {count} anderer Kunde hat diese Identität.',
      other: 'Mindestens {count} andere Kunden haben diese Identität.',
    }),
  },
  hiddenNotChecked: plural('count', {
    one: '{count} Feld ist für Ihre Rolle verborgen und wurde nicht geprüft.',
    other: '{count} Felder sind für Ihre Rolle verborgen und wurden nicht geprüft.',
  }),
  advice: {
    fields_missing: 'Fragen Sie den Kunden oder den Händler, falls er weniger übermittelt hat, als er weiß.',
    no_visible_field_missing: 'Stellen Sie eine Rückfrage an eine Rolle, die die anderen Felder sieht.',
    rid_hidden: 'Nutzen Sie die Transaktionen, die diese Identität nennen.',
    rid_missing: 'Nutzen Sie die Transaktionen, die diese Identität nennen.',
    transactions_not_loaded: 'Aktualisieren Sie in Kürze.',
    kyc_state_missing: 'Verlassen Sie sich auf keines allein: Prüfen Sie die Nachweise.',
    kyc_states_differ:
      'Vergleichen Sie den Datensatz mit den Nachweisen, bevor Sie sich auf die Prüfung verlassen.',
    kyc_passed_but_none:
      'Vergleichen Sie den Datensatz mit den Nachweisen, bevor Sie sich auf die Prüfung verlassen.',
    kyc_review_failed:
      'Vergleichen Sie den Datensatz mit den Nachweisen, bevor Sie sich auf die Prüfung verlassen.',
    no_kyc_review: 'Verlassen Sie sich auf keines allein: Prüfen Sie die Nachweise.',
    kyc_unrelated: 'Verlassen Sie sich auf keines allein: Prüfen Sie die Nachweise.',
    addresses_differ: 'Zwei Adressen sind erlaubt. Fragen Sie nach, wenn die Zahlung Anlass gibt.',
    address_on_one_side: 'Fragen Sie nach der anderen Adresse, wenn sie wichtig ist.',
    no_address: 'Fragen Sie nach einer Adresse, wenn sie wichtig ist.',
    no_other_customers: 'Der Zahlungsdienst hat keine Liste, die das bestätigt.',
    other_customers:
      'Öffnen Sie sie: Eine Person kann mehrere Konten haben oder die Identität einer anderen benutzen.',
    at_least_other_customers:
      'Öffnen Sie sie: Eine Person kann mehrere Konten haben oder die Identität einer anderen benutzen.',
  },
}
