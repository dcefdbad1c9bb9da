import { Eye } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { useMessageStore, useMessages } from '../../lib/messages/messages-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { DialogPlaceholder } from '../../ui/dialog/dialog-placeholder.tsx'
import { useLazyDialog } from '../../ui/dialog/use-lazy-dialog.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import styles from './record-access-report-button.module.css'
import type { RecordAccessReportProps } from './record-access-report-dialog.tsx'

/** Shows on a record who accessed it, to users who answer for access. */
export function RecordAccessReportButton(props: RecordAccessReportProps): ReactNode {
  return useMay('audit.record_access') ? <DialogButton key={props.subject} {...props} /> : null
}

/** Button with the shortcut a. The request is audited, so it runs only when the dialog opens. */
function DialogButton(props: RecordAccessReportProps): ReactNode {
  const texts = useMessages('auditLogHome').access
  const store = useMessageStore()
  const loadDialog = useCallback(async () => {
    // Load the texts with the code: a dialog that suspends would hide the page.
    const [{ RecordAccessReportDialog }] = await Promise.all([
      import('./record-access-report-dialog.tsx'),
      store.load('auditLog'),
    ])
    return RecordAccessReportDialog
  }, [store])
  const lazyDialog = useLazyDialog(loadDialog)
  useShortcut('a', texts.button, lazyDialog.open)
  return (
    <div className={styles.ask}>
      <Button look="quiet" aria-keyshortcuts="a" {...lazyDialog.button}>
        <Eye size={14} aria-hidden /> {texts.button}
      </Button>
      {!lazyDialog.isOpen ? null : lazyDialog.Part === null ? (
        <DialogPlaceholder title={texts.titles[props.kind]} onClose={lazyDialog.close} />
      ) : (
        <lazyDialog.Part {...props} onClose={lazyDialog.close} />
      )}
    </div>
  )
}
