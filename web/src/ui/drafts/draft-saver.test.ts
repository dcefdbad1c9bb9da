import type { SaveDraftResponse } from '@paydesk/shared/administration/drafts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDraftSaver, type DraftSaveState } from './draft-saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Sent = Parameters<Parameters<typeof createDraftSaver>[0]['save']>[0]

/** Creates a saver whose requests are answered by hand, in any order. */
function createSaver(loaded: string | null = null) {
  const sent: Sent[] = []
  const removed: string[] = []
  const answers: ((answer: SaveDraftResponse | Error) => void)[] = []
  const states: DraftSaveState['is'][] = []
  const saver = createDraftSaver({
    form: 'form',
    loaded,
    save(draft) {
      sent.push(draft)
      return new Promise((resolve, reject) =>
        answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer))),
      )
    },
    remove: async (version) => void removed.push(version),
    isDiscarded: (version) => version === 'discarded.3',
    onState: ({ is }) => void states.push(is),
  })
  async function answer(nth: number, given: SaveDraftResponse | Error = { answer: 'saved' }) {
    answers[nth]?.(given)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { saver, sent, removed, states, answer }
}

const text = (text: string) => ({ text })
const newer = {
  answer: 'newer',
  draft: { version: 'other.4', savedAt: '2026-01-01T00:00:00.000Z', content: text('theirs') },
} as const satisfies SaveDraftResponse

test('saves after a pause, each save in place of the one before', async () => {
  const { saver, sent, states, answer } = createSaver('old.2')
  saver.change(text('a'))
  saver.change(text('ab'))
  await vi.advanceTimersByTimeAsync(599)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toEqual([{ version: 'form.1', replaces: 'old.2', content: text('ab') }])
  saver.change(text('abc'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent).toHaveLength(1)
  await answer(0)
  expect(sent[1]).toEqual({ version: 'form.2', replaces: 'form.1', content: text('abc') })
  await answer(1)
  expect(states.at(-1)).toBe('saved')
})

test('saves while the person goes on typing', async () => {
  const { saver, sent } = createSaver()
  for (let nth = 0; nth < 8; nth += 1) {
    saver.change(text(`${nth}`))
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(sent.map(({ content }) => content)).toEqual([text('5')])
})

test('saves at once when the page is left, also beside a save under way', async () => {
  const { saver, sent, answer } = createSaver()
  saver.change(text('a'))
  saver.flush()
  saver.change(text('ab'))
  saver.flush()
  saver.flush()
  expect(sent.map(({ version, content }) => [version, content])).toEqual([
    ['form.1', text('a')],
    ['form.2', text('ab')],
  ])
  await answer(1)
  await answer(0, new Error('lost'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent).toHaveLength(2)
})

test('saves again with the next change after a failure', async () => {
  const { saver, sent, states, answer } = createSaver()
  saver.change(text('a'))
  saver.flush()
  await answer(0, new Error('lost'))
  expect(states.at(-1)).toBe('failed')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent).toHaveLength(1)
  saver.flush()
  expect(sent[1]).toEqual({ version: 'form.2', replaces: null, content: text('a') })
})

test('saves nothing over a newer draft until the person keeps this one', async () => {
  const { saver, sent, states, answer } = createSaver()
  saver.change(text('mine'))
  saver.flush()
  await answer(0, newer)
  expect(states.at(-1)).toBe('newer')
  saver.change(text('mine too'))
  saver.flush()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent).toHaveLength(1)
  saver.keepThis()
  expect(sent[1]).toEqual({ version: 'form.2', replaces: 'other.4', content: text('mine too') })
})

test('replaces a discarded draft that could not be deleted, and does not name another window', async () => {
  const { saver, sent, states, answer } = createSaver()
  saver.change(text('typed on'))
  saver.flush()
  await answer(0, { answer: 'newer', draft: { ...newer.draft, version: 'discarded.3' } })
  expect(sent[1]).toEqual({ version: 'form.1', replaces: 'discarded.3', content: text('typed on') })
  await answer(1)
  expect(states).not.toContain('newer')
  expect(states.at(-1)).toBe('saved')
  saver.change(text('typed on and on'))
  saver.flush()
  expect(sent[2]).toMatchObject({ replaces: 'form.1' })
  await answer(2, newer)
  expect(states.at(-1)).toBe('newer')
})

test('waits for nothing after a newer draft that answers a save while the person types', async () => {
  const { saver, sent, answer } = createSaver()
  saver.change(text('mine'))
  await vi.advanceTimersByTimeAsync(600)
  saver.change(text('mine too'))
  await answer(0, newer)
  // Checked before any time passes: a due save that may not be sent would keep the page busy for ever.
  expect(vi.getTimerCount()).toBe(0)
  saver.keepThis()
  expect(sent[1]).toEqual({ version: 'form.2', replaces: 'other.4', content: text('mine too') })
})

test('removes a sent draft after the save under way, and an emptied one', async () => {
  const { saver, removed, answer } = createSaver('old.2')
  saver.change(text('a'))
  saver.flush()
  saver.forget()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(removed).toEqual([])
  await answer(0)
  await vi.advanceTimersByTimeAsync(0)
  expect(removed).toEqual(['form.1'])
  const emptied = createSaver('old.2')
  emptied.saver.change(null)
  await vi.advanceTimersByTimeAsync(600)
  expect(emptied.removed).toEqual(['old.2'])
})
