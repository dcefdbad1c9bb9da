import type { MessagesOf } from '../../core/message.ts'
import type { englishShell } from '../en/shell.ts'

/** Long words have soft hyphens (`\u00ad`): the navigation rail is narrow. */
export const germanShell: MessagesOf<typeof englishShell> = {
  product: 'Paydesk',
  close: 'Schließen',
  skipLink: 'Zum Inhalt springen',
  aboutEnvironment: 'Hinweis zu dieser Umgebung',
  environment: 'Umgebung',
  pages: 'Seiten',
  menu: 'Menü',
  narrow: 'Nur Symbole',
  waiting: '{count} offen',
  groups: {
    work: 'Arbeit',
    payments: 'Kunden und Zahlungen',
    dataProtection: 'Compliance',
    administration: 'Verwaltung',
  },
  search: 'Suchen',
  help: 'Hilfe',
  helpShortcut: 'Tastenkürzel und Glossar',
  startBreakGlass: 'Notfallzugriff …',
  ownSessions: 'Meine Sitzungen',
  ownActivity: 'Meine Aktivität',
  settings: 'Einstellungen',
  tabIcon: 'Tab-Symbol',
  tabIcons: { environment: 'Nach Umgebung', plain: 'Neutral' },
  searchNoun: 'die Suche',
  navigation: {
    home: 'Start',
    transactions: 'Transaktionen',
    paymentRequests: 'Zahlungs\u00adanforderungen',
    review: 'Prüfung',
    reconciliation: 'Abstimmung',
    notifications: 'Benach\u00adrichtigungen',
    auditLog: 'Audit-Protokoll',
    imports: 'IDs importieren',
    apiKeys: 'API-Schlüssel',
    health: 'Systemstatus',
    sessions: 'Sitzungen',
    decisions: 'Entscheidungen',
    reviewFigures: 'Kennzahlen',
    subjectAccess: 'Auskunfts\u00adexporte',
    downloads: 'Nachweis-Downloads',
    exportRequests: 'Export\u00adanfragen',
    fieldPermissions: 'Feld\u00adberechtigungen',
    inbox: 'Posteingang',
    questions: 'Rückfragen',
    dailyReport: 'Tagesbericht',
    undocumentedValues: 'Undokumen\u00adtierte Werte',
    breakGlass: 'Notfallzugriff',
  },
  connection: {
    starting: {
      label: 'Verbindungs\u00adaufbau',
      description: 'Paydesk baut die Verbindung für Live-Aktualisierungen auf.',
    },
    live: {
      label: 'Live-Aktualisierung',
      description: 'Änderungen erscheinen von selbst, spätestens zwei Sekunden nach einer Aktualisierung.',
    },
    reconnecting: {
      label: 'Unterbrochen',
      description:
        'Live-Aktualisierungen sind unterbrochen. Verpasste Änderungen werden geladen, sobald die Verbindung wieder steht. Sie können selbst aktualisieren.',
    },
    offline: {
      label: 'Offline',
      description: 'Dieses Gerät hat kein Netz. Die Daten haben den Stand ihrer letzten Aktualisierung.',
    },
    stopped: {
      label: 'Nicht live',
      description: 'Die Sitzung, die Live-Aktualisierungen empfing, ist beendet.',
    },
  },
  since: 'seit {time}',
}
