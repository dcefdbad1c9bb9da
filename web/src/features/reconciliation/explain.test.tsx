import type { DiscrepancyView, ExplainDiscrepancyRequest } from '@paydesk/shared/cases/reconciliation'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishReconciliation } from '@paydesk/shared/messages/en/reconciliation'
import { describe, expect, test } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import {
  answerMaybeRecorded,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../test/support/fakes/fake-endpoint.ts'
import { someReference } from '../../../../test/support/fakes/ids.ts'
import {
  buildDiscrepancies,
  buildDiscrepancy,
  buildDiscrepancyExplanation,
  buildDiscrepancyId,
  buildDiscrepancyList,
  discrepancyReasons,
} from '../../../../test/support/fakes/reconciliation.ts'
import { buildFinanceReviewer } from '../../../../test/support/fakes/staff.ts'
import { absentValue, buildClearValue, hoursFromNow } from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'
import { pressChord } from '../../../../test/support/web/strokes.ts'

const at = '/stage/reconciliation'
const { keyboard } = userEvent
const { form: texts, report, statuses, table } = englishReconciliation
const grid = () => window_.getByRole('grid', { name: table.label })
const panel = () => window_.getByRole('article')
const form = () => window_.getByRole('form', { name: texts.label })
const words = () => form().getByRole('textbox', { name: texts.comment })
const focusedText = () => document.activeElement?.closest('tr')?.textContent

/** Fakes the server's list: stores explanations; an explained discrepancy leaves the list. */
function world(rows: DiscrepancyView[], status: 'open' | 'all' = 'open') {
  const sent: (ExplainDiscrepancyRequest & { readonly item: string })[] = []
  let now = rows
  const answers = [
    fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer()),
    fakeEndpoint(endpoints.listDiscrepancies)(() =>
      buildDiscrepancyList(status === 'open' ? now.filter((row) => row.explanation === null) : now),
    ),
    fakeEndpoint(endpoints.explainDiscrepancy)(({ params, body }) => {
      sent.push({ item: params.discrepancy, ...body })
      const before = now.find((row) => row.discrepancy === params.discrepancy) ?? buildDiscrepancy(0)
      const row: DiscrepancyView = {
        ...before,
        version: before.version + 1,
        explanation: buildDiscrepancyExplanation({
          reason: discrepancyReasons.find(({ code }) => code === body.reason) ?? discrepancyReasons[0],
          text: body.text === undefined ? absentValue : buildClearValue(body.text),
          by: { name: 'Farid Nasser', me: true },
          at: hoursFromNow(0),
        }),
        earlierExplanations:
          before.explanation === null
            ? before.earlierExplanations
            : [before.explanation, ...before.earlierExplanations],
      }
      now = now.map((each) => (each.discrepancy === row.discrepancy ? row : each))
      return { answer: 'explained', row }
    }),
  ]
  return { sent, answers }
}

describe('explaining a discrepancy', () => {
  test('takes six keys (g x, Enter, e, a digit, Ctrl+Enter), then focuses the next open one', async () => {
    const { sent, answers } = world(buildDiscrepancies(5))
    const { address, path, page } = await openApp('/stage/notifications', { answers })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
    await pressChord('gx')
    await expect.poll(path).toBe(at)
    await expect.element(grid()).toBeVisible()
    await keyboard('{Enter}')
    await expect.element(panel()).toMatchTextContent(/cust-00000/)
    await keyboard('e')
    await expect.element(form()).toBeVisible()
    await keyboard('2')
    await expect.element(words()).toHaveFocus()
    await expectAccessible()
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sent).toEqual([{ item: buildDiscrepancyId(0), reason: 'known_at_provider' }])
    await expect.poll(address).toBe(`${at}?open=${buildDiscrepancyId(1)}`)
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '5')
    await expect.poll(focusedText).toMatch(/cust-00001/)
    await expect.element(page.getByText(texts.saved).first()).toBeVisible()
    await expect.element(form()).not.toBeInTheDocument()
    // Three keys for each further discrepancy: it is open already.
    await keyboard('e1')
    await expect.element(words()).toHaveFocus()
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(address).toBe(`${at}?open=${buildDiscrepancyId(2)}`)
    await expect.poll(focusedText).toMatch(/cust-00002/)
    await expect.poll(() => sent.at(-1)).toEqual({ item: buildDiscrepancyId(1), reason: 'settled_later' })
  })

  longTest('opens the first discrepancy on Enter, even if pressed before the list has loaded', async () => {
    let answer: (() => void) | undefined
    const arrived = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { address } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.listDiscrepancies)(async () => {
          await arrived
          return buildDiscrepancyList()
        }),
        fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer()),
      ],
    })
    await expect.element(window_.getByRole('heading', { level: 1 })).toHaveFocus()
    await keyboard('{Enter}')
    expect(address()).toBe(at)
    answer?.()
    await expect.poll(address).toBe(`${at}?open=${buildDiscrepancyId(0)}`)
  })

  longTest('leaves Enter on a link or a button of the page to that control', async () => {
    const { answers } = world(buildDiscrepancies(3))
    const { address, path } = await openApp(at, { answers })
    await expect.element(grid()).toBeVisible()
    window_.getByRole('link', { name: report.title }).element().focus()
    await keyboard('{Enter}')
    await expect.poll(path).toBe('/stage/reconciliation-report')
    expect(address()).not.toContain('open=')
  })

  longTest(
    'sends the comment and the ticket, warns of personal data, and rejects an invalid ticket',
    async () => {
      const { sent, answers } = world(buildDiscrepancies(2))
      await openApp(at, { answers })
      await expect.element(grid()).toBeVisible()
      await keyboard('je')
      const send = form().getByRole('button', { name: texts.save })
      await expect.element(send).toBeDisabled()
      await keyboard('3')
      await expect.element(send).toBeEnabled()
      await words().fill('mara@example.test wrote')
      await expect.element(form().getByText(/looks like an e-mail address/)).toBeVisible()
      await words().fill('Paid from DE89 3704 0044 0532 0130 00')
      await expect.element(form().getByText(/looks like an IBAN/)).toBeVisible()
      await words().fill('Passport no. C01X00T47')
      await expect.element(form().getByText(/looks like a document number/)).toBeVisible()
      await expect.element(send).toBeEnabled()
      await words().fill('no')
      await expect.element(send).toBeDisabled()
      await words().fill('The file came late')
      const ticket = form().getByRole('textbox', { name: texts.ticket })
      await ticket.fill('mara@example.test')
      await expect.element(form().getByText(/^▲ The ticket looks like/)).toBeVisible()
      await expect.element(send).toBeDisabled()
      await ticket.fill('FIN-12')
      await expectAccessible()
      await keyboard('{Control>}{Enter}{/Control}')
      await expect
        .poll(() => sent)
        .toEqual([
          {
            item: buildDiscrepancyId(0),
            reason: 'corrected_by_hand',
            text: 'The file came late',
            ticket: 'FIN-12',
          },
        ])
    },
  )

  longTest('leaves the comment and then the form on Escape, and restores the typed text', async () => {
    const { sent, answers } = world(buildDiscrepancies(2))
    await openApp(at, { answers })
    await expect.element(grid()).toBeVisible()
    await keyboard('je1late{Escape}')
    await expect.element(form()).toBeVisible()
    await keyboard('2')
    await expect.element(form().getByRole('radio', { name: 'Known at the provider' })).toBeChecked()
    await expect.element(words()).toHaveValue('late')
    await keyboard('{Escape}{Escape}')
    await expect.element(form()).not.toBeInTheDocument()
    await expect.element(panel()).toBeVisible()
    await expect.poll(focusedText).toMatch(/cust-00000/)
    await keyboard('e')
    await expect.element(words()).toHaveValue('late')
    await expect.element(form().getByRole('radio', { name: 'Known at the provider' })).toBeChecked()
    expect(sent).toEqual([])
  })

  test('keeps the typed text after a failure, and shows the reference', async () => {
    const { answers } = world(buildDiscrepancies(2))
    await openApp(at, {
      answers: [fakeEndpoint(endpoints.explainDiscrepancy)(answerUpstreamTimeout), ...answers],
    })
    await expect.element(grid()).toBeVisible()
    await keyboard('je1late file{Control>}{Enter}{/Control}')
    await expect.element(form().getByText(texts.notSaved)).toBeVisible()
    await expect.element(form().getByText(someReference)).toBeVisible()
    await expect.element(words()).toHaveValue('late file')
  })

  longTest('does not call an explanation lost when its outcome is unknown', async () => {
    const { answers } = world(buildDiscrepancies(2))
    await openApp(at, {
      answers: [fakeEndpoint(endpoints.explainDiscrepancy)(answerMaybeRecorded), ...answers],
    })
    await expect.element(grid()).toBeVisible()
    await keyboard('je1late file{Control>}{Enter}{/Control}')
    await expect.element(form().getByText(texts.unknown)).toBeVisible()
    await expect.element(form().getByText(texts.notSaved)).not.toBeInTheDocument()
    await expect.element(words()).toHaveValue('late file')
  })

  test('says that nothing was recorded if the facts agree meanwhile', async () => {
    const rows = buildDiscrepancies(3)
    const { answers } = world(rows)
    await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.explainDiscrepancy)(() => ({
          answer: 'closed',
          row: buildDiscrepancy(0, { version: 2, closedAt: hoursFromNow(-0.01) }),
        })),
        ...answers,
      ],
    })
    await expect.element(grid()).toBeVisible()
    await keyboard('je1')
    await expect.element(words()).toHaveFocus()
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.element(window_.getByText(texts.alreadyClosed).first()).toBeVisible()
    await expect.element(panel()).toMatchTextContent(/cust-00000/)
    await expect.element(form()).not.toBeInTheDocument()
  })

  longTest('says so after the last one of a page, and can explain an explained one again', async () => {
    const { sent, answers } = world(buildDiscrepancies(1), 'all')
    const { address } = await openApp(at, { answers })
    await expect.element(grid()).toBeVisible()
    await keyboard('je1')
    await expect.element(words()).toHaveFocus()
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.element(window_.getByText(new RegExp(texts.noneLeft)).first()).toBeVisible()
    await expect.poll(address).toBe(at)
    await window_.getByRole('link', { name: new RegExp(`^${statuses.explained}`) }).click()
    await expect.element(grid().getByRole('row').nth(1)).toMatchTextContent(/Settled later/)
    await keyboard('e')
    await expect.element(form()).toBeVisible()
    await keyboard('2')
    await expect.element(words()).toHaveFocus()
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sent.length).toBe(2)
    const said = panel().getByRole('listitem')
    await expect.element(said.nth(0)).toMatchTextContent(/Known at the provider/)
    await expect.element(said.nth(1)).toMatchTextContent(/Settled later/)
  })
})
