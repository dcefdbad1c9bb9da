import {
  type AddCaseNoteRequest,
  type CaseNote,
  type MentionCandidate,
  staffHandleSchema,
} from '@paydesk/shared/cases/review-cases'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishHome } from '@paydesk/shared/messages/en/home'
import { englishReview } from '@paydesk/shared/messages/en/review'
import { englishReviewCase } from '@paydesk/shared/messages/en/review-case'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { answerUpstreamTimeout, fakeEndpoint } from '../../../../../test/support/fakes/fake-endpoint.ts'
import { reviewTransaction, stageEnvironment } from '../../../../../test/support/fakes/ids.ts'
import { createLiveStream } from '../../../../../test/support/fakes/live-stream.ts'
import {
  buildCaseDetail,
  buildCaseList,
  buildCaseSummary,
  mentionCandidates,
} from '../../../../../test/support/fakes/review.ts'
import { buildFinanceReviewer, buildSupportAgent } from '../../../../../test/support/fakes/staff.ts'
import { buildClearValue, hoursFromNow } from '../../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../../test/support/web/axe.ts'
import { openApp } from '../../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../../test/support/web/run-length.ts'
import { findMentionedColleagues, findMentionToken, insertMention, matchColleagues } from '../mention-text.ts'

const { notes, timeline } = englishReviewCase
const at = `/stage/review/${reviewTransaction}`
const signedIn = fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer())
const handleOf = (letter: string) => staffHandleSchema.parse(`s_${letter.repeat(20)}`)

/** Records the notes that are sent. */
function watched() {
  const sent: AddCaseNoteRequest[] = []
  const note = fakeEndpoint(endpoints.addCaseNote)(({ body }) => {
    sent.push(body)
    return buildCaseSummary(0, { transaction: reviewTransaction, version: 2 })
  })
  return { sent, answers: [signedIn, note] }
}

async function openNote(answers: Parameters<typeof openApp>[1]) {
  const opened = await openApp(at, answers)
  const field = opened.page.getByLabelText(notes.label)
  await expect.element(field).toBeVisible()
  await userEvent.keyboard('m')
  await expect.element(field).toHaveFocus()
  return { ...opened, field }
}

describe('mentioning a colleague in a note', () => {
  test('inserts the name by keyboard after @, and sends the handle with the note', async () => {
    const { sent, answers } = watched()
    const { page, field } = await openNote({ answers })
    await userEvent.keyboard('Please look, @')
    const list = page.getByRole('listbox', { name: englishReview.note.suggestions })
    await expect.element(list).toBeVisible()
    await expectAccessible()
    await userEvent.keyboard('f')
    await expect
      .poll(() =>
        list
          .getByRole('option')
          .elements()
          .map((one) => one.textContent),
      )
      .toEqual(['Fiona Brandt', 'Frida Lind', 'Frida Lind'])
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}')
    await expect.element(field).toHaveValue('Please look, @Fiona Brandt ')
    await expect.element(list).not.toBeInTheDocument()
    await expect.element(page.getByText('Notifies Fiona Brandt.')).toBeVisible()
    await userEvent.keyboard('and @clara')
    await expect.element(page.getByRole('option', { name: 'Clara Weiss' })).toBeVisible()
    await userEvent.keyboard('{Tab}today{Control>}{Enter}{/Control}')
    await expect.poll(() => sent).toHaveLength(1)
    await expect.poll(() => sent[0]?.text).toBe('Please look, @Fiona Brandt and @Clara Weiss today')
    expect(new Set(sent[0]?.mentions)).toEqual(new Set([handleOf('a'), handleOf('b')]))
  })

  longTest('mentions the selected one of two colleagues with the same name, and no removed one', async () => {
    const { sent, answers } = watched()
    const { page, field } = await openNote({ answers })
    await userEvent.keyboard('@fri')
    await expect.element(page.getByRole('option').first()).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(page.getByText('Notifies Frida Lind.')).toBeVisible()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sent.at(-1)?.mentions).toEqual([handleOf('d')])
    await expect.element(field).toHaveValue('')
    await userEvent.keyboard('@cla')
    await expect.element(page.getByRole('option')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Notifies Clara Weiss.')).toBeVisible()
    await field.fill('Nobody, after all')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sent.at(-1)?.text).toBe('Nobody, after all')
    expect(sent.at(-1)?.mentions).toEqual([])
  })

  longTest('reports that colleagues could not be loaded, and still allows the note', async () => {
    const { answers } = watched()
    const { page, field } = await openNote({
      answers: [fakeEndpoint(endpoints.listMentionCandidates)(answerUpstreamTimeout), ...answers],
    })
    await userEvent.keyboard('ask @cl')
    await expect.element(page.getByText(englishReview.note.colleaguesFailed)).toBeVisible()
    await expect.element(field).toHaveValue('ask @cl')
    await expect.element(page.getByRole('button', { name: notes.save })).toBeEnabled()
  })

  test('loads colleagues only after an @ is typed', async () => {
    let asked = 0
    const { answers } = watched()
    const list = fakeEndpoint(endpoints.listMentionCandidates)(() => {
      asked += 1
      return { colleagues: [...mentionCandidates] }
    })
    const { page } = await openNote({ answers: [list, ...answers] })
    await userEvent.keyboard('no address here')
    expect(asked).toBe(0)
    await userEvent.keyboard(' @')
    await expect.element(page.getByRole('option').first()).toBeVisible()
    await expect.poll(() => asked).toBe(1)
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('option').first()).not.toBeInTheDocument()
    await expect.element(page.getByLabelText(notes.label)).toHaveValue('no address here @')
  })
})

const note = (mentions: CaseNote['mentions']): CaseNote => ({
  seq: mentions.length + 1,
  at: hoursFromNow(-1),
  by: { name: 'Clara Weiss', me: false },
  kind: 'note',
  text: buildClearValue('Is the second letter enough for you?'),
  mentions,
})

describe('being mentioned', () => {
  longTest('is marked in the notes of the case, and others see the recipients', async () => {
    const written = [
      note([
        { name: 'Fiona Brandt', me: false },
        { name: 'Auden Holt', me: false },
      ]),
      note([{ name: 'Farid Nasser', me: true }]),
    ]
    const answers = [
      signedIn,
      fakeEndpoint(endpoints.showCase)(() => buildCaseDetail(reviewTransaction, { notes: written })),
    ]
    const { page } = await openApp(at, { answers })
    const list = page.getByRole('list', { name: timeline.title })
    await expect.element(list.getByText(new RegExp(notes.mentionsYou))).toBeVisible()
    await expect.element(list).toMatchTextContent(/for Fiona Brandt, Auden Holt/)
    await expectAccessible()
  })

  longTest('appears on the home page and in the queue, and updates live', async () => {
    const line = createLiveStream()
    const waiting = { mentions: 0 }
    const asked: (string | undefined)[] = []
    const list = fakeEndpoint(endpoints.listCases)(({ query }) => {
      asked.push(query.mentions)
      const rows =
        query.mentions === 'me' ? [buildCaseSummary(0)].slice(0, waiting.mentions) : [buildCaseSummary(0)]
      const page = buildCaseList(rows)
      return { ...page, figures: { ...page.figures, mentions: waiting.mentions } }
    })
    const { page, address } = await openApp('/stage', { answers: [line.handler, signedIn, list] })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await expect.poll(() => asked).toContain('me')
    expect(page.getByText(/has a note for you/).query()).toBeNull()
    waiting.mentions = 1
    line.change({
      kind: 'review',
      environment: stageEnvironment,
      id: buildCaseSummary(0).transaction,
      version: 2,
    })
    await expect.poll(() => asked.filter((one) => one === 'me').length).toBeGreaterThan(1)
    await expect.element(page.getByText(/1 case has a note for you/)).toBeVisible()
    await expectAccessible()
    await page.getByRole('link', { name: englishHome.openMentions, exact: true }).last().click()
    await expect.poll(address).toBe('/stage/review?mentions=me&snoozed=1')
    await expect
      .element(page.getByRole('link', { name: '1 mentions you' }))
      .toHaveAttribute('aria-current', 'page')
    await expect.element(page.getByRole('grid', { name: englishReview.queue.table })).toBeVisible()
    waiting.mentions = 0
    line.change({
      kind: 'review',
      environment: stageEnvironment,
      id: buildCaseSummary(0).transaction,
      version: 2,
    })
    await expect.element(page.getByText(englishReview.queue.noMatch)).toBeVisible()
  })

  test('is not requested for a role without queue access', async () => {
    const asked: (string | undefined)[] = []
    const list = fakeEndpoint(endpoints.listCases)(({ query }) => {
      asked.push(query.mentions)
      return buildCaseList()
    })
    const { page } = await openApp('/stage', {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildSupportAgent()), list],
    })
    await expect
      .element(page.getByRole('heading', { level: 1, name: englishShell.navigation.home }))
      .toBeVisible()
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    expect(asked).toEqual([])
  })
})

const letters = fc.stringMatching(/^[A-Z][a-z]{2,6}( [A-Z][a-z]{1,6})?$/)
const people = fc
  .uniqueArray(letters, { minLength: 1, maxLength: 6, selector: (name) => name.toLowerCase() })
  .map((names) =>
    names.map((name, n): MentionCandidate => ({ colleague: handleOf('abcdefgh'[n] ?? 'z'), name })),
  )

describe('mentions in a text', () => {
  test('are exactly the inserted names, at any position', () => {
    fc.assert(
      fc.property(
        people,
        fc.infiniteStream(fc.boolean()),
        fc.string({ unit: fc.constantFrom('x', ' ', ',') }),
        (all, picks, between) => {
          const chosen = all.filter(() => picks.next().value)
          const text = chosen.map(({ name }) => `${between} @${name}`).join(' ')
          const named = findMentionedColleagues(`${text} `, all, new Set())
          expect(new Set(named)).toEqual(new Set(chosen))
        },
      ),
    )
  })

  test('match whole names only, the longer name before the shorter one', () => {
    const [ann, anna] = [
      { colleague: handleOf('a'), name: 'Ann' },
      { colleague: handleOf('b'), name: 'Ann Lee' },
    ]
    expect(findMentionedColleagues('@Ann Lee, look', [ann, anna], new Set())).toEqual([anna])
    expect(findMentionedColleagues('@Ann, look', [ann, anna], new Set())).toEqual([ann])
    expect(findMentionedColleagues('@Annette, look; a@Lee.test', [ann, anna], new Set())).toEqual([])
  })

  test('replace the typed part of a name with the full name, and keep the rest of the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), people, (before, after, all) => {
        const [one] = all
        if (one === undefined) return
        const typed = one.name.slice(0, 2)
        const start = `${before} @${typed}`
        const token = findMentionToken(start + after, start.length)
        expect(token).toEqual({ start: before.length + 1, typedName: typed })
        expect(matchColleagues(typed, all)).toContain(one)
        if (token === null) return
        const { text, caret } = insertMention(start + after, token, one.name)
        expect(text.slice(0, caret)).toBe(`${before} @${one.name} `)
        expect(text.slice(caret)).toBe(after.replace(/^ /, ''))
      }),
    )
    expect(findMentionToken('m.lind@example', 14)).toBeNull()
    expect(findMentionToken('@Clara Weiss and', 16)).toBeNull()
  })
})
