import type { MessagesOf } from '../../core/message.ts'
import type { englishFieldPermissionsHome } from '../en/field-permissions-home.ts'

export const germanFieldPermissionsHome: MessagesOf<typeof englishFieldPermissionsHome> = {
  title: 'Feldberechtigungen',
  statuses: {
    never: 'Maskierungstest noch nicht ausgeführt',
    unreadable: 'Die Ergebnisdatei des Maskierungstests ist nicht lesbar',
    failed: 'DER MASKIERUNGSTEST IST FEHLGESCHLAGEN',
    other: 'FÜR EINE ANDERE ZUGRIFFSRICHTLINIE AUSGEFÜHRT: Diese Installation ist nicht getestet',
    old: 'Bestanden, aber vor mehr als 7 Tagen',
    passed: 'Bestanden für die geltende Zugriffsrichtlinie',
  },
  caught: '{count} von {all} eingebauten Fehlern erkannt',
}
