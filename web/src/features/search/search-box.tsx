import { hasCardNumber } from '@paydesk/shared/core/card-number'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { SearchHit } from '@paydesk/shared/payments/search'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import type { ChangeEvent, FormEvent, ReactNode } from 'react'
import { lazy, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { usePageStillOpenCheck } from '../../ui/state/use-page-still-open-check.ts'
import type { Command, CommandMatches } from './commands.ts'
import { searchQueries } from './queries.ts'
import styles from './search-box.module.css'
import type { IdSuggestion } from './use-id-suggestions.ts'
import { buildOptionId, useSuggestionListbox } from './use-suggestion-listbox.ts'

// Load lazily: nothing of these shows before something is typed.
const SearchSuggestionList = lazy(() =>
  import('./search-suggestion-list.tsx').then((made) => ({ default: made.SearchSuggestionList })),
)
const SearchAttemptList = lazy(() =>
  import('./search-attempt-list.tsx').then((made) => ({ default: made.SearchAttemptList })),
)
const SearchHitList = lazy(() =>
  import('./search-hit-list.tsx').then((made) => ({ default: made.SearchHitList })),
)

interface SearchBoxProps {
  readonly env: EnvironmentName
  /** Text of a deep link, searched for at once. */
  readonly startWith?: string
  /** Called when the page of a hit opens, or a command runs. */
  readonly onGone?: () => void
  /** Finds pages and actions for a text, in the command palette. */
  readonly findCommands?: (typed: string) => CommandMatches | undefined
  /** True for a role that may not search: only commands are found. */
  readonly isForCommands?: boolean
}

const maxTextLength = 4_000
const transactionIdPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** Search box for every kind of id: opens a single hit, and explains a miss beside the text. */
export function SearchBox({
  env,
  startWith = '',
  onGone,
  findCommands,
  isForCommands = false,
}: SearchBoxProps): ReactNode {
  const navigate = useNavigate()
  const router = useRouter()
  const texts = useMessages('search')
  const format = useFormatter()
  const markPage = usePageStillOpenCheck()
  const [text, setText] = useState(startWith)
  const [refusal, setRefusal] = useState<SearchTextRefusal | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const ids = { field: useId(), help: useId(), list: useId() }
  const suggest = useSuggestionListbox(env, { find: findCommands, suggestsIds: !isForCommands })
  const search = useMutation({
    ...searchQueries(useApiClient()).search(env),
    onMutate: () => markPage(),
    onSuccess: ({ hits }, _, isStillHere) => {
      const [first] = hits
      if (hits.length === 1 && first && isStillHere()) openHit(first)
    },
  })
  function openHit(hit: SearchHit) {
    onGone?.()
    switch (hit.kind) {
      case 'customer':
        return void navigate({ to: '/$env/customers/$customer', params: { env, customer: hit.customer } })
      case 'transaction':
        return void navigate({
          to: '/$env/transactions/$transaction',
          params: { env, transaction: hit.transaction },
        })
      case 'identity':
        return void navigate({ to: '/$env/identities/$identity', params: { env, identity: hit.identity } })
    }
  }
  /** Loads the code, and no data, of the page that a search for this text mostly ends at. */
  function preloadPage(wanted: string) {
    const path = transactionIdPattern.test(wanted)
      ? '/$env/transactions/$transaction'
      : '/$env/customers/$customer'
    void router.loadRouteChunk(router.routesByPath[path])
  }
  function start(wanted: string) {
    const trimmed = wanted.trim()
    suggest.close()
    search.reset()
    const refused = findSearchTextRefusal(trimmed)
    setRefusal(refused)
    if (refused === null && trimmed !== '') search.mutate(trimmed)
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
    else if (!isForCommands) start(text)
  }
  function pick(picked: IdSuggestion | Command) {
    suggest.close()
    if ('run' in picked) {
      onGone?.()
      picked.run()
    } else openHit({ kind: 'transaction', transaction: picked.transaction })
  }
  function onType(event: ChangeEvent<HTMLInputElement>) {
    if (!isForCommands) preloadPage(event.target.value)
    setText(event.target.value)
    suggest.follow(event)
    setRefusal(null)
    if (!search.isPending) search.reset()
  }
  const answer = search.data
  return (
    <div className={styles.area}>
      {/* biome-ignore lint/a11y/useSemanticElements: the search element has no role in older browsers */}
      <form
        role="search"
        className={findCommands === undefined ? styles.form : `${styles.form} ${styles.palette}`}
        onSubmit={onSubmit}
      >
        <Search size={18} aria-hidden className={styles.icon} />
        <label htmlFor={ids.field} className="unseen">
          {isForCommands ? texts.paletteLabel : texts.boxLabel}
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
          placeholder={findCommands === undefined ? texts.placeholder : texts.palettePlaceholder}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={refusal !== null}
          aria-describedby={ids.help}
          onChange={onType}
          onKeyDown={suggest.onKeyDown}
          // In the palette the list is part of the dialog and stays.
          onBlur={findCommands === undefined ? suggest.close : undefined}
        />
        {isForCommands ? null : (
          <Button look="primary" type="submit" className={styles.go} disabled={search.isPending}>
            {search.isPending ? texts.searching : texts.title}
          </Button>
        )}
        {suggest.isOpen ? (
          <Suspense
            // The field controls the list, so there is one while its code loads.
            fallback={<div id={ids.list} role="listbox" aria-label={texts.title} aria-busy="true" />}
          >
            <SearchSuggestionList
              id={ids.list}
              suggestions={suggest.suggestions}
              commands={suggest.commands}
              active={suggest.active}
              typed={text.trim()}
              onPick={pick}
            />
          </Suspense>
        ) : null}
      </form>
      <div id={ids.help} aria-live="polite" className={styles.answer}>
        {refusal ? (
          <p className={styles.refusal}>{format.text(texts[refusal], { max: maxTextLength })}</p>
        ) : null}
        {search.error ? (
          <ProblemNote
            error={search.error}
            retry={() => start(text)}
            retrying={search.isPending}
            missing={texts.failed}
          />
        ) : null}
        <Suspense>
          {answer && answer.hits.length > 1 ? <SearchHitList hits={answer.hits} onHit={openHit} /> : null}
          {answer && answer.hits.length === 0 ? (
            <SearchAttemptList tried={answer.attempts} retry={() => start(text)} />
          ) : null}
        </Suspense>
      </div>
    </div>
  )
}

type SearchTextRefusal = 'tooLong' | 'cardNumber'

function findSearchTextRefusal(text: string): SearchTextRefusal | null {
  if (text.length > maxTextLength) return 'tooLong'
  return hasCardNumber(text) ? 'cardNumber' : null
}
