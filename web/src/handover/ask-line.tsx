import type { HandoverSubject } from '@paydesk/shared/handover'
import type { EnvironmentName } from '@paydesk/shared/ids'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { EarlyDialog } from '../ui/early-dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { useKey } from '../ui/keys.tsx'
import { useLateDialog } from '../ui/late-dialog.ts'
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
