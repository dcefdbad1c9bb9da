import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { DialogPlaceholder } from '../../ui/dialog/dialog-placeholder.tsx'
import { useLazyDialog } from '../../ui/dialog/use-lazy-dialog.ts'
import { Button } from '../../ui/forms/button.tsx'
import styles from './request-export.module.css'

const loadDialog = () => import('./export-dialog.tsx').then((made) => made.SubjectExportDialog)

interface RequestSubjectExportProps {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
  /** Renders a link to the requests. */
  readonly link: (words: ReactNode) => ReactNode
}

/** Requests a subject access export on the customer page. Another person must approve it. */
export function RequestSubjectExport({ env, customer, link }: RequestSubjectExportProps): ReactNode {
  const [said, setSaid] = useState<string | null>(null)
  const late = useLazyDialog(loadDialog)
  return (
    <div className={styles.ask}>
      <Button {...late.button}>Export for the customer</Button>
      {said === null ? null : (
        <span role="status">
          {said} {link('Look at the customer exports')}
        </span>
      )}
      {!late.isOpen ? null : late.Part === null ? (
        <DialogPlaceholder title="Export for the customer" onTyped={late.onTyped} onClose={late.close} />
      ) : (
        <late.Part
          env={env}
          customer={customer}
          early={late.early}
          onClose={late.close}
          onAsked={(words) => {
            setSaid(words)
            late.close()
          }}
        />
      )}
    </div>
  )
}
