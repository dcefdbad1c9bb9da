import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { HomePage } from './lookup/home-page.tsx'
import { LookUpSlot } from './lookup-slot.tsx'
import { useMay, useSession } from './session/session-context.tsx'

const route = getRouteApi('/inside/$env/')

export function HomeRoute(): ReactNode {
  const { environment } = route.useRouteContext()
  const { role } = useSession()
  return (
    <HomePage
      environment={environment}
      role={role}
      mayLookUp={useMay('lookup.use')}
      box={<LookUpSlot key={environment.name} env={environment.name} />}
    />
  )
}
