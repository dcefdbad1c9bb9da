import type { IdentityHandle } from '@paydesk/shared/core/ids'
import type { ProfileGroupRenderer, ProfileValueRenderer } from '../../features/identities/profile-item.ts'
import { RevealGroupButton } from '../../features/reveals/reveal-group-button.tsx'
import { RevealableValue } from '../../features/reveals/revealable-value.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { FieldValue } from '../../ui/text/field-value.tsx'

interface RevealableProfile {
  readonly renderValue: ProfileValueRenderer
  readonly renderGroup: ProfileGroupRenderer
}

/** Returns what shows masked values of a profile with their reveals, for the pages that show the record. */
export function useRevealableProfile(identity: IdentityHandle): RevealableProfile {
  const fieldNames: Readonly<Record<string, string>> = useMessages('identities').fields
  // A server of a later version may send a field whose name this page does not have.
  const getFieldName = (field: string) => fieldNames[field] ?? field.replaceAll('_', ' ')
  const renderValue: ProfileValueRenderer = ({ field, path }, value) => (
    <RevealableValue
      what={getFieldName(field)}
      record={{ kind: 'identity', identity }}
      path={[...path]}
      value={value}
    >
      <FieldValue value={value} />
    </RevealableValue>
  )
  return {
    renderValue,
    renderGroup: (group, profile) => <RevealGroupButton {...{ identity, group, profile }} />,
  }
}
