import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react/pure'
import { pressKeys, typeInto } from '../../../../test/support/web/strokes.ts'
import { PageHeading } from '../page/page-heading.tsx'
import { ShortcutTooltip } from '../text/shortcut-tooltip.tsx'
import { listPressedKeys, readPressedDigit } from './key-press.ts'
import { ShortcutsProvider, useShortcut } from './shortcuts.tsx'

/** Page with a shortcut, and a field that the key `x` removes as a live update would. */
function Page({ pressed }: { readonly pressed: () => void }) {
  useShortcut('h', 'Home', pressed)
  return (
    <p>
      <input
        aria-label="Words"
        onInput={({ currentTarget }) => {
          if (currentTarget.value.endsWith('x')) currentTarget.remove()
        }}
      />
    </p>
  )
}

test('typing on after the field is removed triggers no shortcut of the page', async () => {
  let presses = 0
  await render(
    <ShortcutsProvider>
      <Page pressed={() => (presses += 1)} />
    </ShortcutsProvider>,
  )
  const field = page.getByRole('textbox', { name: 'Words' })
  const stopped: string[] = []
  const note = (event: KeyboardEvent) => void (event.defaultPrevented && stopped.push(event.key))
  window.addEventListener('keydown', note)
  await field.click()
  await userEvent.keyboard('too hi')
  await expect.element(field).toHaveValue('too hi')
  // Send the rest without a pause, even on a busy machine.
  pressKeys('x')
  const element = field.element()
  if (!(element instanceof HTMLInputElement)) throw new Error('no field')
  typeInto(element, 'x')
  pressKeys('hhh')
  pressKeys('h', { ctrlKey: true })
  window.removeEventListener('keydown', note)
  await expect.element(field).not.toBeInTheDocument()
  expect(presses).toBe(0)
  // With Ctrl the key is a command of the browser.
  expect(stopped).toEqual(['h', 'h', 'h'])
  // After a pause the key is a shortcut again.
  await expect
    .poll(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await userEvent.keyboard('h')
      return presses
    })
    .toBe(1)
})

/** Presses a key before the first paint, as a user does just after it on a busy machine. */
const Early = () => <i ref={(placed) => void (placed && pressKeys('h'))} />

test('the shortcuts of a visible page work at once', async () => {
  let presses = 0
  const { rerender } = await render(<ShortcutsProvider>{null}</ShortcutsProvider>)
  await rerender(
    <ShortcutsProvider>
      <Page pressed={() => (presses += 1)} />
      <Early />
    </ShortcutsProvider>,
  )
  expect(presses).toBe(1)
  await rerender(
    <ShortcutsProvider>
      <Early key="again" />
    </ShortcutsProvider>,
  )
  expect(presses).toBe(1)
})

/** Page whose shortcut moves the focus into its field. */
function Searched() {
  useShortcut('h', 'Search', () => document.querySelector('input')?.focus())
  return (
    <>
      <PageHeading title="Search">Search</PageHeading>
      <input aria-label="Words" />
    </>
  )
}

test('a new page does not undo the focus that a shortcut has just moved', async () => {
  const { rerender } = await render(<ShortcutsProvider>{null}</ShortcutsProvider>)
  await rerender(
    <ShortcutsProvider>
      <Searched />
      <Early />
    </ShortcutsProvider>,
  )
  await expect.element(page.getByRole('textbox', { name: 'Words' })).toHaveFocus()
})

const shortcuts = ['r', 'R', 'l', 'i', 'm', 'w', '[', ']', '/', '?', '+', '-', '1', '2', '0', 'g h'] as const

function AllShortcuts({ pressed }: { readonly pressed: (keys: string) => void }) {
  return shortcuts.map((keys) => <OneShortcut key={keys} keys={keys} pressed={pressed} />)
}

function OneShortcut({ keys, pressed }: { readonly keys: string; readonly pressed: (keys: string) => void }) {
  useShortcut(keys, keys, () => pressed(keys))
  return null
}

const altGr = { ctrlKey: true, altKey: true, modifierAltGraph: true }

describe('keyboards of other countries', () => {
  test.each([
    ['[ with AltGr, German', '[', 'Digit8', altGr, '['],
    ['] with AltGr that sets no other modifier', ']', 'Digit9', { modifierAltGraph: true }, ']'],
    ['[ with Ctrl and Alt, Nordic', '[', 'Digit8', { ctrlKey: true, altKey: true }, '['],
    ['[ with Option, German Mac', '[', 'Digit5', { altKey: true }, '['],
    ['] with Option and Shift, French Mac', ']', 'Minus', { altKey: true, shiftKey: true }, ']'],
    ['/ with Shift, German', '/', 'Digit7', { shiftKey: true }, '/'],
    ['? with Shift, Russian', '?', 'Digit7', { shiftKey: true }, '?'],
    ['- on a digit, French', '-', 'Digit6', {}, '-'],
    ['a digit without Shift, French', '&', 'Digit1', {}, '1'],
    ['a digit without Shift, Czech', 'ě', 'Digit2', {}, '2'],
    ['a digit, Persian', '۱', 'Digit1', {}, '1'],
    ['a letter with Caps Lock', 'R', 'KeyR', { modifierCapsLock: true }, 'r'],
    ['a letter with Caps Lock and Shift', 'r', 'KeyR', { modifierCapsLock: true, shiftKey: true }, 'R'],
    ['a letter with Caps Lock and Shift, Mac', 'R', 'KeyR', { modifierCapsLock: true, shiftKey: true }, 'R'],
    ['a letter, Russian', 'к', 'KeyR', {}, 'r'],
    ['a letter with Shift, Russian', 'К', 'KeyR', { shiftKey: true }, 'R'],
    ['a letter with Caps Lock, Russian', 'К', 'KeyR', { modifierCapsLock: true }, 'r'],
    ['a letter, Greek', 'ρ', 'KeyR', {}, 'r'],
    ['a letter, Hebrew', 'ר', 'KeyR', {}, 'r'],
    ['a letter, Arabic', 'ق', 'KeyR', {}, 'r'],
    ['two letters on one key, Arabic', 'لا', 'KeyR', {}, 'r'],
    ['a letter, Korean', 'ㄱ', 'KeyR', {}, 'r'],
    ['a letter, Thai', 'พ', 'KeyR', {}, 'r'],
    ['a full-width letter', 'ｒ', 'KeyR', {}, 'r'],
    ['a letter that an input method takes, Japanese', 'Process', 'KeyR', {}, 'r'],
    ['a letter of a kana keyboard, Japanese', 'す', 'KeyR', {}, 'r'],
    ['a sign in the place of a letter, Hebrew', "'", 'KeyW', {}, 'w'],
    ['the sign itself where another script has a letter, Hebrew', '/', 'KeyQ', {}, '/'],
    ['the dotless i, Turkish Q', 'ı', 'KeyI', {}, 'i'],
    ['the dotless i in the place of R, Turkish F', 'ı', 'KeyR', {}, 'i'],
    ['the dotted i, Turkish Q', 'i', 'Quote', {}, 'i'],
    ['m in the place of ;, French', 'm', 'Semicolon', {}, 'm'],
    ['? in the place of M, French', '?', 'KeyM', { shiftKey: true }, '?'],
    ['/ with Shift, French', '/', 'Period', { shiftKey: true }, '/'],
    ['a digit without Shift that types a letter, French', 'à', 'Digit0', {}, '0'],
    ['[ with AltGr, French', '[', 'Digit5', altGr, '['],
    ['[ with AltGr, Turkish', '[', 'Digit8', altGr, '['],
    ['- in the place of /, German', '-', 'Slash', {}, '-'],
    ['? with Shift, German', '?', 'Minus', { shiftKey: true }, '?'],
    ['/, Greek', '/', 'Slash', {}, '/'],
    ['[ where Greek has it', '[', 'BracketLeft', {}, '['],
    ['a letter with Shift, Greek', 'Ρ', 'KeyR', { shiftKey: true }, 'R'],
    ['nothing for a comma in the place of M, French', ',', 'KeyM', {}, null],
    ['nothing for a comma in the place of W, Dvorak', ',', 'KeyW', {}, null],
    ['nothing for a dead accent in the place of [, French', 'Dead', 'BracketLeft', {}, null],
    ['nothing for a dead accent with Option, Mac', 'Dead', 'KeyI', { altKey: true }, null],
    ['[ where Russian has a letter', 'х', 'BracketLeft', {}, '['],
    ['a letter at another place, Dvorak', 'r', 'KeyO', {}, 'r'],
    ['nothing for ü in the place of [, German', 'ü', 'BracketLeft', {}, null],
    ['nothing for a letter with AltGr, Polish', 'ł', 'KeyL', altGr, null],
    ['nothing for a letter with Option', '®', 'KeyR', { altKey: true, metaKey: true }, null],
    ['nothing for Ctrl and a letter', 'r', 'KeyR', { ctrlKey: true }, null],
    ['nothing for Ctrl and +', '+', 'Equal', { ctrlKey: true }, null],
    ['nothing for Alt and a letter', 'r', 'KeyR', { altKey: true }, null],
    ['nothing for Shift and a digit', '!', 'Digit1', { shiftKey: true }, null],
  ] as const)('%s', async (_, key, code, more, found) => {
    const presses: string[] = []
    const { unmount } = await render(
      <ShortcutsProvider>
        <AllShortcuts pressed={(keys) => presses.push(keys)} />
      </ShortcutsProvider>,
    )
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, ...more }),
    )
    expect(presses).toEqual(found === null ? [] : [found])
    await unmount()
  })

  test('a chord may be typed in Greek or with Caps Lock', async () => {
    const presses: string[] = []
    const { unmount } = await render(
      <ShortcutsProvider>
        <AllShortcuts pressed={(keys) => presses.push(keys)} />
      </ShortcutsProvider>,
    )
    for (const [key, code] of [
      ['γ', 'KeyG'],
      ['η', 'KeyH'],
      ['G', 'KeyG'],
      ['H', 'KeyH'],
    ] as const)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }))
    expect(presses).toEqual(['g h', 'g h'])
    await unmount()
  })

  test('the search key and the digits of a form are read the same way', () => {
    const press = (key: string, code: string, more: KeyboardEventInit = {}) =>
      new KeyboardEvent('keydown', { key, code, ...more })
    expect(listPressedKeys(press('л', 'KeyK', { ctrlKey: true }))).toContain('k')
    expect(listPressedKeys(press('κ', 'KeyK', { metaKey: true }))).toContain('k')
    expect(readPressedDigit(press('é', 'Digit2'))).toBe(2)
    expect(readPressedDigit(press('2', 'Numpad2'))).toBe(2)
    expect(readPressedDigit(press('"', 'Digit2', { shiftKey: true }))).toBeNull()
    expect(readPressedDigit(press('2', 'Digit2', { ctrlKey: true }))).toBeNull()
  })
})

/** Button with a shortcut. */
function ClaimButton() {
  useShortcut('c', 'Claim the case', () => {})
  return (
    <button type="button" aria-keyshortcuts="c">
      Claim
    </button>
  )
}

test('a control under the pointer shows its shortcut in a tooltip, until a key is pressed', async () => {
  await render(
    <ShortcutsProvider>
      <ClaimButton />
      <ShortcutTooltip />
    </ShortcutsProvider>,
  )
  // Hidden from screen readers, which read the attribute: no locator finds it.
  const shown = () => document.querySelector(':popover-open')?.textContent
  // Dispatched: the pointer of the browser may stand there already.
  const claim = page.getByRole('button', { name: 'Claim' }).element()
  const point = (type: 'pointerover' | 'pointermove') =>
    claim.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse' }))
  // Again and again: the browser tells late where its own pointer stands.
  await expect.poll(() => point('pointerover') && point('pointermove') && shown()).toBe('Claim the case c')
  await userEvent.keyboard('{Escape}')
  await expect.poll(shown).toBeUndefined()
})
