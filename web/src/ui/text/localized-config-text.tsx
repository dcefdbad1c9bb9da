import type { LocalizedText } from '@paydesk/shared/messages/localized-text'
import type { ReactNode } from 'react'
import { useChooseLocalizedText } from '../../lib/messages/messages-context.tsx'

/** Shows a text of the configuration in the language of this person. */
export function LocalizedConfigText({ of }: { readonly of: LocalizedText }): ReactNode {
  return useChooseLocalizedText()(of)
}
