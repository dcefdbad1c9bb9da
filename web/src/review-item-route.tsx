import type { ReactNode } from 'react'

/** Being built. */
export function ReviewItemRoute(): ReactNode {
  return null
}
