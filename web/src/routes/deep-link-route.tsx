import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { DeepLinkPage, takeUrlFragment } from '../features/search/deep-link-page.tsx'
import { SearchSlot } from '../layout/search-slot.tsx'

const route = getRouteApi('/inside/$env/open')

export function DeepLinkRoute(): ReactNode {
  const { environment, deepLinkText } = route.useRouteContext()
  const [text, setText] = useState(deepLinkText)
  useEffect(() => {
    // The address may bring another text while this page is open.
    const onHash = () => setText(takeUrlFragment() || text)
    window.addEventListener('hashchange', onHash)
    return () => window.removeEventListener('hashchange', onHash)
  }, [text])
  return (
    <DeepLinkPage
      place={environment.label}
      box={<SearchSlot key={text} env={environment.name} startWith={text} />}
    />
  )
}
