import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RevealProvider } from '../features/reveals/reveal-provider.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { parseSearch } from './search-string.ts'

/** Marker in the address after re-authentication: says only that a reveal was begun. */
const returnMarker = { again: 'reveal' } as const

/** Lets a user with that permission reveal the masked values of a page. */
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
