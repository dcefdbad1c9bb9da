import type { ComponentType } from 'react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Loads a component once it `isWanted` or `isNeeded`; null until loaded. Unlike `lazy` it commits
 * synchronously (flushSync), so keys typed right after the shortcut reach the new field. Throws if the code
 * is needed and cannot be fetched.
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
      // Flush with effects: no key may fall between the placeholder and the component that takes the focus.
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
