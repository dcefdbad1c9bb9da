import type { StaffPermission } from '@paydesk/shared/core/permissions'
import { lazyRouteComponent } from '@tanstack/react-router'
import { type ReactNode, Suspense, use } from 'react'
import { useMay } from '../lib/session-context.tsx'
import type { ForbiddenPageProps, PageName } from './forbidden-page.tsx'

let forbiddenPage: Promise<typeof import('./forbidden-page.tsx')> | undefined

/** Loads the code of a refused page, once and only when it is needed: links lead to pages that are allowed. */
export function loadForbiddenPage(): Promise<typeof import('./forbidden-page.tsx')> {
  forbiddenPage ??= import('./forbidden-page.tsx')
  return forbiddenPage
}

function LazyForbiddenPage(props: ForbiddenPageProps): ReactNode {
  const { ForbiddenPage } = use(loadForbiddenPage())
  return <ForbiddenPage {...props} />
}

/**
 * Creates the component of a page that loads its code with the first visit. A user without the permission
 * reads why not; `name` names the page in that sentence.
 */
export function createLazyPage(
  permission: StaffPermission,
  name: PageName,
  load: () => Promise<() => ReactNode>,
) {
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
