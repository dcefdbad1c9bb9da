import type { DraftContent } from '@paydesk/shared/administration/draft-contents'
import { decodeImportFile, previewImport } from '@paydesk/shared/administration/import-csv'
import type { IdImport } from '@paydesk/shared/administration/imports'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { merchantIdSchema } from '@paydesk/shared/core/ids'
import { useMutation } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import type { FormEvent, ReactNode } from 'react'
import { useId, useMemo, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { DraftStatus, type FormDraft, withFormDraft } from '../../ui/drafts/draft.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { usePageStillOpenCheck } from '../../ui/state/use-page-still-open-check.ts'
import { ImportColumnChoice } from './import-column-choice.tsx'
import styles from './imports-page.module.css'
import { idImportQueries } from './queries.ts'

interface ImportFormProps {
  readonly env: EnvironmentName
  /** Called once the import has begun, with whether the user is still on its page. */
  readonly onStarted: (view: IdImport, isStillHere: boolean) => void
}

const maxTextLength = 4_000_000
const emptyImport: DraftContent<'import'> = { kind: 'rid', merchant: '', text: '', column: null }

/** Limit of the text in a draft: a longer list or file is chosen again. */
const maxDraftLength = 8_000

/** Form for a file or a pasted list, filled with the person's draft. A sent text is not shown again. */
export const ImportForm = withFormDraft<'import', ImportFormProps>('import', OpenedImportForm)

function OpenedImportForm({
  env,
  onStarted,
  draft,
}: ImportFormProps & { readonly draft: FormDraft<'import'> }): ReactNode {
  const { form: texts, types } = useMessages('imports')
  const format = useFormatter()
  const ids = { text: useId(), merchant: useId(), help: useId(), kind: useId() }
  const chooser = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<DraftContent<'import'>>(draft.initial ?? emptyImport)
  const { kind, merchant, text, column: chosen } = typed
  const [unreadable, setUnreadable] = useState(false)
  const markPage = usePageStillOpenCheck()
  const start = useMutation({
    ...idImportQueries(useApiClient()).start(env),
    onMutate: () => markPage(),
    onSuccess: (view, _, isStillHere) => {
      setTyped(({ kind: same, merchant: here }) => ({ ...emptyImport, kind: same, merchant: here }))
      draft.forget()
      onStarted(view, isStillHere())
    },
  })
  const isMerchant = merchant === '' || merchantIdSchema.safeParse(merchant).success
  const lines = text.trim() === '' ? 0 : text.trim().split(/\r\n|\r|\n/).length
  const isTooLong = text.length > maxTextLength
  const preview = useMemo(() => (isTooLong ? null : previewImport(text, kind)), [text, kind, isTooLong])
  const column = preview?.column ?? chosen
  const isReady = lines > 0 && !isTooLong && isMerchant && column !== null && !start.isPending
  function change(part: Partial<typeof typed>) {
    const next = { ...typed, ...part }
    setTyped(next)
    draft.change(next.text.length > maxDraftLength ? { ...next, text: '', column: null } : next)
  }
  const changeText = (to: string) => change({ text: to, column: null })
  async function read(file: File | undefined) {
    if (!file) return
    setUnreadable(false)
    try {
      const isLarge = file.size > maxTextLength * 4
      changeText(
        isLarge ? ' '.repeat(maxTextLength + 1) : decodeImportFile(new Uint8Array(await file.arrayBuffer())),
      )
    } catch {
      setUnreadable(true)
    }
    // Reset the input, so that the same file can be chosen again after a change.
    if (chooser.current) chooser.current.value = ''
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const parsed = merchantIdSchema.safeParse(merchant)
    if (!isReady) return
    const own = preview?.column === null && chosen !== null ? { column: chosen } : {}
    start.mutate({ kind, text, ...own, ...(parsed.success ? { merchant: parsed.data } : {}) })
  }
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <fieldset className={styles.kinds}>
        <legend>{texts.content}</legend>
        <label>
          <input
            type="radio"
            name={ids.kind}
            checked={kind === 'rid'}
            onChange={() => change({ kind: 'rid' })}
          />
          {types.rid}
        </label>
        <label>
          <input
            type="radio"
            name={ids.kind}
            checked={kind === 'transaction'}
            onChange={() => change({ kind: 'transaction' })}
          />
          {types.transaction}
        </label>
      </fieldset>
      {kind === 'rid' ? (
        <div className={styles.line}>
          <label htmlFor={ids.merchant}>{texts.merchant}</label>
          <input
            id={ids.merchant}
            className={styles.merchant}
            value={merchant}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            placeholder={texts.merchantHelp}
            aria-invalid={!isMerchant}
            onChange={(event) => change({ merchant: event.target.value.trim() })}
          />
        </div>
      ) : null}
      <div className={styles.line}>
        <label htmlFor={ids.text}>{texts.list}</label>
        <span className={styles.choose}>
          <input
            ref={chooser}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            aria-label={texts.file}
            className="unseen"
            tabIndex={-1}
            onChange={(event) => void read(event.target.files?.[0])}
          />
          <Button onClick={() => chooser.current?.click()}>
            <Upload size={14} aria-hidden /> {texts.choose}
          </Button>
          <span className={styles.quiet}>{texts.paste}</span>
        </span>
      </div>
      <textarea
        id={ids.text}
        className={styles.text}
        rows={7}
        value={isTooLong ? '' : text}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={ids.help}
        placeholder={texts.placeholder}
        onChange={(event) => changeText(event.target.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return
          event.preventDefault()
          void read(event.dataTransfer.files[0])
        }}
      />
      <p
        id={ids.help}
        className={isTooLong || unreadable || !isMerchant ? styles.wrong : styles.quiet}
        aria-live="polite"
      >
        {isTooLong
          ? format.text(texts.tooLong, { count: maxTextLength })
          : unreadable
            ? texts.unreadable
            : isMerchant
              ? format.text(texts.lines, { count: lines })
              : texts.wrongMerchant}
      </p>
      {preview !== null && (preview.columns > 1 || preview.column === null) ? (
        <ImportColumnChoice preview={preview} chosen={column} onChoose={(to) => change({ column: to })} />
      ) : null}
      <DraftStatus {...draft.status} />
      {start.error ? <ProblemNote error={start.error} missing={texts.notStarted} /> : null}
      <p className={styles.choose}>
        <SubmitButton missing={text.trim() === '' ? [texts.noList] : []} isBusy={!isReady}>
          {start.isPending ? texts.sending : texts.start}
        </SubmitButton>
      </p>
    </form>
  )
}
