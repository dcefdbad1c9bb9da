import { endpoints } from '@paydesk/shared/endpoints'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fake, never, problemAnswer, upstreamDown } from '../web-fakes/fake.ts'
import { reviewed, someReference, waiting } from '../web-fakes/ids.ts'
import { complianceOfficer, supportAgent } from '../web-fakes/people.ts'
import { notifications } from '../web-fakes/records.ts'
import { transaction } from '../web-fakes/transactions.ts'
import { clear, compoundOf, hidden, stateOf } from '../web-fakes/values.ts'
import { expectAccessible } from './axe.ts'
import { openApp } from './open-app.tsx'

const at = `/stage/t/${waiting}`

describe('transaction page', () => {
  test('pending: the heading is there, the rest is announced as loading', async () => {
    const { page } = await openApp(at, { answers: [fake(endpoints.showTransaction)(never)] })
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(waiting)
    await expect.element(page.getByText('Loading…').first()).toBeInTheDocument()
  })

  test('data: the sentence, who must act, the state, all without a word of finality', async () => {
    const { page } = await openApp(at)
    await expect
      .element(page.getByText(/Waiting for the customer to prove their identity/).first())
      .toBeVisible()
    await expect.element(page.getByText('The customer must act')).toBeVisible()
    await expect.element(page.getByText('in 41 h').first()).toBeVisible()
    await expect.element(page.getByText('Not final: it can still change.')).toBeVisible()
    await expect.poll(() => document.title).toBe('Transaction · Stage · Paydesk')
    await expectAccessible()
  })

  test('everything odd at once is accessible and shown as it came', async () => {
    const { page } = await openApp(`/stage/t/${reviewed}`)
    await expect.element(page.getByText('Pending, in review')).toBeVisible()
    await expect.element(page.getByText('ON_ICE')).toBeVisible()
    await expect.element(page.getByText(/A provider reports success/)).toBeVisible()
    await expect.element(page.getByText(/2 further members of the record are not shown/)).toBeVisible()
    await expect
      .element(page.getByText('Test transaction: a test card was used, no real money'))
      .toBeVisible()
    await page.getByText('4 not applicable').click()
    await expect.element(page.getByText(/3-D Secure/)).toBeVisible()
    await expectAccessible()
  })

  test('a final state claims no more than the record', async () => {
    const view = transaction({ state: stateOf('SUCCESS'), compound: compoundOf('SUCCESS.COMPLETE') })
    const { page } = await openApp(at, { answers: [fake(endpoints.showTransaction)(() => view)] })
    await expect
      .element(
        page.getByText(
          /Final, as the service’s state record says\. Proof by notification is not checked here yet\./,
        ),
      )
      .toBeVisible()
  })

  test('an unknown state is grey, as it came, and not final', async () => {
    const view = transaction({ state: stateOf('ON_THE_MOON'), compound: null })
    const { page } = await openApp(at, { answers: [fake(endpoints.showTransaction)(() => view)] })
    await expect.element(page.getByText('not documented').first()).toBeVisible()
    await expect.element(page.getByText(/counts as not final/)).toBeVisible()
  })

  test('error: what failed, what to quote, and a second try; the notifications are there all the same', async () => {
    let fails = true
    const { page } = await openApp(at, {
      answers: [fake(endpoints.showTransaction)(() => (fails ? upstreamDown() : transaction()))],
    })
    await expect.element(page.getByText('The transaction could not be read')).toBeVisible()
    await expect.element(page.getByText(someReference)).toBeVisible()
    await expect.element(page.getByText(/Money received, on hold/).first()).toBeVisible()
    fails = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('The customer must act')).toBeVisible()
  })

  test('a failed re-read keeps what was read and says so', async () => {
    let fails = false
    const { page } = await openApp(at, {
      answers: [
        fake(endpoints.showTransaction)(({ query }) =>
          fails && query.fresh ? upstreamDown() : transaction(),
        ),
      ],
    })
    await expect.element(page.getByText('The customer must act')).toBeVisible()
    fails = true
    await userEvent.keyboard('r')
    await expect.element(page.getByText('Not re-read: this is what was read before')).toBeVisible()
    await expect.element(page.getByText('The customer must act')).toBeVisible()
  })

  test('not found is said as such', async () => {
    const { page } = await openApp(at, {
      answers: [
        fake(endpoints.showTransaction)(() =>
          problemAnswer({ id: 'not_found', status: 404, title: 'The service knows no such transaction' }),
        ),
        fake(endpoints.listTransactionNotifications)(() =>
          problemAnswer({ id: 'not_found', status: 404, title: 'Not known' }),
        ),
      ],
    })
    await expect.element(page.getByText(/The service knows no such transaction/)).toBeVisible()
  })

  test('not allowed: why, and what is open', async () => {
    const { page } = await openApp(at, {
      answers: [fake(endpoints.whoAmI)(() => complianceOfficer({ permissions: ['lookup.use'] }))],
    })
    await expect
      .element(page.getByRole('heading', { name: 'This page is not open to your role' }))
      .toBeVisible()
    await expect.element(page.getByRole('radio', { name: 'Auditor' })).toBeVisible()
    await expectAccessible()
  })

  test('no notifications, unknown form and failure are three different things', async () => {
    const { page } = await openApp(at, {
      answers: [fake(endpoints.listTransactionNotifications)(() => notifications({ entries: [] }))],
    })
    await expect
      .element(page.getByText('The service lists no notification for this transaction.'))
      .toBeVisible()
  })

  test('an unknown form of the notification list is not an empty list', async () => {
    const { page } = await openApp(at, {
      answers: [
        fake(endpoints.listTransactionNotifications)(() => notifications({ entries: [], shapeKnown: false })),
      ],
    })
    await expect.element(page.getByText(/in a form that nobody knows here/)).toBeVisible()
  })

  test('notifications that could not be read are not an empty list', async () => {
    const { page } = await openApp(at, {
      answers: [fake(endpoints.listTransactionNotifications)(upstreamDown)],
    })
    await expect.element(page.getByText('Notifications: could not be read')).toBeVisible()
  })

  test('a group that the role does not see is one line', async () => {
    const none = {
      identity: null,
      id: hidden,
      kycState: hidden,
      createdAt: hidden,
      ledgerLifetimeAmount: hidden,
      ledgerLifetimeCurrency: hidden,
      creditLedgerLifetimeAmount: hidden,
      creditLedgerLifetimeCurrency: hidden,
    }
    const { page } = await openApp(at, {
      answers: [fake(endpoints.showTransaction)(() => transaction({ identity: none }))],
    })
    await expect.element(page.getByText('The identity is not shown to your role.')).toBeVisible()
  })

  test('an amount without its currency is not guessed at', async () => {
    const view = transaction()
    const { page } = await openApp(at, {
      answers: [
        fake(endpoints.showTransaction)(() =>
          transaction({
            identity: {
              ...view.identity,
              ledgerLifetimeAmount: clear('182550'),
              ledgerLifetimeCurrency: { seen: 'absent' },
            },
          }),
        ),
      ],
    })
    await expect.element(page.getByText('182550 (unit not given)')).toBeVisible()
  })
})

describe('keys of the transaction page', () => {
  test('y copies the sentence in the chosen language', async () => {
    const { page } = await openApp(at)
    await page.getByRole('button', { name: /Deutsch/ }).click()
    await userEvent.keyboard('y')
    await expect.element(page.getByRole('button', { name: /Copied/ })).toBeVisible()
    await expect.poll(() => navigator.clipboard.readText()).toMatch(/^Ihre Zahlung wartet/)
  })

  test('r asks the service anew', async () => {
    const asked: (string | undefined)[] = []
    const { page } = await openApp(at, {
      answers: [
        fake(endpoints.showTransaction)(({ query }) => {
          asked.push(query.fresh)
          return transaction()
        }),
      ],
    })
    await expect.element(page.getByText('The customer must act')).toBeVisible()
    await userEvent.keyboard('r')
    await expect.poll(() => asked).toEqual([undefined, '1'])
  })

  test.each([
    ['n', 'notifications'],
    ['i', 'identity-summary'],
    ['p', 'providers'],
  ])('%s goes to its part', async (key, id) => {
    const { page } = await openApp(at)
    await expect.element(page.getByText('The customer must act')).toBeVisible()
    await userEvent.keyboard(key)
    await expect.poll(() => document.activeElement?.id).toBe(id)
  })

  test('g then h goes home', async () => {
    const { page, path } = await openApp(at)
    await expect.element(page.getByText('The customer must act')).toBeVisible()
    await userEvent.keyboard('gh')
    await expect.poll(path).toBe('/stage/')
  })

  test('letters typed into a field are only letters', async () => {
    const { page, path } = await openApp('/stage')
    await page.getByRole('textbox').fill('')
    await userEvent.keyboard('gh?')
    await expect.element(page.getByRole('textbox')).toHaveValue('gh?')
    expect(path()).toBe('/stage')
  })

  test('? lists the keys of this page, and they can be switched off', async () => {
    const { page, path } = await openApp(at)
    await expect.element(page.getByText('The customer must act')).toBeVisible()
    await userEvent.keyboard('?')
    const help = page.getByRole('dialog', { name: 'Help' })
    await expect.element(help.getByText('Copy the sentence for the customer')).toBeVisible()
    await expectAccessible()
    await help.getByRole('checkbox').click()
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('gh')
    expect(path()).toBe(at)
  })

  test('the source of a word is told on focus and taken away by Escape', async () => {
    const { page } = await openApp(at)
    const word = page.getByText('Waiting for the customer to prove their identity (SCA).')
    await expect.element(word).toBeVisible()
    word.element().focus()
    const tip = page.getByText('from state, workflow_state.sca')
    await expect.element(tip).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(tip).not.toBeVisible()
  })

  test('the record is asked for when it is opened, not before', async () => {
    let asked = 0
    const { page } = await openApp(at, {
      answers: [
        fake(endpoints.showTransactionRecord)(({ params }) => {
          asked += 1
          return {
            reading: { at: new Date().toISOString(), from: 'service' },
            record: { id: params.transaction, empty: [], on: true },
          }
        }),
      ],
    })
    await expect.element(page.getByText('The customer must act')).toBeVisible()
    expect(asked).toBe(0)
    await page.getByText('Record as JSON, with the masks of your role').click()
    await expect
      .element(page.getByRole('region', { name: 'Record as JSON' }))
      .toMatchTextContent('"on": true')
    expect(asked).toBe(1)
    await expectAccessible()
  })

  test('without the right to it there is no record to open', async () => {
    const { page } = await openApp(at, {
      answers: [fake(endpoints.whoAmI)(() => supportAgent({ permissions: ['transaction.read'] }))],
    })
    await expect.element(page.getByText('The customer must act')).toBeVisible()
    await expect.element(page.getByText(/Record as JSON/)).not.toBeInTheDocument()
    await expect.element(page.getByText('Notifications')).not.toBeInTheDocument()
  })
})
