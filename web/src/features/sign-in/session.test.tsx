import { endpoints } from '@paydesk/shared/endpoints'
import { englishIdentities } from '@paydesk/shared/messages/en/identities'
import { englishSignIn } from '@paydesk/shared/messages/en/sign-in'
import { englishSignInPage } from '@paydesk/shared/messages/en/sign-in-page'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { describe, expect, test, vi } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import {
  answerProblem,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../test/support/fakes/fake-endpoint.ts'
import {
  maraCustomer,
  maraIdentity,
  someReference,
  waitingTransaction,
} from '../../../../test/support/fakes/ids.ts'
import { buildComplianceOfficer, buildSupportAgent } from '../../../../test/support/fakes/staff.ts'
import { hoursFromNow } from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { firstRows, longTest } from '../../../../test/support/web/run-length.ts'
import { server } from '../../../../test/support/web/server.ts'

const noSession = fakeEndpoint(endpoints.showCurrentSession)(() =>
  answerProblem({ id: 'not_signed_in', status: 401, title: 'Not signed in' }),
)
const soon = (seconds: number) => hoursFromNow(seconds / 3_600)

/** Signs out in the most recently opened window. */
async function signOutInLast(): Promise<void> {
  await window_
    .getByRole('button', { name: /Sam Okafor/ })
    .last()
    .click()
  await window_.getByRole('button', { name: englishSignIn.person.signOut }).last().click()
}

describe('signing in', () => {
  test('returns to the requested page', async () => {
    const { page } = await openApp(`/stage/customers/${maraCustomer}?sort=state`, { answers: [noSession] })
    await expect
      .element(page.getByRole('heading', { name: englishSignInPage.reasons.not_signed_in.title }))
      .toBeVisible()
    const link = page.getByRole('link', { name: englishSignInPage.signIn })
    await expect
      .element(link)
      .toHaveAttribute(
        'href',
        `/auth/sign-in?return=${encodeURIComponent(`/stage/customers/${maraCustomer}?sort=state`)}`,
      )
    await expectAccessible()
  })

  test('keeps the text of a deep link out of the return path', async () => {
    const { page, address } = await openApp('/stage/open', {
      carried: 'mara@example.test',
      answers: [noSession],
    })
    await expect.element(page.getByRole('link', { name: englishSignInPage.signIn })).toBeVisible()
    expect(address()).not.toContain('mara')
  })

  test.each(['sign_in_failed', 'sign_in_unavailable', 'no_role'] as const)(
    'explains %s, with a reference',
    async (problem) => {
      const { title } = englishSignInPage.problems[problem]
      const { page } = await openApp(`/sign-in?problem=${problem}&reference=${someReference}`)
      await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
      await expect.element(page.getByText(someReference)).toBeVisible()
      await expectAccessible()
    },
  )

  test('tells administrators where the roles were looked for', async () => {
    const query = 'problem=no_role&looked=id_token.missing&looked=userinfo.no_role'
    const { page } = await openApp(`/sign-in?${query}`)
    const { title, places, found } = englishSignInPage.looked
    await expect.element(page.getByText(title)).toBeVisible()
    await expect
      .element(page.getByRole('listitem').first())
      .toHaveTextContent(`${places.id_token}: ${found.missing}`)
    await expect
      .element(page.getByRole('listitem').last())
      .toHaveTextContent(`${places.userinfo}: ${found.no_role}`)
    await expectAccessible()
    const { page: other } = await openApp('/sign-in?problem=no_role&looked=Call+555')
    await expect.element(other.getByText('555')).not.toBeInTheDocument()
  })

  test('offers another account when an account has no role', async () => {
    const { page } = await openApp('/sign-in?problem=no_role&return=/stage/')
    await expect
      .element(page.getByRole('link', { name: englishSignInPage.otherAccount }))
      .toHaveAttribute('href', '/auth/sign-in?return=%2Fstage%2F&as=other')
  })

  test('ignores a return path to another site', async () => {
    const { page } = await openApp('/sign-in?return=//evil.test/')
    await expect
      .element(page.getByRole('link', { name: englishSignInPage.signIn }))
      .toHaveAttribute('href', '/auth/sign-in?return=%2F')
  })

  test('distinguishes a failing server from a missing session', async () => {
    const { page } = await openApp('/stage', {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(answerUpstreamTimeout)],
    })
    await expect.element(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
    // React logs every error that a boundary catches.
    vi.mocked(console.error).mockClear()
    vi.mocked(console.warn).mockClear()
  })
})

describe('end of a session', () => {
  test('warns before the idle end, and asks the server to stay signed in', async () => {
    let asked = 0
    const { page } = await openApp('/stage', {
      answers: [
        fakeEndpoint(endpoints.showCurrentSession)(() => {
          asked += 1
          return buildSupportAgent({ idleExpiresAt: asked === 1 ? soon(55) : hoursFromNow(0.25) })
        }),
      ],
    })
    const warning = page.getByRole('dialog', { name: englishSignIn.expiry.idleTitle })
    await expect.element(warning).toBeVisible()
    await expectAccessible()
    await warning.getByRole('button', { name: englishSignIn.expiry.stay }).click()
    await expect.element(warning).not.toBeInTheDocument()
    await expect.poll(() => asked).toBe(2)
  })

  test('opens the sign-in page with the return path after the idle end', async () => {
    const { left } = await openApp(`/stage/transactions/${waitingTransaction}`, {
      answers: [
        fakeEndpoint(endpoints.showCurrentSession)(() => buildSupportAgent({ idleExpiresAt: soon(1.5) })),
      ],
    })
    await expect
      .poll(() => left[0], { timeout: 20_000 })
      .toBe(
        `/sign-in?reason=session_idle&return=${encodeURIComponent(`/stage/transactions/${waitingTransaction}`)}`,
      )
  })

  test('shows the reason when a request is refused', async () => {
    const { page } = await openApp('/stage', {
      answers: [
        fakeEndpoint(endpoints.searchRecords)(() =>
          answerProblem({ id: 'session_over', status: 401, title: 'Session over' }),
        ),
      ],
    })
    await page.getByRole('combobox').fill('cust-1')
    await userEvent.keyboard('{Enter}')
    await expect
      .element(page.getByRole('heading', { name: englishSignInPage.reasons.session_over.title }))
      .toBeVisible()
  })

  test('reports a sign-out in another window, and keeps the return path', async () => {
    const { left } = await openApp(`/stage/transactions/${waitingTransaction}`)
    const { page } = await openApp('/stage')
    await signOutInLast()
    const place = `/sign-in?reason=signed_out&return=${encodeURIComponent(`/stage/transactions/${waitingTransaction}`)}`
    await expect.poll(() => left).toEqual([place])
    await openApp(place)
    await expect.element(page.getByText(englishSignInPage.reasons.signed_out.detail)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: englishSignInPage.signIn, exact: true }))
      .toHaveAttribute(
        'href',
        `/auth/sign-in?return=${encodeURIComponent(`/stage/transactions/${waitingTransaction}`)}`,
      )
  })

  longTest('leaves a page without a session unchanged when another window signs out', async () => {
    const { page: first, left } = await openApp('/sign-in?problem=no_role')
    await openApp('/stage')
    await expect
      .element(first.getByRole('heading', { name: englishSignInPage.problems.no_role.title }))
      .toBeVisible()
    const { left: other } = await openApp('/stage')
    await signOutInLast()
    await expect.poll(() => other.length).toBe(1)
    expect(left).toEqual([])
  })

  longTest('reports the end of the session on the page of a failed re-authentication', async () => {
    const { page: first, left } = await openApp(
      '/sign-in?problem=reauthentication_by_another&return=%2Fstage',
    )
    await expect
      .element(
        first.getByRole('heading', { name: englishSignInPage.problems.reauthentication_by_another.title }),
      )
      .toBeVisible()
    await openApp('/stage')
    await signOutInLast()
    await expect.poll(() => left).toEqual(['/sign-in?reason=signed_out&return=%2Fstage'])
  })

  test('does not present a lost session as a first sign-in', async () => {
    const { page } = await openApp('/stage', {
      answers: [
        fakeEndpoint(endpoints.searchRecords)(() =>
          answerProblem({ id: 'not_signed_in', status: 401, title: 'Not signed in' }),
        ),
      ],
    })
    await page.getByRole('combobox').fill('cust-1')
    await userEvent.keyboard('{Enter}')
    await expect
      .element(page.getByRole('heading', { name: englishSignInPage.reasons.signed_out.title }))
      .toBeVisible()
    await expect.element(page.getByText(englishSignInPage.reasons.signed_out.detail)).toBeVisible()
  })

  test.each(
    firstRows(1, [
      ['not_signed_in', englishSignInPage.reasons.signed_out.title],
      ['session_idle', englishSignInPage.reasons.session_idle.title],
      ['session_over', englishSignInPage.reasons.session_over.title],
    ] as const),
  )('keeps %s as the reason when a later request is also refused', async (id, title) => {
    const { page, client } = await openApp('/stage')
    await expect.element(page.getByRole('combobox')).toBeVisible()
    for (const why of [id, 'not_signed_in'] as const) {
      server.use(
        fakeEndpoint(endpoints.showCurrentSession)(() => answerProblem({ id: why, status: 401, title: why })),
      )
      await expect(client.call(endpoints.showCurrentSession, {})).rejects.toThrow()
      await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(title)
    }
    await expect
      .element(page.getByRole('link', { name: englishSignInPage.signIn, exact: true }))
      .toHaveAttribute('href', '/auth/sign-in?return=%2Fstage')
  })

  test('signs out to the URL from the server', async () => {
    const { page, left } = await openApp('/stage')
    await page.getByRole('button', { name: /Sam Okafor/ }).click()
    await page.getByRole('button', { name: englishSignIn.person.signOut }).click()
    await expect.poll(() => left).toEqual(['/signed-out'])
  })
})

describe('roles and environments', () => {
  test('changes the active role of a person with several roles', async () => {
    const { page } = await openApp('/stage', {
      answers: [
        fakeEndpoint(endpoints.showCurrentSession)(() => buildComplianceOfficer()),
        fakeEndpoint(endpoints.chooseRole)(({ body }) => buildComplianceOfficer({ role: body.role })),
      ],
    })
    await page.getByRole('button', { name: /Cara Lindholm/ }).click()
    await expectAccessible()
    await page.getByRole('radio', { name: 'Auditor' }).click()
    await expect.element(page.getByRole('radio', { name: 'Auditor' })).toBeChecked()
    await expect.element(page.getByText(`Auditor: ${englishSignIn.roles.auditor.sees}`)).toBeVisible()
  })

  test('shows the environment in the navigation and in the title', async () => {
    const { page } = await openApp('/stage')
    await expect
      .element(page.getByText('Rehearsal: every person, payment and document is invented'))
      .toBeVisible()
    await page.getByRole('link', { name: 'Production' }).click()
    await expect.poll(() => document.title).toBe('Home · Production · Paydesk')
  })

  test('reports an unknown environment as a missing page', async () => {
    const { page } = await openApp('/elsewhere')
    await expect.element(page.getByRole('heading', { name: englishUi.notFoundPage.title })).toBeVisible()
    await expectAccessible()
  })

  test('reports an invalid customer handle as a missing page', async () => {
    const { page } = await openApp('/stage/customers/mara@example.test')
    await expect.element(page.getByRole('heading', { name: englishUi.notFoundPage.title })).toBeVisible()
  })

  test('shows the identity page with groups, masks and its customer', async () => {
    const { page } = await openApp(`/stage/identities/${maraIdentity}`, {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildComplianceOfficer())],
    })
    await expect.element(page.getByRole('heading', { name: englishIdentities.addresses })).toBeVisible()
    await expect.element(page.getByText('Sweden (SE)').first()).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Customer cust-00417' })).toBeVisible()
    await expectAccessible()
  })

  test('reports an identity page that failed to load', async () => {
    const { page } = await openApp(`/stage/identities/${maraIdentity}`, {
      answers: [
        fakeEndpoint(endpoints.showCurrentSession)(() => buildComplianceOfficer()),
        fakeEndpoint(endpoints.showIdentity)(answerUpstreamTimeout),
      ],
    })
    await expect.element(page.getByText(englishIdentities.notLoaded)).toBeVisible()
  })

  test('closes the identity page to a role without access', async () => {
    const { page } = await openApp(`/stage/identities/${maraIdentity}`)
    await expect.element(page.getByRole('heading', { name: englishUi.forbiddenPage.title })).toBeVisible()
  })
})
