import { useState } from 'react'

/**
 * Optimistic URL state: a second change builds on a navigation that the router has not committed yet.
 * Discarded as soon as the address changes for another reason.
 */
export function useOptimisticSearchParams<A>(
  address: A,
  onChange: (next: A) => void,
): readonly [A, (next: A) => void] {
  const [asked, setAsked] = useState<{ readonly from: A; readonly to: A } | null>(null)
  const now = asked?.from === address ? asked.to : address
  function change(to: A) {
    setAsked({ from: address, to })
    onChange(to)
  }
  return [now, change]
}
