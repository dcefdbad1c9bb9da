import type { SaveDraftResponse, StoredDraft } from '@paydesk/shared/administration/drafts'

/** Typing pause after which a draft is saved, and the limit for continuous typing (ms). */
const delayMs = 600
const maxDelayMs = 3_000

/**
 * `untouched`: as it was opened. `unsaved`: typed since the last save. `newer`: another window has saved; nothing
 * is saved until the person chooses.
 */
export type DraftSaveState =
  | { readonly is: 'untouched' | 'unsaved' | 'saved' | 'failed' | 'removed' }
  | { readonly is: 'newer'; readonly draft: StoredDraft }

type Content = StoredDraft['content']

export interface DraftSaverDeps {
  /** Name of this opened form in the versions of its saves: twelve characters. */
  readonly form: string
  /** Version that the form was filled from; null if there was none. */
  readonly loaded: string | null
  readonly save: (draft: {
    readonly version: string
    readonly replaces: string | null
    readonly content: Content
  }) => Promise<SaveDraftResponse>
  /** `mayUndo`: Undo may take the draft back. */
  readonly remove: (version: string, mayUndo: boolean) => Promise<unknown>
  /**
   * True for the version of a draft that the person discarded in this form: it is replaced, also if it could not be
   * deleted or is not deleted yet.
   */
  readonly isDiscarded: (version: string) => boolean
  readonly onState: (state: DraftSaveState) => void
}

export interface DraftSaver {
  /** Saves the content after a pause in typing; null deletes the draft, because the form is empty. */
  change(content: Content | null): void
  /** Saves at once, without waiting for a save under way: the page may be gone. */
  flush(): void
  /** Deletes the draft, because it was sent, and saves nothing that was typed before. */
  forget(): void
  /** Deletes the draft like `forget`, and keeps it for Undo. Resolves with false if the server could not do that. */
  discard(): Promise<boolean>
  /** Saves this content in place of the newer draft. */
  keepThis(): void
}

/** Saves what is typed into one form, one request after the other. */
export function createDraftSaver({
  form,
  loaded,
  save,
  remove,
  isDiscarded,
  onState,
}: DraftSaverDeps): DraftSaver {
  let replaces = loaded
  /** Version on the server, as far as known; null if there is no draft. */
  let stored = loaded
  let saves = 0
  /** Content to save next; undefined if all is saved. */
  let unsaved: Content | null | undefined
  let newer: StoredDraft | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let begunAt: number | null = null
  let isInTurn = false
  /** Ends with the last request that was sent. */
  let lastSent: Promise<unknown> = Promise.resolve()

  function settle(state: 'saved' | 'failed' | 'removed') {
    onState({ is: unsaved === undefined || state === 'failed' ? state : 'unsaved' })
  }
  function stopWaiting() {
    clearTimeout(timer)
    timer = undefined
    begunAt = null
  }
  async function removeKnown(mayUndo = false) {
    const version = stored
    replaces = null
    stored = null
    if (version !== null) await remove(version, mayUndo)
    settle('removed')
  }
  async function drop(mayUndo: boolean): Promise<boolean> {
    stopWaiting()
    unsaved = undefined
    newer = null
    // After the saves under way, which would bring the draft back.
    await lastSent
    try {
      await removeKnown(mayUndo)
      return true
    } catch {
      settle('failed')
      return false
    }
  }
  async function store(content: Content) {
    saves += 1
    const version = `${form}.${saves}`
    stored = version
    let answer = await save({ version, replaces, content })
    if (answer.answer === 'newer' && isDiscarded(answer.draft.version)) {
      replaces = answer.draft.version
      answer = await save({ version, replaces, content })
    }
    if (answer.answer !== 'newer') {
      replaces = version
      return settle('saved')
    }
    newer = answer.draft
    // Typed while this was saved: nothing is due until the person chooses.
    stopWaiting()
    if (unsaved === undefined) unsaved = content
    onState({ is: 'newer', draft: answer.draft })
  }
  async function send() {
    const content = unsaved
    if (content === undefined || newer !== null) return
    unsaved = undefined
    stopWaiting()
    const sent = content === null ? removeKnown() : store(content)
    const nth = saves
    lastSent = Promise.allSettled([lastSent, sent])
    try {
      await sent
    } catch {
      // A later save has the content.
      if (saves !== nth) return
      if (unsaved === undefined) unsaved = content
      settle('failed')
    }
  }
  async function sendInTurn() {
    if (isInTurn) return
    isInTurn = true
    await send()
    isInTurn = false
    // Typed meanwhile, for longer than the pause.
    if (unsaved !== undefined && begunAt !== null && timer === undefined) void sendInTurn()
  }
  function wait() {
    clearTimeout(timer)
    begunAt ??= performance.now()
    const left = begunAt + maxDelayMs - performance.now()
    timer = setTimeout(
      () => {
        timer = undefined
        void sendInTurn()
      },
      Math.max(0, Math.min(delayMs, left)),
    )
  }
  return {
    change(content) {
      unsaved = content
      if (newer !== null) return
      onState({ is: 'unsaved' })
      wait()
    },
    flush: () => void send(),
    forget: () => void drop(false),
    discard: () => drop(true),
    keepThis() {
      if (newer === null) return
      replaces = newer.version
      newer = null
      void sendInTurn()
    },
  }
}
