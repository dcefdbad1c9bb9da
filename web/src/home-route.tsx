import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { HomePage } from './lookup/home-page.tsx'
import { LookUpSlot } from './lookup-slot.tsx'
import { useSession } from './session/session-context.tsx'

const route = getRouteApi('/inside/$env/')

export function HomeRoute(): ReactNode {
  const { environment } = route.useRouteContext()
  const { role } = useSession()
  return (
    <HomePage
      environment={environment}
      role={role}
      box={<LookUpSlot key={environment.name} env={environment.name} />}
    />
  )
}
