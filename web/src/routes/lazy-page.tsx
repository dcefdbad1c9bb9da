import type { Permission } from '@paydesk/shared/core/permissions'
import { lazyRouteComponent } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useMay } from '../lib/session-context.tsx'
import type { PageName } from './forbidden-page.tsx'

// Load lazily: links lead only to pages that are allowed.
export const LazyForbiddenPage = lazyRouteComponent(() => import('./forbidden-page.tsx'), 'ForbiddenPage')

/**
 * Creates the component of a page that loads its code with the first visit. A user without the permission
 * reads why not; `name` names the page in that sentence.
 */
export function lazyPage(permission: Permission, name: PageName, load: () => Promise<() => ReactNode>) {
  const Page = lazyRouteComponent(() => load().then((component) => ({ default: component })))
  function PermittedPage(): ReactNode {
    if (useMay(permission)) return <Page />
    return (
      <Suspense>
        <LazyForbiddenPage to={name} />
      </Suspense>
    )
  }
  // The router preloads code by this function.
  return Object.assign(PermittedPage, { preload: () => Page.preload?.() })
}
