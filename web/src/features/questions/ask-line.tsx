import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { HandoverSubject } from '@paydesk/shared/work/handover'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { EarlyDialog } from '../../ui/dialog/dialog-placeholder.tsx'
import { useLateDialog } from '../../ui/dialog/use-lazy-dialog.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useKey } from '../../ui/state/shortcuts.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import styles from './handover.module.css'

const dialog = () => import('./ask-dialog.tsx').then((made) => made.AskDialog)

interface AskLineProps {
  readonly env: EnvironmentName
  readonly about: HandoverSubject
  /** The way to one's own questions. */
  readonly link: (words: ReactNode) => ReactNode
}

/** Hands a question over to another role, without giving anybody access. */
export function AskLine({ env, about, link }: AskLineProps): ReactNode {
  const [said, setSaid] = useState<string | null>(null)
  const late = useLateDialog(dialog)
  useKey('h', 'Hand over a question', late.open)
  return (
    <div className={styles.line}>
      <Button aria-keyshortcuts="h" {...late.button}>
        Hand over a question <Kbd keys="h" />
      </Button>
      {said ? (
        <span role="status">
          {said} {link('Look at your questions')}
        </span>
      ) : null}
      {!late.isOpen ? null : late.Part === null ? (
        <EarlyDialog title="Hand over a question" onTyped={late.onTyped} onClose={late.close} />
      ) : (
        <late.Part
          env={env}
          about={about}
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
