import type { ReactNode } from 'react'

/** Being built. */
export function DecisionsRoute(): ReactNode {
  return null
}
