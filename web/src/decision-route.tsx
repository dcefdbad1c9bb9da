import type { ReactNode } from 'react'

/** Being built. */
export function DecisionRoute(): ReactNode {
  return null
}
