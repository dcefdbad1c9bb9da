import type { IdentityView } from '@paydesk/shared/compliance/identities'
import {
  type RevealGroupRequest,
  type RevealRequest,
  unusualAccessAlertIdSchema,
} from '@paydesk/shared/compliance/reveals'
import { purposeCodeSchema } from '@paydesk/shared/core/purposes'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishDocuments } from '@paydesk/shared/messages/en/documents'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { englishReveals } from '@paydesk/shared/messages/en/reveals'
import { englishSignInPage } from '@paydesk/shared/messages/en/sign-in-page'
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { buildIdentity } from '../../../../test/support/fakes/customers-and-identities.ts'
import {
  buildDocumentFile,
  buildDocumentHandle,
  buildDocumentList,
  buildDocumentOfficer,
  buildDocumentSummary,
} from '../../../../test/support/fakes/documents.ts'
import { answerProblem, fakeEndpoint } from '../../../../test/support/fakes/fake-endpoint.ts'
import { maraIdentity, stageEnvironment } from '../../../../test/support/fakes/ids.ts'
import { createLiveStream } from '../../../../test/support/fakes/live-stream.ts'
import { buildComplianceOfficer } from '../../../../test/support/fakes/staff.ts'
import { absentValue, hoursFromNow } from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { firstRows, longTest } from '../../../../test/support/web/run-length.ts'

const at = `/stage/identities/${maraIdentity}`
const clearText = '1988-04-17 zqx7'

const officer = fakeEndpoint(endpoints.showCurrentSession)(() =>
  buildComplianceOfficer({
    permissions: [...buildComplianceOfficer().permissions, 'reveal.use', 'reveal.watch', 'live.listen'],
  }),
)

/** Identity whose masked values may be revealed. */
function offered(): IdentityView {
  const view = buildIdentity()
  return {
    ...view,
    profile: view.profile.map((field) =>
      field.value.visibility === 'masked'
        ? {
            ...field,
            value: {
              ...field.value,
              reveal: field.field === 'dob' ? ('step_up' as const) : ('plain' as const),
            },
          }
        : field,
    ),
  }
}
const page0 = [officer, fakeEndpoint(endpoints.showIdentity)(offered)]

function answering(value: string | null = clearText, left = 29) {
  const sent: RevealRequest[] = []
  const handler = fakeEndpoint(endpoints.revealField)(({ body }) => {
    sent.push(body)
    return {
      value,
      until: new Date(Date.now() + 60_000).toISOString(),
      durationMs: 60_000,
      revealsLeft: left,
    }
  })
  return { sent, handler }
}

const asked = {
  record: { kind: 'identity', identity: maraIdentity },
  path: ['profile', 'email'],
  purpose: 'identity_check',
  caseRef: 'CASE-5512',
} as const

async function open(handlers = [answering().handler], where = at) {
  const opened = await openApp(where, { answers: [...page0, ...handlers] })
  await expect.element(opened.page.getByRole('button', { name: 'Reveal e-mail' })).toBeVisible()
  return opened
}

describe('revealing a masked value', () => {
  test('works by keyboard alone: Space, digit, ticket, Enter; Escape masks the value again', async () => {
    const { sent, handler } = answering()
    const { page, address } = await open([handler])
    const masked = page.getByText(/^m•••••@/)
    ;(masked.element() as HTMLElement).focus()
    await userEvent.keyboard(' ')
    await expect.element(page.getByRole('dialog', { name: 'Reveal e-mail' })).toBeVisible()
    await expectAccessible()
    await userEvent.keyboard('2')
    await expect.element(page.getByRole('textbox', { name: /Ticket/ })).toHaveFocus()
    await userEvent.keyboard('CASE-5512{Enter}')
    await expect.element(page.getByText(clearText)).toBeVisible()
    await expect.poll(() => sent).toEqual([asked])
    await expect.element(page.getByRole('timer')).toMatchTextContent(/^[3-6]\d s$/)
    await expectAccessible()
    // Neither the URL nor the title contains the value.
    expect(address() + document.title).not.toContain('zqx7')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByText(clearText)).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Reveal e-mail' })).toHaveFocus()
    await expect.element(page.getByText('e-mail: masked')).toBeInTheDocument()
    expect(document.documentElement.outerHTML).not.toContain('zqx7')
  })

  longTest('keeps the ticket for the next value on the page, and asks for its reason again', async () => {
    const { sent, handler } = answering()
    const { page } = await open([handler])
    await page.getByRole('button', { name: 'Reveal e-mail' }).click()
    await userEvent.keyboard('2CASE-5512{Enter}')
    await expect.element(page.getByText(clearText)).toBeVisible()
    await page.getByRole('button', { name: 'Reveal gender' }).click()
    await expect
      .element(page.getByRole('button', { name: englishReveals.submit }))
      .toHaveAccessibleDescription(englishLists.missing.reason)
    await userEvent.keyboard('2{Enter}')
    await expect.poll(() => sent).toHaveLength(2)
    await expect.poll(() => sent[1]).toEqual({ ...asked, path: ['profile', 'gender'] })
  })

  longTest('takes another reason and another ticket for the next value', async () => {
    const { sent, handler } = answering()
    const { page } = await open([handler])
    await page.getByRole('button', { name: 'Reveal e-mail' }).click()
    await userEvent.keyboard('2CASE-5512{Enter}')
    await expect.element(page.getByText(clearText)).toBeVisible()
    ;(page.getByRole('button', { name: 'Reveal gender' }).element() as HTMLElement).focus()
    await userEvent.keyboard(' ')
    const dialog = page.getByRole('dialog', { name: 'Reveal gender' })
    await expect
      .element(dialog.getByRole('radio', { name: englishLists.purposes.identity_check }))
      .not.toBeChecked()
    await userEvent.keyboard('4{Enter}')
    await expect.poll(() => sent).toHaveLength(2)
    await expect
      .poll(() => sent[1])
      .toEqual({ ...asked, path: ['profile', 'gender'], purpose: 'fraud_suspicion' })
    await expect.element(dialog).not.toBeInTheDocument()
    ;(page.getByRole('button', { name: 'Reveal date of birth' }).element() as HTMLElement).focus()
    await userEvent.keyboard(' ')
    await expect.element(page.getByRole('dialog', { name: 'Reveal date of birth' })).toBeVisible()
    await userEvent.keyboard('1CASE-7{Enter}')
    await expect.poll(() => sent).toHaveLength(3)
    await expect
      .poll(() => sent[2])
      .toMatchObject({ purpose: purposeCodeSchema.options[0], caseRef: 'CASE-7' })
  })

  test.each(firstRows(2, ['', 'Mara Lindqvist', 'abc', 'DE02120300000000202051']))(
    'sends no request with the ticket %j',
    async (ticket) => {
      const { sent, handler } = answering()
      const { page } = await open([handler])
      await page.getByRole('button', { name: 'Reveal e-mail' }).click()
      await userEvent.keyboard('2')
      await page.getByRole('textbox', { name: /Ticket/ }).fill(ticket)
      await expect.element(page.getByRole('button', { name: englishReveals.submit })).toBeDisabled()
      await userEvent.keyboard('{Enter}')
      // Send a valid request next: an earlier, wrong request would come before it in `sent`.
      await page.getByRole('textbox', { name: /Ticket/ }).fill('CASE-7')
      await userEvent.keyboard('{Enter}')
      await expect.poll(() => sent.map(({ caseRef }) => caseRef)).toEqual(['CASE-7'])
    },
  )

  test('says that the payment service provided no value', async () => {
    const { page } = await open([answering(null).handler])
    await page.getByRole('button', { name: 'Reveal e-mail' }).click()
    await userEvent.keyboard('2CASE-5512{Enter}')
    await expect.element(page.getByText(englishReveals.notProvided).first()).toBeVisible()
  })

  test('masks the value again after its time limit, and when the window is hidden', async () => {
    const { page } = await open()
    await page.getByRole('button', { name: 'Reveal e-mail' }).click()
    await userEvent.keyboard('2CASE-5512{Enter}')
    await expect.element(page.getByText(clearText)).toBeVisible()
    // Let the clock go on, a minute ahead: assertions measure their time limit by it.
    const readClock = Date.now.bind(Date)
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => readClock() + 61_000)
    await expect.element(page.getByText(clearText)).not.toBeInTheDocument()
    clock.mockRestore()
    await page.getByRole('button', { name: 'Reveal e-mail' }).click()
    await userEvent.keyboard('2{Enter}')
    await expect.element(page.getByText(clearText)).toBeVisible()
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.element(page.getByText(clearText)).not.toBeInTheDocument()
    hidden.mockRestore()
  })

  test('removes the value when the page is left', async () => {
    const { page } = await open()
    await page.getByRole('button', { name: 'Reveal e-mail' }).click()
    await userEvent.keyboard('2CASE-5512{Enter}')
    await expect.element(page.getByText(clearText)).toBeVisible()
    await page
      .getByRole('link', { name: /^Customer/ })
      .first()
      .click()
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Customer')
    expect(document.documentElement.outerHTML).not.toContain('zqx7')
  })

  test('keeps the value masked and gives the reason when the request is refused', async () => {
    const spent = fakeEndpoint(endpoints.revealField)(() =>
      answerProblem({ id: 'reveal_limit_reached', status: 429 }),
    )
    const { page } = await open([spent])
    await page.getByRole('button', { name: 'Reveal e-mail' }).click()
    await userEvent.keyboard('2CASE-5512{Enter}')
    await expect.element(page.getByText(englishReveals.notRevealed)).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: /Ticket/ })).toHaveValue('CASE-5512')
  })

  test('is not offered to a role without permission', async () => {
    const { page } = await openApp(at, { answers: [fakeEndpoint(endpoints.showIdentity)(offered)] })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(page.getByRole('button', { name: /^Reveal / }).query()).toBeNull()
  })

  test('is not offered for a cell that cannot be revealed', async () => {
    const other = await openApp(at, { answers: [officer] })
    await expect.element(other.page.getByText(/^m•••••@/)).toBeVisible()
    expect(other.page.getByRole('button', { name: /^Reveal / }).query()).toBeNull()
  })
})

describe('re-authentication', () => {
  const needed = fakeEndpoint(endpoints.revealField)(() =>
    answerProblem({ id: 'reauthentication_needed', status: 403 }),
  )

  test('leads back to the same value', async () => {
    const { page } = await open([needed])
    await page.getByRole('button', { name: 'Reveal date of birth' }).click()
    await userEvent.keyboard('2CASE-5512{Enter}')
    const way = page.getByRole('link', { name: englishLists.signInAgain })
    await expect.element(way).toHaveFocus()
    const back = encodeURIComponent(`${at}?again=reveal`)
    await expect.element(way).toHaveAttribute('href', `/auth/sign-in?reauthenticate=1&return=${back}`)
    await expectAccessible()
  })

  longTest('returns to the open dialog with the earlier input', async () => {
    const { sent, handler } = answering()
    const kept = { ...asked, path: ['profile', 'dob'], caseRef: 'CASE-77' }
    const httpHandler = fakeEndpoint(endpoints.consumePendingReveal)(() => ({ request: kept }))
    const { page, address } = await open([handler, httpHandler], `${at}?again=reveal`)
    await expect.element(page.getByRole('dialog', { name: 'Reveal date of birth' })).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: /Ticket/ })).toHaveValue('CASE-77')
    await expect.poll(address).toBe(at)
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(clearText)).toBeVisible()
    await expect.poll(() => sent).toEqual([kept])
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  test('reports a sign-in by another person, with a retry link and a way back', async () => {
    const { page } = await openApp(
      `/sign-in?problem=reauthentication_by_another&reference=PD-0123456789&return=${encodeURIComponent(at)}`,
    )
    await expect
      .element(
        page.getByRole('heading', { name: englishSignInPage.problems.reauthentication_by_another.title }),
      )
      .toBeVisible()
    await expect
      .element(page.getByRole('link', { name: englishSignInPage.tryAgain }))
      .toHaveAttribute('href', `/auth/sign-in?reauthenticate=1&return=${encodeURIComponent(at)}`)
    await expect
      .element(page.getByRole('link', { name: englishSignInPage.goBack }))
      .toHaveAttribute('href', at)
    expect(page.getByRole('link', { name: englishSignInPage.otherAccount }).query()).toBeNull()
    await expectAccessible()
  })
})

describe('reveal alert', () => {
  const alert = (n: number, me: boolean) => ({
    alert: unusualAccessAlertIdSchema.parse(`w_${String(n).padStart(20, '0')}`),
    reason: 'pace' as const,
    person: { name: me ? 'Cara Lindholm' : 'Toni Reyes', me },
    at: hoursFromNow(-1),
    reveals: 16,
    customers: 3,
    acknowledgement: null,
  })

  test('says what is unusual: documents, identity records, exports, and a foreign secret', async () => {
    const kinds = ['documents', 'records', 'exports'] as const
    const alerts = [
      ...kinds.map((reason, nth) => ({ ...alert(nth, nth === 2), reason, reveals: 1_060 })),
      { ...alert(9, false), reason: 'foreign_secret' as const, person: null, reveals: 1, customers: 0 },
    ]
    const { page } = await openApp('/stage/', {
      answers: [officer, fakeEndpoint(endpoints.listUnusualAccessAlerts)(() => ({ alerts }))],
    })
    for (const text of [
      'Toni Reyes opened 1,060 documents within an hour',
      'Toni Reyes opened 1,060 identity records within an hour',
      'You took 1,060 exports within an hour',
      'A notification carried a secret that is not the one of its transaction',
    ])
      await expect.element(page.getByRole('listitem').filter({ hasText: text })).toBeVisible()
    await expectAccessible()
  })

  longTest('stays on the home page until another person acknowledges it', async () => {
    const heard = createLiveStream()
    let alerts = [alert(1, false), alert(2, true)]
    const seen: string[] = []
    const answers = [
      officer,
      heard.handler,
      fakeEndpoint(endpoints.listUnusualAccessAlerts)(() => ({ alerts })),
      fakeEndpoint(endpoints.acknowledgeUnusualAccessAlert)(({ params }) => {
        seen.push(params.alert)
        alerts = [alert(2, true)]
        return { answer: 'done', alert: alert(1, false) }
      }),
    ]
    const { page } = await openApp('/stage/', { answers })
    await expect.element(page.getByText(/Toni Reyes/)).toBeVisible()
    await expect.element(page.getByText(englishReveals.otherReviews)).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: englishReveals.markReviewed }).click()
    await expect.element(page.getByText(/Toni Reyes/)).not.toBeInTheDocument()
    await expect.poll(() => seen).toEqual([alert(1, false).alert])
    alerts = []
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    heard.change({
      kind: 'reveal_alert',
      environment: stageEnvironment,
      id: alert(2, true).alert,
      version: 2,
    })
    await expect.element(page.getByText(englishReveals.alerts)).not.toBeInTheDocument()
  })
})

describe('revealing a masked value of a document', () => {
  const dots = { visibility: 'masked', text: '••••••••', mask: 'dots', reveal: 'plain' } as const
  const member = (nth: string, ...way: string[]) => ({
    name: way.at(-1) ?? 'value',
    path: ['supporting_documents', nth, ...way],
    value: dots,
  })
  const cards = buildDocumentList([
    buildDocumentSummary(1, {
      status: dots,
      fields: [member('0', 'country'), member('0', 'document_number'), member('0', 'pages', '0', 'side')],
      files: [buildDocumentFile(0, { name: dots })],
    }),
    buildDocumentSummary(2, {
      fields: [],
      files: [buildDocumentFile(0), buildDocumentFile(1, { name: dots })],
    }),
    buildDocumentSummary(3, {
      ...{ shape: 'other', kind: absentValue, status: absentValue, createdAt: absentValue, files: [] },
      fields: [member('2')],
    }),
  ])
  const reader = fakeEndpoint(endpoints.showCurrentSession)(() =>
    buildDocumentOfficer({ permissions: [...buildDocumentOfficer().permissions, 'reveal.use'] }),
  )
  const listed = fakeEndpoint(endpoints.listDocuments)(() => cards)
  const ways: readonly (readonly [what: string, document: number, path: readonly string[]])[] = [
    ['status of Passport, document 1', 1, ['status']],
    ['country of Passport, document 1', 1, ['fields', 'country']],
    ['file name of Passport, document 1', 1, ['files', '0', 'name']],
    ['document number of Passport, document 1', 1, ['fields', 'document_number']],
    ['pages 0 side of Passport, document 1', 1, ['fields', 'pages', '0', 'side']],
    ['name of file 2 of Passport, document 2', 2, ['files', '1', 'name']],
    [`value of ${englishDocuments.noKind}, document 3`, 3, ['fields']],
  ]

  longTest('offers a reveal button for each value, and shows the value in place', async () => {
    const { sent, handler } = answering()
    const { page, address } = await openApp(at, { answers: [handler, listed, reader] })
    const region = page.getByRole('region', { name: 'Documents' })
    await expect
      .element(region.getByRole('button', { name: 'Reveal status of Passport, document 1' }))
      .toBeVisible()
    const names = () =>
      region
        .getByRole('button')
        .elements()
        .map((button) => button.getAttribute('aria-label'))
    await expect
      .poll(() => names().filter((name) => name?.startsWith('Reveal ')))
      .toEqual(ways.map(([what]) => `Reveal ${what}`))
    await expectAccessible()
    for (const [nth, [what, document, path]] of ways.entries()) {
      await region.getByRole('button', { name: `Reveal ${what}` }).click()
      await userEvent.keyboard(nth === 0 ? '2CASE-5512{Enter}' : '2{Enter}')
      await expect.element(region.getByText(clearText)).toBeVisible()
      await expect
        .poll(() => sent.at(-1))
        .toEqual({
          ...asked,
          record: { kind: 'document', identity: maraIdentity, document: buildDocumentHandle(document) },
          path,
        })
      if (nth === 0) await expectAccessible()
      await userEvent.keyboard('{Escape}')
      await expect.element(region.getByText(clearText)).not.toBeInTheDocument()
    }
    expect(address() + document.title).not.toContain('zqx7')
  })

  test('reports a list that changed meanwhile, and reveals nothing', async () => {
    const gone = fakeEndpoint(endpoints.revealField)(() => answerProblem({ id: 'not_found', status: 404 }))
    const { page } = await openApp(at, { answers: [gone, listed, reader] })
    await page.getByRole('button', { name: 'Reveal country of Passport, document 1' }).click()
    await userEvent.keyboard('2CASE-5512{Enter}')
    await expect.element(page.getByRole('dialog').getByText(englishReveals.notRevealed)).toBeVisible()
  })

  test('is not offered to a role without permission', async () => {
    const { page } = await openApp(at, {
      answers: [listed, fakeEndpoint(endpoints.showCurrentSession)(() => buildDocumentOfficer())],
    })
    await expect.element(page.getByText('document_number')).toBeVisible()
    expect(page.getByRole('button', { name: /^Reveal status/ }).elements()).toEqual([])
  })
})

describe('revealing a group of fields', () => {
  const name = englishReveals.groups.billing
  const fields = ['billing_address_street', 'billing_address_postal_code'] as const

  test('asks once, shows each value in its place and masks all of them together', async () => {
    const sent: RevealGroupRequest[] = []
    const handler = fakeEndpoint(endpoints.revealFieldGroup)(({ body }) => {
      sent.push(body)
      return {
        values: body.fields.map((field) => ({ field, value: `${field} zqx7` })),
        until: new Date(Date.now() + 60_000).toISOString(),
        durationMs: 60_000,
        revealsLeft: 20,
      }
    })
    const { page } = await openApp(at, { answers: [...page0, handler] })
    await page.getByRole('button', { name: `Reveal ${name}` }).click()
    await userEvent.keyboard('2CASE-5512{Enter}')
    for (const field of fields) await expect.element(page.getByText(`${field} zqx7`)).toBeVisible()
    expect(sent).toMatchObject([{ fields, caseRef: 'CASE-5512' }])
    await expect.element(page.getByRole('button', { name: `Mask ${name}` })).toHaveFocus()
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('button', { name: `Reveal ${name}` })).toHaveFocus()
    expect(document.documentElement.outerHTML).not.toContain('zqx7')
  })

  test('says how many reveals are left if they are too few', async () => {
    const refused = fakeEndpoint(endpoints.revealFieldGroup)(() =>
      answerProblem({ id: 'reveal_limit_reached', status: 429, revealsLeft: 1 }),
    )
    const { page } = await openApp(at, { answers: [...page0, refused] })
    await page.getByRole('button', { name: `Reveal ${name}` }).click()
    await userEvent.keyboard('2CASE-5512{Enter}')
    await expect.element(page.getByText('Nothing revealed: only 1 reveal left this hour')).toBeVisible()
  })
})
