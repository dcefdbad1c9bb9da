import { useMessages } from '../../lib/messages/messages-context.tsx'
import type { PersonalDataKind } from './detect-personal-data.ts'

/** Returns a function that puts detected personal data into words, such as `an IBAN, a card number`. */
export function useFormatPersonalDataKinds(): (kinds: readonly PersonalDataKind[]) => string {
  const { personalData } = useMessages('lists')
  return (kinds) => kinds.map((kind) => personalData.kinds[kind]).join(', ')
}
