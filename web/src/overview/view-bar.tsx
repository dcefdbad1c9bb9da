import type { EnvironmentName } from '@paydesk/shared/ids'
import type { IndexFilter } from '@paydesk/shared/indexed'
import type { EnvironmentView } from '@paydesk/shared/session'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { FormEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import { useClient } from '../api/client-context.tsx'
import { useAnnounce } from '../ui/announce.tsx'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/choice-menu.tsx'
import { isFiltered, isSameFilter } from '../ui/list-address.ts'
import { ProblemNote } from '../ui/problem-note.tsx'
import { overviewQueries } from './queries.ts'
import styles from './view-bar.module.css'
import type { View } from './views.ts'
import { builtInViews } from './views.ts'

interface ViewBarProps {
  readonly env: EnvironmentName
  readonly kind: EnvironmentView['kind']
  readonly filter: IndexFilter
  /** A link to the list with another filter. */
  readonly link: (filter: IndexFilter, isCurrent: boolean, children: ReactNode) => ReactNode
}

const longestName = 40

/** Named addresses of the list: those that everybody has, and one's own. */
export function ViewBar({ env, kind, filter, link }: ViewBarProps): ReactNode {
  const queries = overviewQueries(useClient())
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const { queryKey } = queries.views(env)
  const own = useQuery(queries.views(env))
  const remove = useMutation({
    ...queries.removeView(env),
    onSuccess: (views) => {
      queryClient.setQueryData(queryKey, views)
      announce('View removed')
    },
  })
  const mine = own.data?.views ?? []
  const builtIn = builtInViews(kind)
  const isNamed = [...builtIn, ...mine].some((view) => isSameFilter(view.filter, filter))
  return (
    <nav aria-label="Views" className={styles.bar}>
      <ul className={styles.views}>
        {builtIn.map((view) => (
          <li key={view.name}>{link(view.filter, isSameFilter(view.filter, filter), view.name)}</li>
        ))}
        {mine.map((view) => (
          <li key={view.view} className={styles.own}>
            {link(view.filter, isSameFilter(view.filter, filter), view.name)}
            <button
              type="button"
              className={styles.remove}
              aria-label={`Remove the view ${view.name}`}
              title="Remove this view"
              disabled={remove.isPending}
              onClick={() => remove.mutate(view.view)}
            >
              <X size={12} aria-hidden />
            </button>
          </li>
        ))}
        {isFiltered(filter) && !isNamed ? (
          <li>
            <Menu name="Save as a view" chosen={null}>
              <SaveForm env={env} filter={filter} onSaved={(view) => announce(`View ${view.name} saved`)} />
            </Menu>
          </li>
        ) : null}
      </ul>
      {own.error ? (
        <ProblemNote
          error={own.error}
          retry={() => void own.refetch()}
          retrying={own.isFetching}
          missing="Your own views could not be read"
        />
      ) : null}
      {remove.error ? <ProblemNote error={remove.error} missing="The view was not removed" /> : null}
    </nav>
  )
}

interface SaveFormProps {
  readonly env: EnvironmentName
  readonly filter: IndexFilter
  readonly onSaved: (view: View) => void
}

function SaveForm({ env, filter, onSaved }: SaveFormProps): ReactNode {
  const queries = overviewQueries(useClient())
  const queryClient = useQueryClient()
  const ids = { name: useId(), help: useId() }
  const [name, setName] = useState('')
  const save = useMutation({
    ...queries.saveView(env),
    onSuccess: (views, view) => {
      queryClient.setQueryData(queries.views(env).queryKey, views)
      onSaved(view)
    },
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const trimmed = name.trim()
    if (trimmed !== '') save.mutate({ name: trimmed, filter })
  }
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <label htmlFor={ids.name}>Name of the view</label>
      <input
        id={ids.name}
        className={styles.name}
        value={name}
        maxLength={longestName}
        autoComplete="off"
        aria-describedby={ids.help}
        onChange={(event) => setName(event.target.value)}
      />
      <p id={ids.help} className={styles.help}>
        Only you see it. It keeps the filter and the order, and no customer’s data: put none into the name.
      </p>
      {save.error ? <ProblemNote error={save.error} missing="The view was not saved" /> : null}
      <Button look="primary" type="submit" disabled={name.trim() === '' || save.isPending}>
        {save.isPending ? 'Saving…' : 'Save'}
      </Button>
    </form>
  )
}
