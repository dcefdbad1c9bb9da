import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { SearchHit } from '@paydesk/shared/payments/search'
import { useNavigate, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SearchBox } from '../features/search/search-box.tsx'
import { NoAccess } from '../features/sign-in/no-access.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'

interface SearchSlotProps {
  readonly env: EnvironmentName
  readonly startWith?: string
  readonly onGone?: () => void
}

const transactionIdPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** Connects the search box with the pages of its hits, because features do not know each other. */
export function SearchSlot({ env, startWith, onGone }: SearchSlotProps): ReactNode {
  const navigate = useNavigate()
  const router = useRouter()
  const may = useMay('search.use')
  if (!may) return <NoAccess to="look-ups" />
  function onHit(hit: SearchHit) {
    onGone?.()
    switch (hit.kind) {
      case 'customer':
        return void navigate({ to: '/$env/c/$customer', params: { env, customer: hit.customer } })
      case 'transaction':
        return void navigate({ to: '/$env/t/$transaction', params: { env, transaction: hit.transaction } })
      case 'identity':
        return void navigate({ to: '/$env/i/$identity', params: { env, identity: hit.identity } })
    }
  }
  /** Loads the code, and no data, of the page that a search for this text mostly ends at. */
  function fetchPage(text: string) {
    const path = transactionIdPattern.test(text) ? '/$env/t/$transaction' : '/$env/c/$customer'
    void router.loadRouteChunk(router.routesByPath[path])
  }
  return <SearchBox env={env} onHit={onHit} onIntent={fetchPage} {...(startWith ? { startWith } : {})} />
}
