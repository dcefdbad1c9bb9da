import { type ToggleEvent, useId, useState } from 'react'

/**
 * Ties a button to the native popover that it opens. What stands in the popover is rendered while it is open.
 * `onToggled` is told each time it has opened or closed.
 */
export function usePopover(onToggled?: (isOpen: boolean, popover: Element) => void) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return {
    isOpen,
    button: { popoverTarget: id, 'aria-expanded': isOpen } as const,
    popover: {
      ...({ id, popover: 'auto' } as const),
      onBeforeToggle: (event: ToggleEvent) => event.newState === 'open' && setOpen(true),
      onToggle: ({ newState, currentTarget }: ToggleEvent) => {
        if (newState === 'closed') setOpen(false)
        onToggled?.(newState === 'open', currentTarget)
      },
    },
  }
}
