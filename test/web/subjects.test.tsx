import { endpoints } from '@paydesk/shared/endpoints'
import type { SubjectAsk, SubjectRequestView } from '@paydesk/shared/subject'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fake, upstreamDown } from '../web-fakes/fake.ts'
import { mara } from '../web-fakes/ids.ts'
import { supportAgent } from '../web-fakes/people.ts'
import { subjectRequest, subjectRequests } from '../web-fakes/subjects.ts'
import { clear } from '../web-fakes/values.ts'
import { expectAccessible } from './axe.ts'
import { openApp } from './open-app.tsx'

const compliance = fake(endpoints.whoAmI)(() =>
  supportAgent({ permissions: [...supportAgent().permissions, 'subject.export'] }),
)
const listing = (...requests: SubjectRequestView[]) =>
  fake(endpoints.listSubjectRequests)(() => subjectRequests(requests))

describe('the export that a customer may ask for', () => {
  test('is asked for on the customer’s page, with a ticket, by keyboard', async () => {
    const sent: SubjectAsk[] = []
    const asking = fake(endpoints.askSubjectExport)(({ body }) => {
      sent.push(body)
      return { answer: 'asked', request: subjectRequest(1) }
    })
    const { page } = await openApp(`/stage/c/${mara}`, { answers: [compliance, asking] })
    await page.getByRole('button', { name: 'Export for the customer' }).click()
    const field = page.getByRole('textbox', { name: /^Ticket/ })
    await field.fill('a name without digits')
    await expect.element(page.getByRole('button', { name: 'Ask for the export' })).toBeDisabled()
    await field.fill('CASE-4711')
    await expectAccessible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(/^Asked: another person has to confirm/).first()).toBeVisible()
    expect(sent).toEqual([{ customer: mara, ticket: 'CASE-4711' }])
    await page.getByRole('link', { name: 'Look at the customer exports' }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Customer exports' })).toBeVisible()
  })

  test.each([
    [
      'is open already',
      fake(endpoints.askSubjectExport)(() => ({ answer: 'open_already', request: subjectRequest(1) })),
      /a request about this customer is open/,
    ],
    ['could not be sent', fake(endpoints.askSubjectExport)(upstreamDown), /Nothing was asked/],
  ])('that %s is said', async (_name, asking, words) => {
    const { page } = await openApp(`/stage/c/${mara}`, { answers: [compliance, asking] })
    await page.getByRole('button', { name: 'Export for the customer' }).click()
    await page.getByRole('textbox', { name: /^Ticket/ }).fill('CASE-1')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(words).first()).toBeVisible()
  })

  test('of a colleague is confirmed, or refused with words', async () => {
    const sent: unknown[] = []
    const answering = fake(endpoints.answerSubjectExport)(({ body }) => {
      sent.push(body)
      return { answer: 'done', request: subjectRequest(1, { status: 'refused', until: null }) }
    })
    const { page } = await openApp('/stage/subjects', {
      answers: [compliance, listing(subjectRequest(1, { mayAnswer: true })), answering],
    })
    await expect.element(page.getByText('CASE-1')).toBeVisible()
    const refuse = page.getByRole('button', { name: 'Refuse' })
    await expect.element(refuse).toBeDisabled()
    const field = page.getByRole('textbox', { name: /^Words/ })
    await field.fill('Ask mara@example.test')
    await expect.element(page.getByText(/looks like an e-mail address: leave it out/)).toBeVisible()
    await field.fill('Another customer')
    await expectAccessible()
    await refuse.click()
    await expect.element(page.getByText('Your answer is recorded')).toBeInTheDocument()
    await field.fill('')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect
      .poll(() => sent)
      .toEqual([{ answer: 'refuse', text: 'Another customer' }, { answer: 'confirm' }])
  })

  test('is taken once: asked of the server, and read again afterwards', async () => {
    let taken = 0
    const one = () =>
      taken === 0
        ? subjectRequest(1, { status: 'confirmed', mayTake: true })
        : subjectRequest(1, {
            status: 'confirmed',
            taken: [{ by: { name: 'Me', me: true }, at: '2026-03-12T09:00:00Z' }],
          })
    const { page } = await openApp('/stage/subjects', {
      answers: [
        compliance,
        fake(endpoints.listSubjectRequests)(() => subjectRequests([one()])),
        fake(endpoints.takeSubjectExport)(() => {
          taken += 1
          return HttpResponse.text('{}', { headers: { 'content-type': 'application/json' } })
        }),
      ],
    })
    await page.getByRole('button', { name: 'Take the export' }).click()
    await expect.element(page.getByText(/^Taken by you/)).toBeVisible()
    expect(page.getByRole('button', { name: 'Take the export' }).query()).toBeNull()
    expect(taken).toBe(1)
  })

  test('says what became of each, and why one was refused', async () => {
    const second = { by: { name: 'Bo', me: false }, at: '2026-03-12T09:00:00Z', text: clear('Wrong ticket') }
    const { page } = await openApp('/stage/subjects', {
      answers: [
        compliance,
        listing(
          subjectRequest(1),
          subjectRequest(2, { status: 'refused', until: null, second }),
          subjectRequest(3, { status: 'expired', until: null }),
          subjectRequest(4, { status: 'over', until: null }),
        ),
      ],
    })
    for (const words of [
      'Waits for a second person',
      'Refused',
      'Expired: nobody answered',
      'Closed: its time ran out',
    ])
      await expect.element(page.getByText(words, { exact: true })).toBeVisible()
    await expect.element(page.getByText(/Wrong ticket/)).toBeVisible()
    await expectAccessible()
  })

  test('is announced at home to whoever may confirm it', async () => {
    const waiting = listing(subjectRequest(1, { mayAnswer: true }))
    const { page } = await openApp('/stage/', { answers: [compliance, waiting] })
    await expect.element(page.getByText(/1 customer export waits for you/)).toBeVisible()
    await page.getByRole('link', { name: 'Look at the customer exports' }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Customer exports' })).toBeVisible()
  })

  test('is offered to nobody else', async () => {
    const { page } = await openApp(`/stage/c/${mara}`)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(page.getByRole('button', { name: 'Export for the customer' }).query()).toBeNull()
    await openApp('/stage/subjects')
    await expect.element(page.getByText('This page is not open to your role')).toBeVisible()
  })
})
