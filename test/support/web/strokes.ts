import { expect } from 'vitest'

/** Presses keys right after each other: sent through the browser, those of a chord may come too far apart. */
export function strokes(keys: string, more: KeyboardEventInit = {}): boolean {
  const taken = [...keys].map((key) => {
    const event = new KeyboardEvent('keydown', { ...more, key, bubbles: true, cancelable: true })
    return !(document.activeElement ?? document.body).dispatchEvent(event)
  })
  return taken.at(-1) ?? false
}

/** The same, as soon as something takes them; with the keyboard where it says, and not in a text. */
export async function chord(keys: string, at?: () => HTMLElement | SVGElement): Promise<void> {
  await expect
    .poll(() => {
      at?.().focus()
      return strokes(keys)
    })
    .toBe(true)
}

/** Puts a text at the end of a field at once, as one stroke does. */
export function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.setRangeText(text, field.value.length, field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
