import type { RefObject } from 'react'
import { useLayoutEffect } from 'react'

/**
 * Puts the keyboard on the card of a list after the one that holds `inside`, or on the part around them: an answered
 * card is about to leave, and what leaves with the focus leaves it to nobody. Stays away from a focus elsewhere.
 */
export function focusNextCard(inside: Element | null): void {
  const card = inside?.closest('li')
  const { activeElement } = document
  if (!card || (activeElement !== document.body && !card.contains(activeElement))) return
  const next = card.nextElementSibling ?? card.closest('section')
  if (next instanceof HTMLElement) next.focus()
}

/**
 * For a form on a card that somebody else may answer meanwhile: it goes with the live change, and would leave the
 * keyboard to nobody.
 */
export function useNextCardFocus(form: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = form.current
    return () => {
      if (own?.contains(document.activeElement)) focusNextCard(own)
    }
  }, [form])
}

/** Puts the keyboard on a card that stays, where what had it in there is gone. Stays away from a focus elsewhere. */
export function restoreCardFocus(card: HTMLElement | null): void {
  if (document.activeElement === document.body) card?.focus()
}
