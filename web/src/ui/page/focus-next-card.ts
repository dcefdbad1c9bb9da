import type { RefObject } from 'react'
import { useLayoutEffect } from 'react'

/**
 * Focuses the card after the one that holds `inside`, or the section around them: an answered card is about
 * to be removed, and the focus would be lost with it. Leaves a focus elsewhere alone.
 */
export function focusNextCard(inside: Element | null): void {
  const card = inside?.closest('li')
  const { activeElement } = document
  if (!card || (activeElement !== document.body && !card.contains(activeElement))) return
  const next = card.nextElementSibling ?? card.closest('section')
  if (next instanceof HTMLElement) next.focus()
}

/**
 * Moves the focus on when the form is removed with it: somebody else may answer the card meanwhile, and a
 * live update then removes the form.
 */
export function useNextCardFocus(form: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = form.current
    return () => {
      if (own?.contains(document.activeElement)) focusNextCard(own)
    }
  }, [form])
}

/** Focuses a card that stays when the focused control inside was removed. Leaves a focus elsewhere alone. */
export function restoreCardFocus(card: HTMLElement | null): void {
  if (document.activeElement === document.body) card?.focus()
}
