import type { HandoverSubject } from '@paydesk/shared/handover'
import type { EnvironmentName } from '@paydesk/shared/ids'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { EarlyDialog } from '../ui/early-dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { useKey } from '../ui/keys.tsx'
import { useLater } from '../ui/later.tsx'
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
  const [isOpen, setOpen] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  // Few look at a record in order to ask about it: the form comes with the hand that goes to the button, or the key.
  const [isWanted, setWanted] = useState(false)
  const AskDialog = useLater(dialog, { isNeeded: isOpen, isWanted })
  const [early, setEarly] = useState('')
  function close() {
    setOpen(false)
    setEarly('')
  }
  useKey('h', 'Hand over a question', () => setOpen(true))
  return (
    <div className={styles.line}>
      <Button
        aria-keyshortcuts="h"
        onPointerEnter={() => setWanted(true)}
        onFocus={() => setWanted(true)}
        onClick={() => setOpen(true)}
      >
        Hand over a question <Kbd keys="h" />
      </Button>
      {said ? (
        <span role="status">
          {said} {link('Look at your questions')}
        </span>
      ) : null}
      {!isOpen ? null : AskDialog === null ? (
        <EarlyDialog
          title="Hand over a question"
          onTyped={(piece) => setEarly((before) => before + piece)}
          onClose={close}
        />
      ) : (
        <AskDialog
          env={env}
          about={about}
          early={early}
          onClose={close}
          onAsked={(words) => {
            setSaid(words)
            close()
          }}
        />
      )}
    </div>
  )
}
