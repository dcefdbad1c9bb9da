import type { CustomerHandle } from '@paydesk/shared/core/ids'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { DialogPlaceholder } from '../../ui/dialog/dialog-placeholder.tsx'
import { useLazyDialog } from '../../ui/dialog/use-lazy-dialog.ts'
import { Button } from '../../ui/forms/button.tsx'
import styles from './request-button.module.css'

const loadDialog = () => import('./request-dialog.tsx').then((made) => made.SubjectAccessRequestDialog)

interface SubjectAccessRequestButtonProps {
  readonly customer: CustomerHandle
}

/** Requests a subject access export on the customer page. Another person must approve it. */
export function SubjectAccessRequestButton({ customer }: SubjectAccessRequestButtonProps): ReactNode {
  // Reset with the customer: a text typed for one customer must not be sent for another.
  return useMay('subject_access.export') ? <RequestExportButton key={customer} customer={customer} /> : null
}

function RequestExportButton({ customer }: SubjectAccessRequestButtonProps): ReactNode {
  const texts = useMessages('subjectAccess')
  const { name: env } = useEnvironment()
  const [said, setSaid] = useState<string | null>(null)
  const lazyDialog = useLazyDialog(loadDialog)
  return (
    <div className={styles.ask}>
      <Button {...lazyDialog.button}>{texts.export}</Button>
      {said === null ? null : (
        <span role="status">
          {said}{' '}
          <Link to="/$env/subject-access" params={{ env }}>
            {texts.view}
          </Link>
        </span>
      )}
      {!lazyDialog.isOpen ? null : lazyDialog.Part === null ? (
        <DialogPlaceholder title={texts.export} onTyped={lazyDialog.onTyped} onClose={lazyDialog.close} />
      ) : (
        <lazyDialog.Part
          env={env}
          customer={customer}
          early={lazyDialog.early}
          onTyped={lazyDialog.onTyped}
          onClose={lazyDialog.close}
          onAsked={(text) => {
            setSaid(text)
            lazyDialog.close()
          }}
        />
      )}
    </div>
  )
}
