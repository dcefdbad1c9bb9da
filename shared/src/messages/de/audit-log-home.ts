import { type MessagesOf, plural } from '../../core/message.ts'
import type { englishAuditLogHome } from '../en/audit-log-home.ts'

export const germanAuditLogHome: MessagesOf<typeof englishAuditLogHome> = {
  title: 'Audit-Protokoll',
  noRefusals: 'Keine abgelehnten Anfragen heute',
  ownNoRefusals: 'Heute keine abgelehnten Anfragen von Ihnen',
  refusals: plural('count', {
    one: '{count} abgelehnte Anfrage heute',
    other: '{count} abgelehnte Anfragen heute',
  }),
  ownRefusals: plural('count', {
    one: 'Heute {count} abgelehnte Anfrage von Ihnen',
    other: 'Heute {count} abgelehnte Anfragen von Ihnen',
  }),
  reveals: plural('count', {
    one: '{count} Einblendung oder Anruferprüfung',
    other: '{count} Einblendungen oder Anruferprüfungen',
  }),
  ownReveals: plural('count', {
    one: '{count} Einblendung oder Anruferprüfung von Ihnen',
    other: '{count} Einblendungen oder Anruferprüfungen von Ihnen',
  }),
  never: 'seit dem Neustart nicht verifiziert',
  running: 'Verifizierung läuft',
  stopped: 'letzte Verifizierung vorzeitig abgebrochen',
  valid: 'gültig, verifiziert {time}',
  invalid: '▲ ungültig, verifiziert {time}',
  access: {
    button: 'Wer hat das gesehen?',
    titles: {
      customer: 'Wer hat diesen Kunden gesehen?',
      transaction: 'Wer hat diese Transaktion gesehen?',
      identity: 'Wer hat diesen Identitätsdatensatz gesehen?',
    },
  },
}
