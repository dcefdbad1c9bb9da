import type { MessagesOf } from '../../core/message.ts'
import type { englishFieldPermissionsHome } from '../en/field-permissions-home.ts'

export const germanFieldPermissionsHome: MessagesOf<typeof englishFieldPermissionsHome> = {
  title: 'Feldberechtigungen',
  statuses: {
    never: 'Maskierungstest in dieser Installation noch nicht ausgeführt',
    unreadable: 'Die Ergebnisdatei des Maskierungstests ist nicht lesbar',
    failed: 'DER MASKIERUNGSTEST IST FEHLGESCHLAGEN',
    other:
      'MASKIERUNGSTEST FÜR EINE ANDERE ZUGRIFFSRICHTLINIE AUSGEFÜHRT: Diese Installation ist nicht getestet',
    old: 'Maskierungstest bestanden, aber vor mehr als 7 Tagen',
    passed: 'Maskierungstest bestanden für die geltende Zugriffsrichtlinie',
  },
  caught: '{count} von {all} eingebauten Fehlern erkannt',
}
