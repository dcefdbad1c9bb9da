import { QueryClient, queryOptions } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { loadDefaultViewFilter } from './default-view.ts'
import type { SavedViewQueries } from './queries.ts'

type ListOptions = SavedViewQueries<{ readonly open: string }>['list']

const view = {
  view: 'v_0123456789abcdefghij',
  name: 'Open ones',
  filter: { open: '1' },
  by: { name: 'Farid Nasser', me: true },
  isShared: false,
}

describe('the filter with which a list opens', () => {
  const load = (answer: () => Promise<unknown>, deadline?: AbortSignal) =>
    loadDefaultViewFilter(
      new QueryClient(),
      queryOptions({
        queryKey: ['views', 'stage', 'transactions'],
        queryFn: answer,
        retry: false,
      }) as ListOptions,
      [view.view],
      deadline,
    )

  test('is that of the chosen view', async () => {
    expect(await load(async () => ({ views: [view] }))).toEqual({ is: 'chosen', filter: view.filter })
  })

  test('is none if the chosen view belongs to another list', async () => {
    const other = { ...view, view: 'v_abcdefghij0123456789' }
    expect(await load(async () => ({ views: [other] }))).toEqual({ is: 'none' })
  })

  test('is missed if the views do not come until the deadline', async () => {
    const deadline = new AbortController()
    const missed = load(() => new Promise(() => {}), deadline.signal)
    deadline.abort()
    expect(await missed).toEqual({ is: 'missed' })
  })

  test('is missed if the views cannot be loaded', async () => {
    expect(await load(() => Promise.reject(new Error('no answer')))).toEqual({ is: 'missed' })
  })
})
