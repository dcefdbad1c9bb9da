import type { ComponentType } from 'react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * A part whose code is fetched once it is `isWanted`; null until it is there. Unlike `lazy` it is drawn in the very
 * moment it is needed: what is typed right after the key that opens it finds its field. Throws where the code
 * cannot be fetched and is needed.
 */
export function useLazyComponent<P>(
  load: () => Promise<ComponentType<P>>,
  { isNeeded, isWanted }: { readonly isNeeded: boolean; readonly isWanted: boolean },
): ComponentType<P> | null {
  const [part, setPart] = useState<ComponentType<P> | null>(null)
  const [failed, setFailed] = useState<{ readonly why: unknown } | null>(null)
  useEffect(() => {
    if (!isNeeded && !isWanted) return
    let isGone = false
    load().then(
      // With its effects: no key falls between what stood there and what takes the focus now.
      (made) => isGone || flushSync(() => setPart(() => made)),
      (why: unknown) => isGone || setFailed(isNeeded ? { why } : null),
    )
    return () => {
      isGone = true
    }
  }, [load, isNeeded, isWanted])
  if (failed !== null && isNeeded) throw failed.why
  return part
}
