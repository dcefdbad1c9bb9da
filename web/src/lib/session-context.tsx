import type { CurrentSession, EnvironmentView } from '@paydesk/shared/administration/sign-in'
import type { StaffPermission } from '@paydesk/shared/core/permissions'
import { useRouteContext } from '@tanstack/react-router'
import { createContext, use } from 'react'
import { useChooseLocalizedText } from './messages/messages-context.tsx'

const context = createContext<CurrentSession | null>(null)
export const SessionProvider = context.Provider

/** Returns the current session; throws outside signed-in pages. */
export function useSession(): CurrentSession {
  const session = use(context)
  if (!session) throw new Error('useSession outside of a signed-in page')
  return session
}

/** Returns true if the person has the permission in the active role; throws outside signed-in pages. */
export function useMay(permission: StaffPermission): boolean {
  return useSession().permissions.includes(permission)
}

/** Finds an environment by the name in the address; undefined if this person may not see it. */
export function findEnvironment(session: CurrentSession, name: string): EnvironmentView | undefined {
  return session.environments.find((environment) => environment.name === name)
}

/** Environment with its configured texts in the language of the person. */
export interface LocalizedEnvironment extends Omit<EnvironmentView, 'label' | 'banner'> {
  readonly label: string
  readonly banner: string | null
}

/** Returns a function that chooses the label and banner of an environment in the person's language. */
export function useLocalizeEnvironment(): (environment: EnvironmentView) => LocalizedEnvironment {
  const chooseText = useChooseLocalizedText()
  return ({ label, banner, ...environment }) => ({
    ...environment,
    label: chooseText(label),
    banner: banner === null ? null : chooseText(banner),
  })
}

/** Returns the environment of the address; throws on pages outside of an environment. */
export function useEnvironment(): LocalizedEnvironment {
  const environment = useRouteContext({
    from: '/inside/$env',
    select: ({ environment: here }) => here,
  })
  return useLocalizeEnvironment()(environment)
}

/** Returns what names an environment of this session in the language of the person. */
export function useFormatEnvironmentLabel(): (name: string) => string {
  const session = useSession()
  const localize = useLocalizeEnvironment()
  return (name) => {
    const environment = findEnvironment(session, name)
    return environment === undefined ? name : localize(environment).label
  }
}
