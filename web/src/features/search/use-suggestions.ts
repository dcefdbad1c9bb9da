import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { IdSuggestions } from '@paydesk/shared/payments/lookup'
import { useEffect, useState } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { lookUpQueries } from './queries.ts'
import { suggestible } from './suggestible.ts'

export type Suggestion = IdSuggestions['suggestions'][number]

/** Milliseconds without a stroke before anything is asked. */
const pause = 180
const none: readonly Suggestion[] = []

/** Ids that begin as typed. An answer is only ever shown beside the very text that it was asked for. */
export function useSuggestions(env: EnvironmentName, typed: string | null): readonly Suggestion[] {
  const client = useClient()
  const [answer, setAnswer] = useState<{ text: string; suggestions: readonly Suggestion[] } | null>(null)
  const text = typed === null ? null : suggestible(typed)
  useEffect(() => {
    if (text === null) return
    const control = new AbortController()
    const timer = setTimeout(() => {
      lookUpQueries(client)
        .suggest(env, text, control.signal)
        .then(
          ({ suggestions }) => setAnswer({ text, suggestions }),
          // Suggestions are a courtesy: without them the look-up itself still says what is wrong.
          () => {},
        )
    }, pause)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [client, env, text])
  return answer !== null && answer.text === text ? answer.suggestions : none
}
