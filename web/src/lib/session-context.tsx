import type { CurrentSession, EnvironmentView } from '@paydesk/shared/administration/sign-in'
import type { Permission } from '@paydesk/shared/core/permissions'
import { useRouteContext } from '@tanstack/react-router'
import { createContext, use } from 'react'

const context = createContext<CurrentSession | null>(null)
export const SessionProvider = context.Provider

/** Returns the current session; throws outside signed-in pages. */
export function useSession(): CurrentSession {
  const session = use(context)
  if (!session) throw new Error('useSession outside of a signed-in page')
  return session
}

export function useMay(permission: Permission): boolean {
  return useSession().permissions.includes(permission)
}

export function findEnvironment(session: CurrentSession, name: string): EnvironmentView | undefined {
  return session.environments.find((environment) => environment.name === name)
}

/** Returns the environment of the address; throws on pages outside of an environment. */
export function useEnvironment(): EnvironmentView {
  return useRouteContext({ from: '/inside/$env', select: ({ environment }) => environment })
}
