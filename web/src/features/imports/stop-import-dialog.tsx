import type { IdImport } from '@paydesk/shared/administration/imports'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { useToast } from '../../ui/text/toasts.tsx'
import styles from './imports-page.module.css'
import { idImportQueries } from './queries.ts'

interface StopImportDialogProps {
  readonly env: EnvironmentName
  readonly view: IdImport
  readonly onClose: () => void
}

/** Says what stays and what is given up, and stops the import once a person confirms. */
export function StopImportDialog({ env, view, onClose }: StopImportDialogProps): ReactNode {
  const { stop: texts } = useMessages('imports')
  const queries = idImportQueries(useApiClient())
  const queryClient = useQueryClient()
  const showToast = useToast()
  const stop = useMutation({
    ...queries.stop(env, view.import),
    onSuccess(stopped) {
      queryClient.setQueryData(queries.one(env, view.import).queryKey, stopped)
      void queryClient.invalidateQueries({ queryKey: queries.list(env).queryKey })
      showToast({ text: stopped.status === 'stopped' ? texts.stopped : texts.ended })
      onClose()
    },
  })
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div className={styles.stop}>
        <p>{texts.effect}</p>
        {view.kind === 'transaction' ? <p>{texts.inProgress}</p> : null}
        <p className={styles.quiet}>{texts.again}</p>
        <p className={styles.file}>
          <Button look="primary" disabled={stop.isPending} onClick={() => stop.mutate()}>
            {stop.isPending ? texts.stopping : texts.confirm}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {texts.keep}
          </Button>
        </p>
        {stop.error ? <ProblemNote error={stop.error} missing={texts.failed} /> : null}
      </div>
    </Dialog>
  )
}
