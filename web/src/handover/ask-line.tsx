import type { HandoverSubject } from '@paydesk/shared/handover'
import type { EnvironmentName } from '@paydesk/shared/ids'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { useKey } from '../ui/keys.tsx'
import styles from './handover.module.css'

// Few look at a record in order to ask about it: the form comes with the first question.
const AskDialog = lazy(() => import('./ask-dialog.tsx').then((made) => ({ default: made.AskDialog })))

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
  useKey('h', 'Hand over a question', () => setOpen(true))
  return (
    <div className={styles.line}>
      <Button aria-keyshortcuts="h" onClick={() => setOpen(true)}>
        Hand over a question <Kbd keys="h" />
      </Button>
      {said ? (
        <span role="status">
          {said} {link('Look at your questions')}
        </span>
      ) : null}
      {isOpen ? (
        <Suspense>
          <AskDialog
            env={env}
            about={about}
            onClose={() => setOpen(false)}
            onAsked={(words) => {
              setSaid(words)
              setOpen(false)
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
