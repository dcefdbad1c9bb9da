import { type MessagesOf, plural } from '../../core/message.ts'
import type { englishUndocumentedValues } from '../en/undocumented-values.ts'

export const germanUndocumentedValues: MessagesOf<typeof englishUndocumentedValues> = {
  title: 'Undokumentierte Werte',
  intro:
    'Werte, die die Dokumentation des Zahlungsdienstes nicht nennt. Paydesk zeigt sie unverändert an; als endgültig gelten sie nie.',
  refresh: 'Undokumentierte Werte aktualisieren',
  notLoaded: 'Die undokumentierten Werte konnten nicht geladen werden',
  none: 'Keine undokumentierten Werte.',
  count: plural('count', { one: '{count} Wert', other: '{count} Werte' }),
  more: plural('count', { one: 'Mehr als {count} Wert', other: 'Mehr als {count} Werte' }),
  columns: {
    place: 'Feld',
    value: 'Wert',
    times: 'Anzahl',
    first: 'Erstmals',
    last: 'Zuletzt',
    on: 'Erstmals bei',
  },
  empty: '(leer)',
  noTransaction: 'Für Ihre Rolle verborgen oder bei keiner Transaktion',
  fields: {
    state: 'Status',
    reason: 'Grund',
    workflow_step: 'Workflow-Schritt',
    step_value: 'Wert eines Schritts',
    amount_form: 'Form eines Betrags',
    currency: 'Währung',
    event: 'Ereignis',
    response_code: 'Antwortcode',
    kyc_state: 'KYC-Status',
    document_kind: 'Art des Nachweises',
  },
}
