import type { SavedViewChange } from '@paydesk/shared/cases/saved-views'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react'
import type { FormEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { useSession } from '../../lib/session-context.tsx'
import { useChangeSettings } from '../../lib/settings-context.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { useToast } from '../../ui/text/toasts.tsx'
import { findDefaultView } from './default-view.ts'
import type { ListedSavedView, SavedViewQueries } from './queries.ts'
import styles from './view-bar.module.css'

export const maxViewNameLength = 40

interface ViewMenuProps<F> {
  readonly view: ListedSavedView<F>
  /** Every view of the list: own ones first. */
  readonly views: readonly ListedSavedView<F>[]
  /** Place among the own views. */
  readonly place: number
  readonly ownCount: number
  readonly options: SavedViewQueries<F>
  readonly onError: (error: Error | null) => void
}

/** Renames, moves, shares and deletes an own view, and chooses a view with which the list opens. */
export function SavedViewMenu<F>({
  view,
  views,
  place,
  ownCount,
  options,
  onError,
}: ViewMenuProps<F>): ReactNode {
  const texts = useMessages('savedViews')
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  const showToast = useToast()
  const { change, isPending, remove } = useViewChanges(view, options, onError)
  const { defaultViews } = useSession().settings
  const changeSettings = useChangeSettings()
  const isDefault = findDefaultView(views, defaultViews) === view
  const named = { name: view.name }
  function setDefault(isWanted: boolean) {
    const before = findDefaultView(views, defaultViews)?.view ?? null
    const chosen = isWanted ? view.view : null
    const choose = (wanted: string | null) => ({
      defaultView: { view: wanted, others: views.flatMap((one) => (one.view === wanted ? [] : [one.view])) },
    })
    changeSettings(choose(chosen))
    showToast({
      text: format.text(isWanted ? texts.opens : texts.opensUnfiltered, named),
      async undo() {
        // Take back this choice only, not one that was made for the list since.
        changeSettings((settings) =>
          (findDefaultView(views, settings.defaultViews)?.view ?? null) === chosen ? choose(before) : null,
        )
      },
    })
  }
  return (
    <div className={styles.form}>
      {view.by.me ? (
        <RenameForm
          name={view.name}
          isPending={isPending}
          onRename={(name) =>
            void change({ name }, { text: format.text(texts.renamed, { name }), back: { name: view.name } })
          }
        />
      ) : (
        <p className={styles.help}>
          {format.text(texts.sharedBy, { name: nameColleague(view.by, 'object') })}
        </p>
      )}
      <label className={styles.option}>
        <input type="checkbox" checked={isDefault} onChange={(event) => setDefault(event.target.checked)} />
        {texts.openByDefault}
      </label>
      {view.by.me ? (
        <>
          <label className={styles.option}>
            <input
              type="checkbox"
              checked={view.isShared}
              disabled={isPending}
              onChange={({ target: { checked: isShared } }) =>
                void change(
                  { isShared },
                  {
                    text: format.text(isShared ? texts.shared : texts.unshared, named),
                    back: { isShared: !isShared },
                  },
                )
              }
            />
            {texts.share}
          </label>
          <div className={styles.actions}>
            <Button
              look="quiet"
              disabled={isPending || place === 0}
              onClick={() => void change({ place: place - 1 })}
            >
              <ArrowLeft size={14} aria-hidden className={styles.arrow} /> {texts.earlier}
            </Button>
            <Button
              look="quiet"
              disabled={isPending || place >= ownCount - 1}
              onClick={() => void change({ place: place + 1 })}
            >
              {texts.later} <ArrowRight size={14} aria-hidden className={styles.arrow} />
            </Button>
          </div>
          <Button
            look="quiet"
            disabled={isPending}
            onClick={({ currentTarget }) => void remove(currentTarget.closest('nav'))}
          >
            <Trash2 size={14} aria-hidden /> {texts.remove}
          </Button>
        </>
      ) : null}
    </div>
  )
}

interface ChangeResult {
  readonly text: string
  /** Change that takes this one back. */
  readonly back: SavedViewChange
}

/** Changes of one view; each answer replaces the list, and each result can be undone. */
function useViewChanges<F>(
  { view, name }: ListedSavedView<F>,
  options: SavedViewQueries<F>,
  onError: (error: Error | null) => void,
) {
  const texts = useMessages('savedViews')
  const format = useFormatter()
  const queryClient = useQueryClient()
  const showToast = useToast()
  const announce = useAnnounce()
  const keep = {
    onSuccess(views: Awaited<ReturnType<NonNullable<typeof options.change.mutationFn>>>) {
      onError(null)
      queryClient.setQueryData(options.list.queryKey, views)
    },
    onError,
  }
  const changing = useMutation({ ...options.change, ...keep })
  const removal = useMutation({ ...options.remove, ...keep })
  const restoration = useMutation({ ...options.restore, ...keep })
  return {
    isPending: changing.isPending || removal.isPending,
    // Promises, not callbacks of the call: those are dropped with a menu that closes before the answer comes.
    async change(change: SavedViewChange, result?: ChangeResult) {
      const answer = await changing.mutateAsync({ view, change }).catch(() => null)
      if (answer === null) return
      const place = answer.views.findIndex((each) => each.view === view) + 1
      if (result === undefined) announce(format.text(texts.moved, { name, place }))
      else showToast({ text: result.text, undo: () => changing.mutateAsync({ view, change: result.back }) })
    },
    async remove(bar: Element | null) {
      const answer = await removal.mutateAsync(view).catch(() => null)
      if (answer === null) return
      // The menu that had the focus is gone with its view.
      bar?.querySelector('a')?.focus()
      showToast({
        text: format.text(texts.removed, { name }),
        undo: () => restoration.mutateAsync(view),
      })
    },
  }
}

interface RenameFormProps {
  readonly name: string
  readonly isPending: boolean
  readonly onRename: (name: string) => void
}

function RenameForm({ name, isPending, onRename }: RenameFormProps): ReactNode {
  const texts = useMessages('savedViews')
  const id = useId()
  const [typed, setTyped] = useState(name)
  const wanted = typed.trim()
  const isRenamed = wanted !== '' && wanted !== name
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isRenamed && !isPending) onRename(wanted)
  }
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <label htmlFor={id}>{texts.name}</label>
      <input
        id={id}
        className={styles.name}
        value={typed}
        maxLength={maxViewNameLength}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" disabled={!isRenamed || isPending}>
        {texts.rename}
      </Button>
    </form>
  )
}
