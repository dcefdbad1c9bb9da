import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'

interface CurrentAnchorProps extends ComponentProps<'a'> {
  readonly isCurrent: boolean
}

function CurrentAnchor({ isCurrent, children, ...rest }: CurrentAnchorProps): ReactNode {
  return (
    <a {...rest} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  )
}

/** Link to a filter: to the router all filters are one page, and only the address names the current one. */
export const FilterLink = createLink(CurrentAnchor)
