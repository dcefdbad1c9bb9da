import type { IdentityHandle } from '@paydesk/shared/core/ids'
import type { RenderProfileValue } from '../../features/identities/profile-fact.ts'
import { RevealableValue } from '../../features/reveals/revealable-value.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { FieldValue } from '../../ui/text/field-value.tsx'

/** Returns what shows a masked value of a profile with its reveal, for the pages that show the record. */
export function useRevealableProfile(identity: IdentityHandle): RenderProfileValue {
  const fieldNames: Readonly<Record<string, string>> = useMessages('identities').fields
  // Other labels do not identify a field alone: there are two streets, for example.
  const getFieldName = (field: string) => fieldNames[field] ?? field.replaceAll('_', ' ')
  return ({ field, path }, value) => (
    <RevealableValue
      what={getFieldName(field)}
      record={{ kind: 'identity', identity }}
      path={[...path]}
      value={value}
    >
      <FieldValue value={value} />
    </RevealableValue>
  )
}
