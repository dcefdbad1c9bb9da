import type { Permission } from '@paydesk/shared/core/permissions'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../lib/session-context.tsx'
import { ForbiddenPage, type PageName } from './forbidden-page.tsx'

/**
 * Creates the component of a page that loads its code with the first visit. A user without the permission
 * reads why not; `name` names the page in that sentence.
 */
export function lazyPage(permission: Permission, name: PageName, load: () => Promise<() => ReactNode>) {
  const Page = lazyRouteComponent(() => load().then((component) => ({ default: component })))
  function PermittedPage(): ReactNode {
    return useMay(permission) ? <Page /> : <ForbiddenPage to={name} />
  }
  // The router preloads code by this function.
  return Object.assign(PermittedPage, { preload: () => Page.preload?.() })
}
