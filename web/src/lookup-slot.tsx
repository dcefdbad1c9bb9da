import type { EnvironmentName } from '@paydesk/shared/ids'
import type { LookUpHit } from '@paydesk/shared/lookup'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LookUpBox } from './lookup/lookup-box.tsx'
import { NoAccess } from './session/no-access.tsx'
import { useMay } from './session/session-context.tsx'

interface LookUpSlotProps {
  readonly env: EnvironmentName
  readonly startWith?: string
  readonly onGone?: () => void
}

const looksLikeTransaction = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** The box with the pages it leads to; verticals do not know of each other. */
export function LookUpSlot({ env, startWith, onGone }: LookUpSlotProps): ReactNode {
  const navigate = useNavigate()
  const may = useMay('lookup.use')
  if (!may) return <NoAccess to="look-ups" />
  function onHit(hit: LookUpHit) {
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
  return <LookUpBox env={env} onHit={onHit} onIntent={fetchPage} {...(startWith ? { startWith } : {})} />
}

/** Code only, no data, and of the page that such a text mostly ends at. */
function fetchPage(text: string): void {
  if (looksLikeTransaction.test(text)) void import('./transaction-route.tsx')
  else void import('./customer-route.tsx')
}
