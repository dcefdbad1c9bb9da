import type { QuestionSubject } from '@paydesk/shared/cases/questions'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { DialogPlaceholder } from '../../ui/dialog/dialog-placeholder.tsx'
import { useLazyDialog } from '../../ui/dialog/use-lazy-dialog.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import styles from './questions.module.css'

const loadDialog = () => import('./ask-dialog.tsx').then((made) => made.AskQuestionDialog)

interface AskQuestionLineProps {
  readonly env: EnvironmentName
  readonly about: QuestionSubject
  /** Renders a link to the user's own questions. */
  readonly link: (words: ReactNode) => ReactNode
}

/** Button (shortcut h) to ask another role a question, without granting access. */
export function AskQuestionLine({ env, about, link }: AskQuestionLineProps): ReactNode {
  const [said, setSaid] = useState<string | null>(null)
  const late = useLazyDialog(loadDialog)
  useShortcut('h', 'Hand over a question', late.open)
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
        <DialogPlaceholder title="Hand over a question" onTyped={late.onTyped} onClose={late.close} />
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
