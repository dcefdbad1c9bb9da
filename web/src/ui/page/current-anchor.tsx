import type { ComponentProps, ReactNode } from 'react'

interface CurrentAnchorProps extends ComponentProps<'a'> {
  readonly isCurrent: boolean
}

/** A link to a filter: all filters are one page to the router, and the address alone says which is shown. */
export function CurrentAnchor({ isCurrent, children, ...rest }: CurrentAnchorProps): ReactNode {
  return (
    <a {...rest} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  )
}
