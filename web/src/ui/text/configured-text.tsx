import type { LocalText } from '@paydesk/shared/messages/local-text'
import type { ReactNode } from 'react'
import { useChooseText } from '../../lib/messages/messages-context.tsx'

/** Shows a text of the configuration in the language of this person. */
export function ConfiguredText({ of }: { readonly of: LocalText }): ReactNode {
  return useChooseText()(of)
}
