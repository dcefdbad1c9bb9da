import { createRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { consumeUrlFragment, DeepLinkPage } from '../features/search/deep-link-page.tsx'
import { PermittedSearchBox } from '../layout/permitted-search-box.tsx'
import { environmentRoute } from './layout-routes.tsx'

export const deepLinkRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'open',
  component: DeepLinkRoute,
})

function DeepLinkRoute(): ReactNode {
  const { environment, deepLinkText } = deepLinkRoute.useRouteContext()
  const [text, setText] = useState(deepLinkText)
  useEffect(() => {
    // The address may bring another text while this page is open.
    const onHash = () => setText(consumeUrlFragment() || text)
    window.addEventListener('hashchange', onHash)
    return () => window.removeEventListener('hashchange', onHash)
  }, [text])
  return (
    <DeepLinkPage>
      <PermittedSearchBox key={text} env={environment.name} startWith={text} />
    </DeepLinkPage>
  )
}
