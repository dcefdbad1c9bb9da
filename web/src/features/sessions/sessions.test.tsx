import type { EndSessionRequest, OwnSessions } from '@paydesk/shared/administration/sessions'
import { defaultPersonSettings } from '@paydesk/shared/administration/settings'
import type { StaffPermission } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishSessions } from '@paydesk/shared/messages/en/sessions'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import { englishSignInPage } from '@paydesk/shared/messages/en/sign-in-page'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  answerProblem,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../test/support/fakes/fake-endpoint.ts'
import { stageEnvironment } from '../../../../test/support/fakes/ids.ts'
import { createLiveStream } from '../../../../test/support/fakes/live-stream.ts'
import {
  buildAllSessions,
  buildOwnSessions,
  buildSessionHandle,
} from '../../../../test/support/fakes/sessions.ts'
import { buildAdministrator, buildSupportAgent } from '../../../../test/support/fakes/staff.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'
import { pressChord } from '../../../../test/support/web/strokes.ts'

const own = fakeEndpoint(endpoints.showCurrentSession)(() =>
  buildSupportAgent({ permissions: [...buildSupportAgent().permissions, 'session.own'] }),
)
const as = (...more: StaffPermission[]) =>
  fakeEndpoint(endpoints.showCurrentSession)(() =>
    buildAdministrator({
      permissions: [
        ...buildAdministrator().permissions,
        'live.listen',
        'session.own',
        'session.every',
        ...more,
      ],
    }),
  )
const every = fakeEndpoint(endpoints.listAllSessions)(() => buildAllSessions())

describe('own sessions', () => {
  test('marks the current session, and ends another session with its button', async () => {
    const ended: string[] = []
    let now: OwnSessions = buildOwnSessions(2)
    const answers = [
      own,
      fakeEndpoint(endpoints.listOwnSessions)(() => now),
      fakeEndpoint(endpoints.endOwnSession)(({ params }) => {
        ended.push(params.session)
        now = buildOwnSessions(1)
        return { answer: 'ended' }
      }),
    ]
    const { page } = await openApp('/sessions', { answers })
    const list = page.getByRole('list', { name: 'Your 3 sessions' })
    await expect.element(list.getByText(englishSessions.own.here)).toBeVisible()
    expect(
      list.getByRole('button', { name: new RegExp(`^${englishSessions.own.end}`) }).elements().length,
    ).toBe(2)
    await expectAccessible()
    await list
      .getByRole('button', { name: new RegExp(`^${englishSessions.own.end}`) })
      .first()
      .click()
    await expect.element(page.getByRole('list', { name: 'Your 2 sessions' })).toBeVisible()
    await expect.poll(() => ended).toEqual([buildSessionHandle(2)])
    expect(page.getByRole('heading', { name: englishSessions.all.title }).query()).toBeNull()
  })

  test('names browsers in the language of the person', async () => {
    const agent = buildSupportAgent()
    const german = fakeEndpoint(endpoints.showCurrentSession)(() => ({
      ...agent,
      permissions: [...agent.permissions, 'session.own'],
      settings: { ...defaultPersonSettings, language: 'de' as const },
    }))
    const { page } = await openApp('/sessions', { answers: [german] })
    await expect.element(page.getByText('Firefox 128 unter Linux', { exact: true })).toBeVisible()
  })

  longTest('ends all other sessions with x, and ignores x when there are none', async () => {
    let calls = 0
    let now: OwnSessions = buildOwnSessions(3)
    const answers = [
      own,
      fakeEndpoint(endpoints.listOwnSessions)(() => now),
      fakeEndpoint(endpoints.endOtherSessions)(() => {
        calls += 1
        now = buildOwnSessions(0)
        return now
      }),
    ]
    const { page } = await openApp('/sessions', { answers })
    await page.getByRole('button', { name: /End all 3 others/ }).click()
    await expect.element(page.getByRole('list', { name: 'Your 1 session' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^End/ })).not.toBeInTheDocument()
    await userEvent.keyboard('r')
    expect(calls).toBe(1)
  })

  test('updates live when sessions start and end elsewhere', async () => {
    const heard = createLiveStream()
    let now: OwnSessions = buildOwnSessions(0)
    const answers = [own, heard.handler, fakeEndpoint(endpoints.listOwnSessions)(() => now)]
    const { page } = await openApp('/sessions', { answers })
    await expect.element(page.getByRole('list', { name: 'Your 1 session' })).toBeVisible()
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    now = buildOwnSessions(1)
    heard.change({ kind: 'session', environment: stageEnvironment, id: 'me', version: 1 })
    await expect.element(page.getByRole('list', { name: 'Your 2 sessions' })).toBeVisible()
  })

  longTest('reports an unknown outcome when the request fails', async () => {
    const list = fakeEndpoint(endpoints.listOwnSessions)(() => buildOwnSessions(1))
    const answers = [own, list, fakeEndpoint(endpoints.endOwnSession)(answerUpstreamTimeout)]
    const { page } = await openApp('/sessions', { answers })
    await page.getByRole('button', { name: new RegExp(`^${englishSessions.own.end}`) }).click()
    await expect.element(page.getByText(englishSessions.own.notEnded)).toBeVisible()
  })

  longTest('opens from the account panel and with g s', async () => {
    const list = fakeEndpoint(endpoints.listOwnSessions)(() => buildOwnSessions(0))
    const { page, address } = await openApp('/stage/', { answers: [own, list] })
    await page.getByRole('button', { name: /Sam Okafor/ }).click()
    await page.getByRole('link', { name: englishShell.ownSessions }).click()
    await expect.poll(address).toBe('/sessions?from=stage')
    await expect.element(page.getByRole('link', { name: englishShell.ownSessions })).not.toBeInTheDocument()
    await pressChord('gh')
    await expect.poll(address).toBe('/stage/')
    await pressChord('gs', () => page.getByRole('heading', { level: 1 }).element())
    await expect.poll(address).toBe('/sessions?from=stage')
  })
})

describe('sessions of all staff', () => {
  const list = fakeEndpoint(endpoints.listOwnSessions)(() => buildOwnSessions(0))

  test('finds a person and ends a session with a reason by keyboard', async () => {
    const sent: (EndSessionRequest & { session: string })[] = []
    let now = buildAllSessions()
    const answers = [
      as('session.end'),
      list,
      fakeEndpoint(endpoints.listAllSessions)(() => now),
      fakeEndpoint(endpoints.endSession)(({ params, body }) => {
        sent.push({ ...body, session: params.session })
        now = buildAllSessions({ people: now.people.filter(({ name }) => name !== 'Farid Nasser') })
        return { answer: 'ended' }
      }),
    ]
    const { page } = await openApp('/sessions', { answers })
    await expect.element(page.getByText(englishSessions.all.figures.people)).toBeVisible()
    await expectAccessible()
    await userEvent.keyboard('/')
    await userEvent.keyboard('fari')
    await expect.element(page.getByText('1 of 4 sessions')).toBeVisible()
    await userEvent.tab()
    await page.getByRole('row').filter({ hasText: 'Farid Nasser' }).click()
    const dialog = page.getByRole('dialog', { name: 'Session of Farid Nasser' })
    await expect.element(dialog).toBeVisible()
    const end = dialog.getByRole('button', { name: englishSessions.form.end })
    await expect.element(end).toBeDisabled()
    await dialog.getByRole('radio', { name: englishSessions.form.reasons.lost_device }).click()
    await dialog.getByLabelText(englishSessions.form.ticket).fill('no number here')
    await expect.element(end).toBeDisabled()
    await expect.element(dialog.getByText(englishSessions.form.ticketFormat)).toBeVisible()
    await dialog.getByLabelText(englishSessions.form.ticket).fill('INC-4417')
    await expectAccessible()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect
      .poll(() => sent)
      .toEqual([{ session: buildSessionHandle(4), reason: 'lost_device', ticket: 'INC-4417' }])
    await expect.element(page.getByText(englishSessions.all.noMatch)).toBeVisible()
  })

  longTest('offers no end button to a role that only reads, nor for the session in use', async () => {
    const answers = [
      as(),
      list,
      fakeEndpoint(endpoints.listAllSessions)(() => buildAllSessions({ mayEnd: false })),
    ]
    const { page } = await openApp('/sessions', { answers })
    await page.getByRole('row').filter({ hasText: 'Farid Nasser' }).click()
    await expect.element(page.getByText(englishSessions.details.readOnly)).toBeVisible()
    expect(page.getByRole('button', { name: englishSessions.form.end }).query()).toBeNull()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('row').filter({ hasText: 'Ada Moreau' }).click()
    await expect.element(page.getByText(englishSessions.details.here)).toBeVisible()
  })

  test('has a navigation entry for a role that ends sessions', async () => {
    const { page, address } = await openApp('/stage/', { answers: [as('session.end'), list, every] })
    const rail = page.getByRole('navigation', { name: englishShell.pages })
    await rail.getByRole('link', { name: /Sessions/ }).click()
    await expect.poll(address).toBe('/sessions?from=stage')
    await expect.element(page.getByRole('grid', { name: englishSessions.all.title })).toBeVisible()
  })
})

describe('a session ended from elsewhere', () => {
  const ended = { by: 'administrator', at: '2026-06-30T12:03:00.000Z', zone: 'Europe/Berlin' } as const
  const refusal = () =>
    answerProblem({ id: 'session_ended', status: 401, title: 'Your session was ended', ended })

  test('names who ended the session and when, and keeps the return path', async () => {
    const { page, address } = await openApp('/stage/', {
      answers: [own, fakeEndpoint(endpoints.searchRecords)(refusal)],
    })
    await page.getByRole('combobox').fill('cust-1')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { name: 'Your session was ended' })).toBeVisible()
    await expect
      .element(page.getByText(/^An administrator ended it at 30 Jun (2026 )?14:03 \(Europe\/Berlin\)\.$/))
      .toBeVisible()
    expect(new URL(address(), 'http://x').searchParams.get('return')).toBe('/stage/')
    await expectAccessible()
  })

  test('is also reported when the page loads afterwards', async () => {
    const { page } = await openApp('/stage/', {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(refusal)],
    })
    await expect.element(page.getByText(/^An administrator ended it at/)).toBeVisible()
  })

  test.each(['provider', 'limit'] as const)('says why it ended: %s', async (by) => {
    const { page } = await openApp(`/sign-in?reason=session_ended&by=${by}&at=2026-06-30T12:03:00Z&zone=UTC`)
    const [begin = ''] = englishSignInPage.endedBy[by].split('.')
    await expect.element(page.getByText(new RegExp(`^${begin}`))).toBeVisible()
  })

  test('ignores an invalid time zone', async () => {
    const at = '/sign-in?reason=session_ended&by=self&at=2026-06-30T12:03:00Z&zone=Nowhere/Town'
    const { page } = await openApp(at)
    await expect
      .element(page.getByText(/^You ended it from another browser at 30 Jun (2026 )?12:03 \(UTC\)\.$/))
      .toBeVisible()
  })
})
