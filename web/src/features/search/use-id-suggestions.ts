import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { IdSuggestions } from '@paydesk/shared/payments/search'
import { useEffect, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { searchQueries } from './queries.ts'

const idPattern = /^[A-Za-z0-9][A-Za-z0-9._:/#-]{2,63}$/
// Uppercase text matches from its fifth character on. Lowercase text matches later, because ids of the
// payment service may start the same way.
const ibanLikePatterns = [/^[A-Z]{2}\d{2}[A-Z0-9]+$/, /^[a-z]{2}\d{2}[a-z0-9]{6,30}$/i]
const cardLikePattern = /^(\d[.-]?){9,}$/

/**
 * Returns the typed prefix of an id, or null if the text is too short or may become an e-mail address, an
 * IBAN or a card number. Null means that nothing is requested before the user submits.
 */
export function getSuggestiblePrefix(typed: string): string | null {
  const text = typed.trim()
  if (!idPattern.test(text) || cardLikePattern.test(text)) return null
  return ibanLikePatterns.some((form) => form.test(text)) ? null : text
}

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
