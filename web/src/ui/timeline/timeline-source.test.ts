import { expect, test } from 'vitest'
import {
  createPagedTimelineSource,
  joinTimelineSources,
  mergeTimelineSources,
  pickTimelineEntries,
  type TimelineSource,
} from './timeline-source.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 8, minute)).toISOString()
const entry = (minute: number, key = String(minute)) => ({
  ...{ key, at: at(minute), content: null, record: null },
})
const source = (minutes: readonly number[], more: Partial<TimelineSource> = {}): TimelineSource => ({
  entries: minutes.map((minute) => entry(minute)),
  ...{ isPending: false, isFetching: false, error: null, retry: () => {}, isCut: false },
  ...{ loadedTo: null, loadOlder: () => {}, ...more },
})

test('merges sources by time, newest first, with the kind of each entry', () => {
  const { entries, loadOlder } = mergeTimelineSources([
    ['a', source([30, 10])],
    ['b', source([40, 20])],
  ])
  expect(entries.map(({ kind, key }) => kind + key)).toEqual(['b40', 'a30', 'b20', 'a10'])
  expect(loadOlder).toBeNull()
})

test('leaves out entries older than what another source has loaded, and loads that source first', () => {
  const loaded: string[] = []
  const { entries, loadOlder } = mergeTimelineSources([
    ['a', source([30, 25], { loadedTo: at(25), loadOlder: () => loaded.push('a') })],
    ['b', source([40, 20, 5], { loadedTo: at(5), loadOlder: () => loaded.push('b') })],
    ['c', source([26, 24])],
  ])
  expect(entries.map(({ kind, key }) => kind + key)).toEqual(['b40', 'a30', 'c26', 'a25'])
  loadOlder?.()
  expect(loaded).toEqual(['a'])
})

test('loads the older entries of kinds that share a query once', () => {
  const loaded: string[] = []
  const shared = source([30, 20], { loadedTo: at(20), loadOlder: () => loaded.push('shared') })
  const { entries, loadOlder } = mergeTimelineSources([
    ['a', pickTimelineEntries(shared, ({ key }) => key === '30')],
    ['b', pickTimelineEntries(shared, ({ key }) => key !== '30')],
  ])
  expect(entries.map(({ kind, key }) => kind + key)).toEqual(['a30', 'b20'])
  loadOlder?.()
  expect(loaded).toEqual(['shared'])
})

test('joins sources of one kind: complete as far as each of them, retried where it failed', () => {
  const calls: string[] = []
  const call = (name: string) => () => calls.push(name)
  const joined = joinTimelineSources([
    source([30], { loadedTo: at(30), loadOlder: call('first older'), isCut: true }),
    source([40, 10], { loadedTo: at(10), loadOlder: call('second older'), isFetching: true }),
    source([], { error: new Error('down'), retry: call('third again') }),
  ])
  expect(joined).toMatchObject({ loadedTo: at(30), isCut: true, isFetching: true, isPending: false })
  expect(joined.error).toEqual(new Error('down'))
  joined.loadOlder()
  joined.retry()
  expect(calls).toEqual(['first older', 'third again'])
  expect(new Set(joined.entries.map(({ key }) => key)).size).toBe(3)
  expect(joinTimelineSources([source([1])])).toMatchObject({ loadedTo: null, error: null, isCut: false })
})

test('has each entry of overlapping pages once, and is complete from the end of the last page on', () => {
  const calls: string[] = []
  const query = {
    data: {
      pages: [
        [5, 4],
        [4, 3],
      ] as const,
    },
    ...{ isPending: false, isFetching: false, error: null, hasNextPage: true, isFetchNextPageError: true },
    fetchNextPage: () => calls.push('next'),
    refetch: () => calls.push('all'),
  }
  const paged = createPagedTimelineSource(query, (page) => ({
    entries: page.map((minute) => entry(minute)),
    oldest: at(page[1]),
  }))
  expect(paged.entries.map(({ key }) => key)).toEqual(['5', '4', '3'])
  expect(paged.loadedTo).toBe(at(3))
  paged.retry()
  createPagedTimelineSource({ ...query, isFetchNextPageError: false }, () => ({
    entries: [],
    oldest: at(1),
  })).retry()
  expect(calls).toEqual(['next', 'all'])
  expect(
    createPagedTimelineSource({ ...query, hasNextPage: false }, () => ({ entries: [], oldest: at(1) }))
      .loadedTo,
  ).toBeNull()
})
