import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RevealDesk } from '../features/reveals/reveal-desk.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { parseSearch } from './search.ts'

/** Stands in the address of whoever comes back from a proof: nothing but that something was begun. */
const mark = { again: 'reveal' } as const

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
  back.set('again', mark.again)
  return (
    <RevealDesk
      env={env}
      returnTo={`${location.pathname}?${back}`}
      isBack={again === mark.again}
      onBack={() => void navigate({ to: location.pathname, search, replace: true })}
    >
      {children}
    </RevealDesk>
  )
}
