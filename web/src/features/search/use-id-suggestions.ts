import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { IdSuggestions } from '@paydesk/shared/payments/search'
import { useEffect, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { searchQueries } from './queries.ts'
import { getSuggestiblePrefix } from './suggestible-prefix.ts'

export type IdSuggestion = IdSuggestions['suggestions'][number]

const debounceMs = 180
const noSuggestions: readonly IdSuggestion[] = []

/** Returns ids that start with the typed text. Answers for any other text are not shown. */
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
          // Ignore the error: suggestions are optional, and the search itself reports failures.
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
