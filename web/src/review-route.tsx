import type { ReactNode } from 'react'

/** Being built. */
export function ReviewRoute(): ReactNode {
  return null
}
