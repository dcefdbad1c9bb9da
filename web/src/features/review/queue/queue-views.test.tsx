import type { SavedView } from '@paydesk/shared/cases/saved-views'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishReview } from '@paydesk/shared/messages/en/review'
import { englishSavedViews } from '@paydesk/shared/messages/en/saved-views'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { answerUpstreamTimeout, fakeEndpoint } from '../../../../../test/support/fakes/fake-endpoint.ts'
import { buildFinanceReviewer } from '../../../../../test/support/fakes/staff.ts'
import { expectAccessible } from '../../../../../test/support/web/axe.ts'
import { openApp } from '../../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../../test/support/web/run-length.ts'
import { pressChord } from '../../../../../test/support/web/strokes.ts'

const { queue } = englishReview
const { claim: assignee } = queue.filters
const at = '/stage/review'
const signedIn = fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer())
const riskView: SavedView<'review'> = {
  view: 'v_00000000000000000001',
  name: 'Risk, ending first',
  filter: { kind: 'risk', sort: 'expiry' },
  by: { name: 'Farid Nasser', me: true },
  isShared: false,
}

/** Fake server that stores saved views of the queue. */
function shelf() {
  const kept = { views: [riskView], saved: [] as unknown[] }
  const answers = [
    signedIn,
    fakeEndpoint(endpoints.listReviewQueueViews)(() => ({ views: kept.views })),
    fakeEndpoint(endpoints.saveReviewQueueView)(({ body }) => {
      kept.saved.push(body)
      kept.views = [...kept.views, { ...riskView, ...body, view: 'v_abcdefghij0123456789' }]
      return { views: kept.views }
    }),
    fakeEndpoint(endpoints.removeReviewQueueView)(({ params }) => {
      kept.views = kept.views.filter((each) => each.view !== params.view)
      return { views: kept.views }
    }),
  ]
  return { kept, answers }
}

describe('saved views of the review queue', () => {
  longTest('open built-in and own filters', async () => {
    const { kept, answers } = shelf()
    const { page, address } = await openApp(`${at}?concern=kyc,docs`, { answers })
    const bar = page.getByRole('navigation', { name: englishSavedViews.label })
    await expect
      .element(bar.getByRole('link', { name: queue.views.identity }))
      .toHaveAttribute('aria-current', 'page')
    await bar.getByRole('link', { name: riskView.name }).click()
    await expect.poll(address).toBe(`${at}?kind=risk&sort=expiry`)
    await expect
      .element(bar.getByRole('link', { name: riskView.name }))
      .toHaveAttribute('aria-current', 'page')
    await bar.getByRole('button', { name: englishSavedViews.menu.replace('{name}', riskView.name) }).click()
    await page.getByRole('button', { name: englishSavedViews.remove }).click()
    await expect.element(bar.getByRole('link', { name: riskView.name })).not.toBeInTheDocument()
    expect(kept.views).toEqual([])
    await expectAccessible()
  })

  test('are saved and opened by keyboard alone', async () => {
    const { kept, answers } = shelf()
    const { page, address } = await openApp('/stage/decisions', { answers })
    await expect.element(page.getByRole('grid', { name: 'Decisions' })).toBeVisible()
    await pressChord('gr')
    await expect.poll(address).toBe(at)
    const owner = page.getByRole('button', { name: assignee.name, exact: true })
    await expect.element(owner).toBeVisible()
    owner.element().focus()
    await userEvent.keyboard('{Enter}')
    await page.getByRole('radio', { name: assignee.options.me, exact: true }).click()
    await userEvent.keyboard('{Escape}')
    await expect.poll(address).toBe(`${at}?claim=me`)
    const save = page.getByRole('button', { name: englishSavedViews.saveAs })
    await expect.element(save).toBeVisible()
    save.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByLabelText(englishSavedViews.name)).toHaveFocus()
    await userEvent.keyboard('My own{Enter}')
    await expect.element(page.getByRole('link', { name: 'My own' })).toHaveAttribute('aria-current', 'page')
    await expect.poll(() => kept.saved).toEqual([{ name: 'My own', filter: { claim: 'me' } }])
    const link = page.getByRole('link', { name: riskView.name })
    link.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(`${at}?kind=risk&sort=expiry`)
  })

  test('report a failed request, and leave the queue visible', async () => {
    const { page } = await openApp(at, {
      answers: [signedIn, fakeEndpoint(endpoints.listReviewQueueViews)(answerUpstreamTimeout)],
    })
    await expect.element(page.getByText(englishSavedViews.notLoaded)).toBeVisible()
    await expect.element(page.getByRole('grid', { name: queue.table })).toBeVisible()
  })
})
