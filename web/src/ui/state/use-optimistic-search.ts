import { useState } from 'react'

/**
 * The state of the address as it was asked for last, until the router has it: the next stroke of a fast hand
 * goes on from there. Any other change of the address is followed at once.
 */
export function useOptimisticSearch<A>(
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
