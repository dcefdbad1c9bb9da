import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { ReactNode } from 'react'
import type { CommandMatches } from '../features/search/commands.ts'
import { SearchBox } from '../features/search/search-box.tsx'
import { NoAccessNotice } from '../features/sign-in/no-access-notice.tsx'
import { useMessages } from '../lib/messages/messages-context.tsx'
import { useMay } from '../lib/session-context.tsx'

interface PermittedSearchBoxProps {
  readonly env: EnvironmentName
  readonly startWith?: string
  readonly onGone?: () => void
  readonly findCommands?: (typed: string) => CommandMatches | undefined
}

/** Search box, or the reason why this user has none. In the palette such a user finds commands only. */
export function PermittedSearchBox(props: PermittedSearchBoxProps): ReactNode {
  const texts = useMessages('shell')
  const maySearch = useMay('search.use')
  if (!maySearch && props.findCommands === undefined) return <NoAccessNotice to={texts.searchNoun} />
  return <SearchBox {...props} isForCommands={!maySearch} />
}
