import { hasCardNumber } from '@paydesk/shared/core/card-number'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { SearchHit } from '@paydesk/shared/payments/search'
import { useMutation } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import type { ChangeEvent, FormEvent, ReactNode } from 'react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { searchQueries } from './queries.ts'
import { SearchAttemptList } from './search-attempt-list.tsx'
import styles from './search-box.module.css'
import { SearchHitList } from './search-hit-list.tsx'
import { buildOptionId, SuggestionList } from './suggestion-list.tsx'
import type { IdSuggestion } from './use-id-suggestions.ts'
import { useSuggestionListbox } from './use-suggestion-listbox.ts'

interface SearchBoxProps {
  readonly env: EnvironmentName
  readonly onHit: (hit: SearchHit) => void
  /** Called while the user types, so that the likely target page can be preloaded. */
  readonly onIntent: (text: string) => void
  /** Text of a deep link, searched for at once. */
  readonly startWith?: string
}

const maxTextLength = 4_000

/** Search box for every kind of id: opens a single hit, and explains a miss beside the text. */
export function SearchBox({ env, onHit, onIntent, startWith = '' }: SearchBoxProps): ReactNode {
  const [text, setText] = useState(startWith)
  const [refusal, setRefusal] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const ids = { field: useId(), help: useId(), list: useId() }
  const suggest = useSuggestionListbox(env)
  const lookUp = useMutation({
    ...searchQueries(useApiClient()).lookUp(env),
    onSuccess: ({ hits }) => {
      const [first] = hits
      if (hits.length === 1 && first) onHit(first)
    },
  })
  function start(wanted: string) {
    const trimmed = wanted.trim()
    suggest.close()
    lookUp.reset()
    const refused = findRefusal(trimmed)
    setRefusal(refused)
    if (refused === null && trimmed !== '') lookUp.mutate(trimmed)
  }
  const startFirst = useEffectEvent(() => {
    if (startWith !== '') start(startWith)
  })
  useEffect(() => {
    field.current?.focus()
    startFirst()
  }, [])
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (suggest.picked) pick(suggest.picked)
    else start(text)
  }
  function pick({ transaction }: IdSuggestion) {
    suggest.close()
    onHit({ kind: 'transaction', transaction })
  }
  function onType(event: ChangeEvent<HTMLInputElement>) {
    onIntent(event.target.value)
    setText(event.target.value)
    suggest.follow(event)
    setRefusal(null)
    if (!lookUp.isPending) lookUp.reset()
  }
  const answer = lookUp.data
  return (
    <div className={styles.area}>
      {/* biome-ignore lint/a11y/useSemanticElements: the search element has no role in older browsers */}
      <form role="search" className={styles.form} onSubmit={onSubmit}>
        <Search size={18} aria-hidden className={styles.icon} />
        <label htmlFor={ids.field} className="unseen">
          Look up a customer, a transaction or an identity
        </label>
        <input
          ref={field}
          id={ids.field}
          className={styles.field}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={suggest.isOpen}
          aria-controls={suggest.isOpen ? ids.list : undefined}
          aria-activedescendant={
            suggest.active === null ? undefined : buildOptionId(ids.list, suggest.active)
          }
          value={text}
          placeholder="Paste a RID, an id or a whole log line"
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={refusal !== null}
          aria-describedby={ids.help}
          onChange={onType}
          onKeyDown={suggest.onKeyDown}
          onBlur={suggest.close}
        />
        <Button look="primary" type="submit" className={styles.go} disabled={lookUp.isPending}>
          {lookUp.isPending ? 'Looking…' : 'Look up'}
        </Button>
        {suggest.isOpen ? (
          <SuggestionList
            id={ids.list}
            suggestions={suggest.suggestions}
            active={suggest.active}
            typed={text.trim()}
            onPick={pick}
          />
        ) : null}
      </form>
      <div id={ids.help} aria-live="polite" className={styles.answer}>
        {refusal ? <p className={styles.refusal}>{refusal}</p> : null}
        {lookUp.error ? (
          <ProblemNote
            error={lookUp.error}
            retry={() => start(text)}
            retrying={lookUp.isPending}
            missing="Nothing could be looked up"
          />
        ) : null}
        {answer && answer.hits.length > 1 ? <SearchHitList hits={answer.hits} onHit={onHit} /> : null}
        {answer && answer.hits.length === 0 ? (
          <SearchAttemptList tried={answer.tried} retry={() => start(text)} />
        ) : null}
      </div>
    </div>
  )
}

function findRefusal(text: string): string | null {
  if (text.length > maxTextLength)
    return `That is more than ${maxTextLength.toLocaleString('en-GB')} characters. Paste the line with the id in it.`
  if (!hasCardNumber(text)) return null
  return 'That looks like a card number. It was not sent anywhere: cards cannot be looked up, and their numbers do not belong here. Use the customer’s RID or the transaction’s id.'
}
