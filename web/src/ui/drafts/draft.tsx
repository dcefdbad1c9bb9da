import type { DraftContent } from '@paydesk/shared/administration/draft-contents'
import { type DraftKind, noDraftSubject, type StoredDraft } from '@paydesk/shared/administration/drafts'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../forms/button.tsx'
import { Timestamp } from '../text/timestamp.tsx'
import { useToast } from '../text/toasts.tsx'
import styles from './draft.module.css'
import { createDraftSaver, type DraftSaver, type DraftSaveState } from './draft-saver.ts'
import { type DraftRef, draftQuery } from './queries.ts'

/** Draft of one form on the server. Nothing of it is stored in the browser. */
export interface FormDraft<Kind extends DraftKind> {
  /** Input to fill the form with; null for an empty form. Stays the same while the form is on screen. */
  readonly initial: DraftContent<Kind> | null
  /** Saves what is typed, after a pause; null once the form is empty again. */
  readonly change: (content: DraftContent<Kind> | null) => void
  /** Deletes the draft, because it was sent. */
  readonly forget: () => void
  readonly status: DraftStatusProps
}

/** Loads a draft with the page, so that its form opens filled; null for a form that the role does not have. */
export function usePrefetchDraft(draftRef: DraftRef<DraftKind> | null): void {
  const client = useApiClient()
  const queryClient = useQueryClient()
  if (draftRef === null) return
  const query = draftQuery(client, draftRef)
  if (queryClient.getQueryState(query.queryKey) === undefined) void queryClient.prefetchQuery(query)
}

interface FormDraftLoaderProps<Kind extends DraftKind> {
  readonly draftRef: DraftRef<Kind>
  /**
   * Stands in for the form until its draft is loaded. Without it the form opens at once, and is filled again
   * with a draft that arrives before anything was typed; later the draft is offered.
   */
  readonly waiting?: ReactNode
  readonly children: (draft: FormDraft<Kind>) => ReactNode
}

/** Shows a form with the person's draft. Without an answer the form opens empty and saves as usual. */
export function FormDraftLoader<Kind extends DraftKind>({
  draftRef,
  waiting,
  children,
}: FormDraftLoaderProps<Kind>): ReactNode {
  const { data, isPending } = useQuery(draftQuery(useApiClient(), draftRef))
  const draft = data?.draft ?? null
  const [opened, setOpened] = useState<{ readonly draft: StoredDraft | null; readonly nth: number } | null>(
    null,
  )
  const [mayRefill, setMayRefill] = useState(isPending)
  /** Version of the draft that the person discarded, until they take it back. */
  const discarded = useRef<string | null>(null)
  // Number the opened draft from the newest state: Undo of a discarded draft calls this function of an earlier render.
  const reopen = (next: StoredDraft | null) =>
    setOpened((before) => ({ draft: next, nth: (before?.nth ?? 0) + 1 }))
  if (opened === null && !(isPending && waiting !== undefined)) reopen(draft)
  if (opened !== null && mayRefill && !isPending) {
    setMayRefill(false)
    if (opened.draft !== draft) reopen(draft)
  }
  if (opened === null) return waiting
  return (
    <OpenedDraft
      key={opened.nth}
      draftRef={draftRef}
      loaded={opened.draft}
      discarded={discarded}
      onReopen={reopen}
      onTouched={() => setMayRefill(false)}
    >
      {children}
    </OpenedDraft>
  )
}

/** Makes a form open with the person's draft, for a kind of which each person has one in an environment. */
export function withFormDraft<Kind extends DraftKind, Props extends { readonly env: EnvironmentName }>(
  kind: Kind,
  Form: (props: Props & { readonly draft: FormDraft<Kind> }) => ReactNode,
): (props: Props) => ReactNode {
  return function DraftedForm(props) {
    return (
      <FormDraftLoader draftRef={{ env: props.env, kind, about: noDraftSubject }}>
        {(draft) => <Form {...props} draft={draft} />}
      </FormDraftLoader>
    )
  }
}

interface OpenedDraftProps<Kind extends DraftKind> extends Omit<FormDraftLoaderProps<Kind>, 'waiting'> {
  readonly loaded: StoredDraft | null
  readonly discarded: RefObject<string | null>
  /** Fills the form again, with another draft or with none. */
  readonly onReopen: (draft: StoredDraft | null) => void
  readonly onTouched: () => void
}

function OpenedDraft<Kind extends DraftKind>({
  draftRef,
  loaded,
  discarded,
  onReopen,
  onTouched,
  children,
}: OpenedDraftProps<Kind>): ReactNode {
  const client = useApiClient()
  const queryClient = useQueryClient()
  const showToast = useToast()
  const [state, setState] = useState<DraftSaveState>({ is: 'untouched' })
  const [saver] = useState((): DraftSaver => {
    const { queryKey } = draftQuery(client, draftRef)
    function cache(draft: StoredDraft | null) {
      // An older read must not replace what is saved now.
      void queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, { draft })
    }
    return createDraftSaver({
      form: createFormName(),
      loaded: loaded?.version ?? null,
      onState: setState,
      save(body) {
        // Cache at once: the form may be opened again before the answer.
        cache({ version: body.version, savedAt: new Date().toISOString(), content: body.content })
        return client.call(endpoints.saveFormDraft, { params: draftRef, body, keepalive: true })
      },
      remove(version, mayUndo) {
        cache(null)
        return client.call(endpoints.removeFormDraft, {
          params: draftRef,
          body: mayUndo ? { version, isDiscarded: true } : { version },
          keepalive: true,
        })
      },
      isDiscarded: (version) => version === discarded.current,
    })
  })
  useFlush(saver)
  return children({
    // The server has parsed the content by the schema of this kind.
    initial: (loaded?.content ?? null) as DraftContent<Kind> | null,
    change(content) {
      onTouched()
      saver.change(content)
    },
    forget: saver.forget,
    status: {
      state,
      restoredAt: loaded?.savedAt ?? null,
      async onDiscard(texts) {
        const discarding = saver.discard()
        discarded.current = loaded?.version ?? null
        onReopen(null)
        if (loaded === null) return
        const { queryKey } = draftQuery(client, draftRef)
        // Offer Undo after the deletion, which would otherwise delete what was taken back.
        if (!(await discarding)) {
          // The form opens with this draft again, unless another one was saved since.
          queryClient.setQueryData(queryKey, (now) => (now?.draft === null ? { draft: loaded } : now))
          showToast({ text: texts.notDiscarded, isProblem: true })
          return
        }
        showToast({
          text: texts.discarded,
          async undo() {
            const { version, content } = loaded
            // Text typed since must not replace the draft that comes back.
            discarded.current = null
            const answer = await client.call(endpoints.saveFormDraft, {
              params: draftRef,
              body: { version, replaces: version, content, isUndo: true },
            })
            if (answer.answer !== 'saved') showToast({ text: texts.notTakenBack, isProblem: true })
            if (answer.answer === 'gone') return
            // Keep a draft that was saved in the meantime, here or in another window.
            const kept =
              answer.answer === 'newer' ? answer.draft : { ...loaded, savedAt: new Date().toISOString() }
            queryClient.setQueryData(queryKey, { draft: kept })
            onReopen(kept)
          },
        })
      },
      onKeep: saver.keepThis,
      onUseNewer: onReopen,
    },
  })
}

/** Saves at once if a field loses the focus or the page is left: what comes next may be signing out. */
function useFlush(saver: DraftSaver): void {
  const flush = useEffectEvent(() => saver.flush())
  useEffect(() => {
    const now = () => flush()
    const hidden = () => {
      if (document.visibilityState === 'hidden') flush()
    }
    window.addEventListener('pagehide', now)
    window.addEventListener('focusout', now)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      window.removeEventListener('pagehide', now)
      window.removeEventListener('focusout', now)
      document.removeEventListener('visibilitychange', hidden)
      saver.flush()
    }
  }, [saver])
}

/** Names an opened form in the versions of its saves: it need not be secret. */
function createFormName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => (byte % 36).toString(36)).join('')
}

interface DraftStatusProps {
  readonly state: DraftSaveState
  /** Time of the draft that the form was filled with; null for an empty form. */
  readonly restoredAt: string | null
  /** Takes the texts that tell the result: the texts of this line come later than the form. */
  readonly onDiscard: (
    texts: Readonly<Record<'discarded' | 'notDiscarded' | 'notTakenBack', string>>,
  ) => Promise<void>
  readonly onKeep: () => void
  readonly onUseNewer: (draft: StoredDraft) => void
}

/** Says quietly that the draft is saved, and loudly if it is not. Its texts come later than the form. */
export function DraftStatus(props: DraftStatusProps): ReactNode {
  return (
    <Suspense fallback={<p className={styles.status} />}>
      <DraftStatusLine {...props} />
    </Suspense>
  )
}

function DraftStatusLine({ state, restoredAt, onDiscard, onKeep, onUseNewer }: DraftStatusProps): ReactNode {
  const texts = useMessages('drafts')
  const format = useFormatter()
  if (state.is === 'newer') {
    const time = <Timestamp key="time" at={state.draft.savedAt} as="relative" />
    return (
      <div role="alert" className={styles.newer}>
        <p>{format.parts<typeof texts.newer, ReactNode>(texts.newer, { time })}</p>
        <p className={styles.choices}>
          <Button onClick={() => onUseNewer(state.draft)}>{texts.useNewer}</Button>
          <Button look="quiet" onClick={onKeep}>
            {texts.keepThis}
          </Button>
        </p>
      </div>
    )
  }
  return (
    <p className={styles.status}>
      {state.is === 'failed' ? (
        <span role="status" className={styles.failed}>
          {texts.failed}
        </span>
      ) : state.is === 'saved' ? (
        texts.saved
      ) : state.is === 'untouched' && restoredAt !== null ? (
        <>
          {format.parts<typeof texts.restored, ReactNode>(texts.restored, {
            time: <Timestamp key="time" at={restoredAt} as="full" />,
          })}{' '}
          <Button look="quiet" onClick={() => void onDiscard(texts)}>
            {texts.discard}
          </Button>
        </>
      ) : null}
    </p>
  )
}
