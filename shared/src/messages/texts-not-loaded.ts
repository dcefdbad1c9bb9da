import type { StaffLanguage } from '../core/formatter.ts'

/** Sentence for a page whose texts did not arrive. It comes with the code of the page. */
export const textsNotLoadedNotices: Readonly<Record<StaffLanguage, string>> = {
  en: 'Paydesk did not load completely. Check your connection and reload the page.',
  de: 'Paydesk wurde nicht vollständig geladen. Prüfen Sie Ihre Verbindung und laden Sie die Seite neu.',
}
