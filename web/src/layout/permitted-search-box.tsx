import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { ReactNode } from 'react'
import { SearchBox } from '../features/search/search-box.tsx'
import { NoAccess } from '../features/sign-in/no-access.tsx'
import { useMessages } from '../lib/messages/messages-context.tsx'
import { useMay } from '../lib/session-context.tsx'

interface PermittedSearchBoxProps {
  readonly env: EnvironmentName
  readonly startWith?: string
  readonly onGone?: () => void
}

/** Search box, or the reason why this user has none. */
export function PermittedSearchBox(props: PermittedSearchBoxProps): ReactNode {
  const texts = useMessages('shell')
  return useMay('search.use') ? <SearchBox {...props} /> : <NoAccess to={texts.searchNoun} />
}
