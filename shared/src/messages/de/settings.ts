import type { MessagesOf } from '../../core/message.ts'
import type { englishSettings } from '../en/settings.ts'

export const germanSettings: MessagesOf<typeof englishSettings> = {
  title: 'Einstellungen',
  intro: 'Jede Auswahl wird sofort gespeichert, nur für Sie und für jeden Browser.',
  language: 'Sprache',
  timeZone: 'Zeitzone',
  numbers: 'Zahlen',
  dates: 'Datum',
  theme: 'Farben',
  themes: { system: 'Wie im Browser', light: 'Hell', dark: 'Dunkel', contrast: 'Hoher Kontrast' },
  density: 'Zeilenhöhe der Listen',
  densities: { normal: 'Normal', compact: 'Kompakt', roomy: 'Großzügig' },
  shortcuts: 'Tastenkürzel aus einem oder zwei Buchstaben',
  browserDefault: 'Wie im Browser ({value})',
  officeDefault: 'Wie in Paydesk ({zone})',
  example: 'Beispiel: {time} · {amount}',
  saved: 'Einstellungen gespeichert',
  notSaved: 'Einstellungen nicht gespeichert',
}
