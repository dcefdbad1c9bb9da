import { type ToggleEvent, useId, useState } from 'react'

/** Ties a button to the native popover that it opens. What stands in the popover is rendered while it is open. */
export function usePopover() {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return {
    isOpen,
    button: { popoverTarget: id, 'aria-expanded': isOpen } as const,
    popover: {
      ...({ id, popover: 'auto' } as const),
      onBeforeToggle: (event: ToggleEvent) => event.newState === 'open' && setOpen(true),
      onToggle: (event: ToggleEvent) => event.newState === 'closed' && setOpen(false),
    },
  }
}
