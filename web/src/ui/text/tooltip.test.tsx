import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react/pure'
import { Tooltip } from './tooltip.tsx'

test('opens on a movement of the pointer, not when the page moves its word under a resting pointer', async () => {
  await render(<Tooltip message="explanation">word</Tooltip>)
  const word = page.getByText('word', { exact: true }).element()
  const isOpen = () => document.querySelector('[role=tooltip]')?.matches(':popover-open')
  const point = (type: string) =>
    word.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse' }))
  // The browser sends this one alone when the page moves.
  point('pointerover')
  expect(isOpen()).toBe(false)
  point('pointermove')
  expect(isOpen()).toBe(true)
})
