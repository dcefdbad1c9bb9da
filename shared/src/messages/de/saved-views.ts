import type { MessagesOf } from '../../core/message.ts'
import type { englishSavedViews } from '../en/saved-views.ts'

export const germanSavedViews: MessagesOf<typeof englishSavedViews> = {
  label: 'Ansichten',
  removeNamed: 'Ansicht {name} entfernen',
  remove: 'Ansicht entfernen',
  removed: 'Ansicht entfernt',
  notRemoved: 'Ansicht nicht entfernt',
  notLoaded: 'Ihre Ansichten konnten nicht geladen werden',
  saveAs: 'Ansicht speichern',
  name: 'Name der Ansicht',
  help: 'Nur Sie sehen die Ansicht. Gespeichert werden Filter und Sortierung. Schreiben Sie keine Kundendaten in den Namen.',
  save: 'Speichern',
  saving: 'Wird gespeichert …',
  saved: 'Ansicht {name} gespeichert',
  notSaved: 'Ansicht nicht gespeichert',
}
