import type { QuestionSubject } from '@paydesk/shared/cases/questions'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { DialogPlaceholder } from '../../ui/dialog/dialog-placeholder.tsx'
import { useLazyDialog } from '../../ui/dialog/use-lazy-dialog.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import styles from './questions.module.css'

const loadDialog = () => import('./ask-dialog.tsx').then((made) => made.AskQuestionDialog)

interface AskQuestionLineProps {
  readonly about: QuestionSubject
}

/** Asks another role a question about a record, which this role may not even see; no access is granted. */
export function AskQuestionLine({ about }: AskQuestionLineProps): ReactNode {
  // Reset with the record: a text typed about one record must not be asked about another.
  return useMay('question.ask') ? <AskQuestionButton key={JSON.stringify(about)} about={about} /> : null
}

/** Button with the shortcut h. */
function AskQuestionButton({ about }: AskQuestionLineProps): ReactNode {
  const texts = useMessages('questions')
  const { name: env } = useEnvironment()
  const [said, setSaid] = useState<string | null>(null)
  const lazyDialog = useLazyDialog(loadDialog)
  useShortcut('h', texts.ask, lazyDialog.open)
  return (
    <div className={styles.line}>
      <Button aria-keyshortcuts="h" {...lazyDialog.button}>
        {texts.ask}
      </Button>
      {said ? (
        <span role="status">
          {said}{' '}
          <Link to="/$env/questions" params={{ env }}>
            {texts.openQuestions}
          </Link>
        </span>
      ) : null}
      {!lazyDialog.isOpen ? null : lazyDialog.Part === null ? (
        <DialogPlaceholder title={texts.ask} onTyped={lazyDialog.onTyped} onClose={lazyDialog.close} />
      ) : (
        <lazyDialog.Part
          env={env}
          about={about}
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
