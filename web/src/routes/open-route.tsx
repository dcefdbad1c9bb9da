import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { OpenPage, takeFragment } from '../features/search/open-page.tsx'
import { LookUpSlot } from '../layout/lookup-slot.tsx'

const route = getRouteApi('/inside/$env/open')

export function OpenRoute(): ReactNode {
  const { environment, carried } = route.useRouteContext()
  const [text, setText] = useState(carried)
  useEffect(() => {
    // The same page may be given another text while it is open.
    const onHash = () => setText(takeFragment() || text)
    window.addEventListener('hashchange', onHash)
    return () => window.removeEventListener('hashchange', onHash)
  }, [text])
  return (
    <OpenPage
      place={environment.label}
      box={<LookUpSlot key={text} env={environment.name} startWith={text} />}
    />
  )
}
