import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { IdSuggestions } from '@paydesk/shared/payments/search'
import { useEffect, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { searchQueries } from './queries.ts'
import { getSuggestiblePrefix } from './suggestible-prefix.ts'

export type IdSuggestion = IdSuggestions['suggestions'][number]

/** Milliseconds without a stroke before anything is asked. */
const debounceMs = 180
const noSuggestions: readonly IdSuggestion[] = []

/** Ids that begin as typed. An answer is only ever shown beside the very text that it was asked for. */
export function useIdSuggestions(env: EnvironmentName, typed: string | null): readonly IdSuggestion[] {
  const client = useApiClient()
  const [answer, setAnswer] = useState<{ text: string; suggestions: readonly IdSuggestion[] } | null>(null)
  const text = typed === null ? null : getSuggestiblePrefix(typed)
  useEffect(() => {
    if (text === null) return
    const control = new AbortController()
    const timer = setTimeout(() => {
      searchQueries(client)
        .suggest(env, text, control.signal)
        .then(
          ({ suggestions }) => setAnswer({ text, suggestions }),
          // Suggestions are a courtesy: without them the look-up itself still says what is wrong.
          () => {},
        )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [client, env, text])
  return answer !== null && answer.text === text ? answer.suggestions : noSuggestions
}
