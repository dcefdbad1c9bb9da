import { endpoints } from '@paydesk/shared/endpoints'
import { describe, expect, test } from 'vitest'
import { fake, upstreamDown } from '../../../../test/support/fakes/fake.ts'
import { mara, reviewed, stage, waiting } from '../../../../test/support/fakes/ids.ts'
import { liveLine } from '../../../../test/support/fakes/live-line.ts'
import { financeReviewer, supportAgent } from '../../../../test/support/fakes/people.ts'
import { reviewPlace } from '../../../../test/support/fakes/review.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'

const at = `/stage/t/${reviewed}`
const line = /In this office’s review queue, 7 of 31 by age/

/** Counts who asks for the place of a transaction. */
function asked(change: Parameters<typeof reviewPlace>[0] = {}) {
  const ids: string[] = []
  const answer = { change }
  const handler = fake(endpoints.showReviewPlace)(({ params }) => {
    ids.push(params.transaction)
    return reviewPlace(answer.change)
  })
  return { ids, answer, handler }
}

describe('the place of a transaction in the review queue', () => {
  test('is said to whoever may not open the queue: place, age, whether taken; no name, no way', async () => {
    const { ids, handler } = asked()
    const { page } = await openApp(at, { answers: [handler] })
    await expect.element(page.getByText(line)).toMatchTextContent(/2 h ago\. Nobody has taken it yet\.$/)
    expect(page.getByRole('link', { name: 'Open the item' }).query()).toBeNull()
    await expect.poll(() => ids).toEqual([reviewed])
    await expectAccessible()
  })

  longTest('stands on the customer’s page too, and follows what happens to the item', async () => {
    const heard = liveLine()
    const { answer, handler } = asked()
    const { page } = await openApp(`/stage/c/${mara}?open=${reviewed}`, { answers: [heard.handler, handler] })
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
    await expect.element(page.getByText(line)).toBeVisible()
    answer.change = { taken: true }
    heard.change({ kind: 'review', environment: stage, id: reviewed, version: 2 })
    await expect.element(page.getByText(line)).toMatchTextContent(/Somebody is working on it\.$/)
  })

  longTest('has the way to the item for whoever works on it', async () => {
    const { page } = await openApp(at, { answers: [fake(endpoints.whoAmI)(() => financeReviewer())] })
    await expect
      .element(page.getByRole('link', { name: 'Open the item' }))
      .toHaveAttribute('href', `/stage/review/${reviewed}`)
  })

  longTest(
    'one that is not there says so; one that cannot be read is not one that is not there',
    async () => {
      const { handler } = asked({ inQueue: false, position: null, since: null })
      const { page } = await openApp(at, { answers: [handler] })
      await expect.element(page.getByText('Not in this office’s review queue.')).toBeVisible()
      await openApp(at, { answers: [fake(endpoints.showReviewPlace)(upstreamDown)] })
      await expect.element(page.getByText(/in the review queue could not be read/)).toBeVisible()
    },
  )

  longTest('is not asked for where no operator must act, or where the role does not see it', async () => {
    const { ids, handler } = asked()
    const session = supportAgent()
    const without = { ...session, permissions: session.permissions.filter((one) => one !== 'review.place') }
    const first = await openApp(`/stage/t/${waiting}`, { answers: [handler] })
    await expect.element(first.page.getByText('The customer must act')).toBeVisible()
    const second = await openApp(at, { answers: [handler, fake(endpoints.whoAmI)(() => without)] })
    await expect.element(second.page.getByText('Pending, in review')).toBeVisible()
    expect(ids).toEqual([])
  })
})
