import { expect } from 'vitest'

/**
 * Presses keys without a pause: keys sent through the browser may be too far apart for a chord. Returns true
 * if the page handled the last key.
 */
export function pressKeys(keys: string, more: KeyboardEventInit = {}): boolean {
  const taken = [...keys].map((key) => {
    const event = new KeyboardEvent('keydown', { ...more, key, bubbles: true, cancelable: true })
    return !(document.activeElement ?? document.body).dispatchEvent(event)
  })
  return taken.at(-1) ?? false
}

/**
 * Repeats `strokes` until the page handles the chord. `at` returns the element to focus before each attempt,
 * for example outside a text field.
 */
export async function pressChord(keys: string, at?: () => HTMLElement | SVGElement): Promise<void> {
  await expect
    .poll(() => {
      at?.().focus()
      return pressKeys(keys)
    })
    .toBe(true)
}

/** Appends text to a field in one step, with a single input event. */
export function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.setRangeText(text, field.value.length, field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
