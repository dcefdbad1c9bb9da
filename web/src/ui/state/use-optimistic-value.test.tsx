import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react/pure'
import { useOptimisticValue } from './use-optimistic-value.ts'

/** Two radio buttons whose owner answers late, as an address does. */
function Choice({
  chosen,
  onChoose,
}: {
  readonly chosen: string
  readonly onChoose: (next: string) => void
}) {
  const [shown, choose] = useOptimisticValue(chosen, onChoose)
  return ['first', 'second'].map((value) => (
    <label key={value}>
      <input type="radio" name="choice" checked={shown === value} onChange={() => choose(value)} />
      {value}
    </label>
  ))
}

const radio = (name: string) => page.getByRole('radio', { name })

test('a second key counts before the owner has the first choice', async () => {
  const choices: string[] = []
  await render(<Choice chosen="first" onChoose={(next) => choices.push(next)} />)
  radio('first').element().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowDown}')
  expect(choices).toEqual(['second', 'first', 'second'])
})

test('the value of the owner counts as soon as it changes, also back to the earlier one', async () => {
  const { rerender } = await render(<Choice chosen="first" onChoose={() => undefined} />)
  await radio('second').click()
  await expect.element(radio('second')).toBeChecked()
  await rerender(<Choice chosen="second" onChoose={() => undefined} />)
  await rerender(<Choice chosen="first" onChoose={() => undefined} />)
  await expect.element(radio('first')).toBeChecked()
})
