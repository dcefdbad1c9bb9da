import { useState } from 'react'

/**
 * Shows a choice at once while its owner, such as the address, still holds the earlier one: a second change builds
 * on the first. As soon as the owner's value changes, that value counts again.
 */
export function useOptimisticValue<Value>(
  value: Value,
  onChange: (next: Value) => void,
  isSame: (one: Value, other: Value) => boolean = Object.is,
): readonly [Value, (next: Value) => void] {
  const [pending, setPending] = useState<{ readonly from: Value; readonly to: Value } | null>(null)
  const isPending = pending !== null && isSame(pending.from, value)
  // Forget it: the owner may come back to the earlier value for another reason.
  if (pending !== null && !isPending) setPending(null)
  function change(to: Value) {
    setPending({ from: value, to })
    onChange(to)
  }
  return [isPending ? pending.to : value, change]
}
