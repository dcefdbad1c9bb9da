import type { PageWithSavedViews, SavedView } from '@paydesk/shared/cases/saved-views'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Ellipsis, Star, Users } from 'lucide-react'
import type { FormEvent, ReactNode } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useSession } from '../../lib/session-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { PopoverMenu } from '../../ui/forms/select-menus.tsx'
import { FilterLink } from '../../ui/links/filter-link.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { hasActiveFilter, isSameFilter, markUnfiltered } from '../../ui/state/list-state.ts'
import { ListTabs } from '../../ui/table/list-tabs.tsx'
import { useToast } from '../../ui/text/toasts.tsx'
import { findDefaultView } from './default-view.ts'
import type { SavedViewQueries } from './queries.ts'
import { savedReviewQueueViewQueries, savedTransactionListViewQueries } from './queries.ts'
import styles from './view-bar.module.css'
import { maxViewNameLength, SavedViewMenu } from './view-menu.tsx'

interface NamedFilter<Filter> {
  readonly name: string
  readonly filter: Filter
}

interface ViewBarContent<Filter> {
  readonly filter: Filter
  /** Built-in views, which every user has beside their saved ones. */
  readonly builtIn: readonly NamedFilter<Filter>[]
  /** True if the list opened without a filter because the views did not come in time. */
  readonly isDefaultViewMissed: boolean
}

type Filter<Page extends PageWithSavedViews> = SavedView<Page>['filter']

/** Views of the transaction list. */
export function TransactionListViewBar(props: ViewBarContent<Filter<'transactions'>>): ReactNode {
  const { name: env } = useEnvironment()
  const cols = useSearch({ from: '/inside/$env/transactions', select: (search) => search.cols })
  const hasDefaultViews = useSession().settings.defaultViews !== null
  return (
    <ViewBar
      {...props}
      options={savedTransactionListViewQueries(useApiClient(), env)}
      renderLink={({ name, filter }, isCurrent) => (
        <FilterLink
          to="/$env/transactions"
          params={{ env }}
          search={{ ...markUnfiltered(filter, filter, hasDefaultViews), cols }}
          isCurrent={isCurrent}
        >
          {name}
        </FilterLink>
      )}
    />
  )
}

/** Views of the review queue. */
export function ReviewQueueViewBar(props: ViewBarContent<Filter<'review'>>): ReactNode {
  const { name: env } = useEnvironment()
  const hasDefaultViews = useSession().settings.defaultViews !== null
  return (
    <ViewBar
      {...props}
      options={savedReviewQueueViewQueries(useApiClient(), env)}
      renderLink={({ name, filter }, isCurrent) => (
        <FilterLink
          to="/$env/review"
          params={{ env }}
          search={markUnfiltered(filter, filter, hasDefaultViews)}
          isCurrent={isCurrent}
        >
          {name}
        </FilterLink>
      )}
    />
  )
}

interface ViewBarProps<F> extends ViewBarContent<F> {
  readonly options: SavedViewQueries<F>
  readonly renderLink: (view: NamedFilter<F>, isCurrent: boolean) => ReactNode
}

/** Shows the built-in views, the user's own views, and those that colleagues in the same role share. */
function ViewBar<F extends object>({
  filter,
  builtIn,
  isDefaultViewMissed,
  options,
  renderLink,
}: ViewBarProps<F>): ReactNode {
  const texts = useMessages('savedViews')
  const format = useFormatter()
  const showToast = useToast()
  const { defaultViews } = useSession().settings
  const saved = useQuery(options.list)
  const [error, setError] = useState<Error | null>(null)
  const views = saved.data?.views ?? []
  const isNamed = [...builtIn, ...views].some((view) => isSameFilter(view.filter, filter))
  const ownCount = views.filter(({ by }) => by.me).length
  const start = findDefaultView(views, defaultViews)
  return (
    <nav aria-label={texts.label} className={styles.bar}>
      <ListTabs>
        {builtIn.map((view) => (
          <li key={view.name}>{renderLink(view, isSameFilter(view.filter, filter))}</li>
        ))}
        {views.map((view, place) => (
          <li key={view.view} className={styles.own}>
            {renderLink(view, isSameFilter(view.filter, filter))}
            <ViewMarks isDefault={view === start} isShared={view.isShared} />
            <PopoverMenu
              name={format.text(texts.menu, { name: view.name })}
              chosen={null}
              icon={<Ellipsis size={14} aria-hidden />}
            >
              <SavedViewMenu
                view={view}
                views={views}
                place={place}
                ownCount={ownCount}
                options={options}
                onError={setError}
              />
            </PopoverMenu>
          </li>
        ))}
        {hasActiveFilter(filter) && !isNamed ? (
          <li>
            <PopoverMenu name={texts.saveAs} chosen={null}>
              <SaveViewForm
                options={options}
                filter={filter}
                onSaved={(name) => showToast({ text: format.text(texts.saved, { name }) })}
              />
            </PopoverMenu>
          </li>
        ) : null}
      </ListTabs>
      {isDefaultViewMissed ? (
        <p role="status" className={styles.help}>
          {texts.defaultMissed}
        </p>
      ) : null}
      {saved.error ? (
        <ProblemNote
          error={saved.error}
          retry={() => void saved.refetch()}
          retrying={saved.isFetching}
          missing={texts.notLoaded}
        />
      ) : null}
      {error ? <ProblemNote error={error} missing={texts.notChanged} /> : null}
    </nav>
  )
}

interface ViewMarksProps {
  readonly isDefault: boolean
  readonly isShared: boolean
}

function ViewMarks({ isDefault, isShared }: ViewMarksProps): ReactNode {
  const texts = useMessages('savedViews')
  return (
    <>
      {isDefault ? (
        <span className={styles.mark} title={texts.isDefault}>
          <Star size={12} aria-hidden />
          <span className="unseen">{texts.isDefault}</span>
        </span>
      ) : null}
      {isShared ? (
        <span className={styles.mark} title={texts.isShared}>
          <Users size={12} aria-hidden />
          <span className="unseen">{texts.isShared}</span>
        </span>
      ) : null}
    </>
  )
}

interface SaveViewFormProps<F> {
  readonly options: SavedViewQueries<F>
  readonly filter: F
  readonly onSaved: (name: string) => void
}

function SaveViewForm<F>({ options, filter, onSaved }: SaveViewFormProps<F>): ReactNode {
  const texts = useMessages('savedViews')
  const queryClient = useQueryClient()
  const ids = { name: useId(), help: useId() }
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const save = useMutation({
    ...options.save,
    onSuccess: (views, view) => {
      queryClient.setQueryData(options.list.queryKey, views)
      onSaved(view.name)
    },
  })
  useEffect(() => {
    // Focus the field after the popover opens: the form exists earlier, but a hidden field takes no focus.
    const popover = field.current?.closest('[popover]')
    popover?.addEventListener('toggle', () => field.current?.focus(), { once: true })
  }, [])
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const trimmed = name.trim()
    if (trimmed !== '') save.mutate({ name: trimmed, filter })
  }
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <label htmlFor={ids.name}>{texts.name}</label>
      <input
        ref={field}
        id={ids.name}
        className={styles.name}
        value={name}
        maxLength={maxViewNameLength}
        autoComplete="off"
        aria-describedby={ids.help}
        onChange={(event) => setName(event.target.value)}
      />
      <p id={ids.help} className={styles.help}>
        {texts.help}
      </p>
      {save.error ? <ProblemNote error={save.error} missing={texts.notSaved} /> : null}
      <Button look="primary" type="submit" disabled={name.trim() === '' || save.isPending}>
        {save.isPending ? texts.saving : texts.save}
      </Button>
    </form>
  )
}
