import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RevealProvider } from '../features/reveals/reveal-provider.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { parseSearch } from './search-string.ts'

/** Stands in the address of whoever comes back from a proof: nothing but that something was begun. */
const returnMarker = { again: 'reveal' } as const

/** Around a page whose masked values may be seen in clear, for whoever may ask. */
export function RevealSlot({
  env,
  children,
}: {
  readonly env: EnvironmentName
  readonly children: ReactNode
}): ReactNode {
  const location = useLocation()
  const navigate = useNavigate()
  const may = useMay('reveal.use')
  const { again, ...search } = parseSearch(location.searchStr)
  if (!may) return children
  const back = new URLSearchParams(location.searchStr)
  back.set('again', returnMarker.again)
  return (
    <RevealProvider
      env={env}
      returnTo={`${location.pathname}?${back}`}
      isBack={again === returnMarker.again}
      onBack={() => void navigate({ to: location.pathname, search, replace: true })}
    >
      {children}
    </RevealProvider>
  )
}
