import type { auditSubjectId } from '@paydesk/shared/compliance/audit-log'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { DialogPlaceholder } from '../../ui/dialog/dialog-placeholder.tsx'
import { useLazyDialog } from '../../ui/dialog/use-lazy-dialog.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import type { RenderStaffActivityLink } from './audit-figures.tsx'
import styles from './record-access-button.module.css'

const loadDialog = () => import('./record-access-dialog.tsx').then((made) => made.RecordAccessDialog)

export interface RecordAccessProps {
  readonly env: EnvironmentName
  readonly subject: z.output<typeof auditSubjectId>
  /** Kind of the record in words, for example "customer". */
  readonly words: string
  /** Link to the activity of a person; null if the role may not see staff activity. */
  readonly personLink: RenderStaffActivityLink | null
}

/** Button (shortcut a) that lists who accessed a record. The request is audited, so it runs only on open. */
export function RecordAccessButton(props: RecordAccessProps): ReactNode {
  const late = useLazyDialog(loadDialog)
  useShortcut('a', 'Who saw this?', late.open)
  return (
    <div className={styles.ask}>
      <Button look="quiet" aria-keyshortcuts="a" {...late.button}>
        <Eye size={14} aria-hidden /> Who saw this?
        <span aria-hidden>
          <Kbd keys="a" />
        </span>
      </Button>
      {!late.isOpen ? null : late.Part === null ? (
        <DialogPlaceholder title={`Who saw this ${props.words}?`} onTyped={() => {}} onClose={late.close} />
      ) : (
        <late.Part {...props} onClose={late.close} />
      )}
    </div>
  )
}
