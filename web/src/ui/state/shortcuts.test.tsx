import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react/pure'
import { strokes, typeInto } from '../../../../test/support/web/strokes.ts'
import { PageHeading } from '../page/page-heading.tsx'
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
  strokes('x')
  const element = field.element()
  if (!(element instanceof HTMLInputElement)) throw new Error('no field')
  typeInto(element, 'x')
  strokes('hhh')
  strokes('h', { ctrlKey: true })
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
const Early = () => <i ref={(placed) => void (placed && strokes('h'))} />

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
