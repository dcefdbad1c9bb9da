import { endpoints } from '@paydesk/shared/endpoints'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import { delay } from 'msw'
import { expect, test } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import { answerUpstreamTimeout, fakeEndpoint } from '../../../../test/support/fakes/fake-endpoint.ts'
import { reviewTransaction, waitingTransaction } from '../../../../test/support/fakes/ids.ts'
import { buildState } from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'

const field = () => window_.getByRole('main').getByRole('combobox')
const options = () => window_.getByRole('option')

/** Suggests two ids for any text, and records the requests. */
function suggesting(asked: string[]) {
  return fakeEndpoint(endpoints.suggestIds)(({ body: { text } }) => {
    asked.push(text)
    return {
      suggestions: [
        {
          kind: 'transaction',
          text: `${text}-one`,
          transaction: waitingTransaction,
          state: buildState('PENDING'),
        },
        {
          kind: 'reference',
          text: `${text}-two`,
          transaction: reviewTransaction,
          state: buildState('SUCCESS'),
        },
      ],
    }
  })
}

test('suggests ids by prefix, and opens one with arrow keys and Enter', async () => {
  const asked: string[] = []
  const { path } = await openApp('/stage/', { answers: [suggesting(asked)] })
  await expect.element(field()).toHaveFocus()
  await field().fill('ord-')
  await expect.element(options().first()).toBeVisible()
  await expect.element(field()).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => asked).toEqual(['ord-'])
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(options().nth(1)).toHaveAttribute('aria-selected', 'true')
  const active = field().element().getAttribute('aria-activedescendant')
  expect(options().nth(1).element().id).toBe(active)
  await expect.element(field()).toHaveFocus()
  await expectAccessible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toBe(`/stage/transactions/${reviewTransaction}`)
})

test('leaves the keys of an input method alone: Enter ends a word there and arrows choose its signs', async () => {
  const { path } = await openApp('/stage/', { answers: [suggesting([])] })
  await expect.element(field()).toHaveFocus()
  await field().fill('ord-')
  await expect.element(options().first()).toBeVisible()
  const press = (key: string, composing: KeyboardEventInit) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...composing })
    field().element().dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(press('ArrowDown', { isComposing: true })).toBe(false)
  expect(press('Escape', { isComposing: true })).toBe(false)
  // The browser would send the form by default.
  expect(press('Enter', { isComposing: true })).toBe(true)
  expect(press('Enter', { keyCode: 229 })).toBe(true)
  expect(press('Enter', {})).toBe(false)
  expect(field().element().getAttribute('aria-activedescendant')).toBeNull()
  await expect.element(options().first()).toBeVisible()
  expect(path()).toBe('/stage/')
})

longTest('searches on Enter without a selection, and closes the list on Escape', async () => {
  const { path } = await openApp('/stage/', { answers: [suggesting([])] })
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard('ord-')
  await expect.element(options().first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(options().first()).not.toBeInTheDocument()
  await expect.element(field()).toHaveValue('ord-')
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toMatch(/^\/stage\/customers\/c_/)
})

longTest('Escape closes the command palette with its list', async () => {
  const { page } = await openApp('/stage/', { answers: [suggesting([])] })
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard('{Control>}k{/Control}ord-')
  await expect.element(options().first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: englishShell.search })).not.toBeInTheDocument()
})

test('never shows an answer beside another text, and never requests text that may be personal', async () => {
  const asked: string[] = []
  const slow = fakeEndpoint(endpoints.suggestIds)(async ({ body: { text } }) => {
    asked.push(text)
    await delay(text === 'ord' ? 600 : 0)
    return {
      suggestions: [
        {
          kind: 'reference',
          text: `${text}-one`,
          transaction: waitingTransaction,
          state: buildState('PENDING'),
        },
      ],
    }
  })
  const { page } = await openApp('/stage/', { answers: [slow] })
  await field().fill('ord')
  await expect.poll(() => asked).toEqual(['ord'])
  await field().fill('ord-1')
  await expect.element(page.getByRole('option', { name: /ord-1-one/ })).toBeVisible()
  await field().fill('mara@example.test')
  await expect.element(options().first()).not.toBeInTheDocument()
  await field().fill('DE8937040044')
  await field().fill('411111111111')
  await field().fill('inv-2')
  await expect.element(page.getByRole('option', { name: /inv-2-one/ })).toBeVisible()
  expect(asked).toEqual(['ord', 'ord-1', 'inv-2'])
})

test('still searches when suggestions fail', async () => {
  const { path } = await openApp('/stage/', {
    answers: [fakeEndpoint(endpoints.suggestIds)(answerUpstreamTimeout)],
  })
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard('cust-1')
  await expect.element(options().first()).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toMatch(/^\/stage\/customers\/c_/)
})
