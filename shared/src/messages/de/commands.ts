import type { MessagesOf } from '../../core/message.ts'
import type { englishCommands } from '../en/commands.ts'

export const germanCommands: MessagesOf<typeof englishCommands> = {
  groups: {
    recent: 'Zuletzt',
    pages: 'Seiten',
    page: 'Auf dieser Seite',
    actions: 'Aktionen',
    views: 'Gespeicherte Ansichten',
    colleagues: 'Kolleginnen und Kollegen',
  },
  newPayment: 'Neue Zahlungsanforderung',
  newPaymentWords: 'anlegen Link',
  language: 'Sprache: {language}',
  themes: {
    light: 'Farben: hell',
    dark: 'Farben: dunkel',
    contrast: 'Farben: hoher Kontrast',
    system: 'Farben: wie im Browser',
  },
  wideRail: 'Namen in der Navigation anzeigen',
  narrowRail: 'Nur Symbole in der Navigation anzeigen',
  shortcutsOn: 'Tastenkürzel einschalten',
  shortcutsOff: 'Tastenkürzel ausschalten',
  settings: 'Einstellungen öffnen',
  help: 'Tastenkürzel und Glossar öffnen',
  /** Further words that find a colleague, beside the roles. */
  colleagueWords: 'Kollege Kollegin',
  colleagueCases: '{name}: Vorgänge',
  colleagueActivity: '{name}: Aktivität',
  view: '{page}: {name}',
}
