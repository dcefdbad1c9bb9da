import type { trailSubject } from '@paydesk/shared/compliance/trail'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { EarlyDialog } from '../../ui/dialog/dialog-placeholder.tsx'
import { useLateDialog } from '../../ui/dialog/use-lazy-dialog.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useKey } from '../../ui/state/shortcuts.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import type { PersonLink } from './trail-figures.tsx'
import styles from './who-saw.module.css'

const dialog = () => import('./who-saw-dialog.tsx').then((made) => made.WhoSawDialog)

export interface WhoSawProps {
  readonly env: EnvironmentName
  readonly subject: z.output<typeof trailSubject>
  /** What it is: `customer`. */
  readonly words: string
  /** To what a person saw; null for whoever may not ask that. */
  readonly personLink: PersonLink | null
}

/** `a`, on a record: who had to do with it. It is asked, and recorded, only once somebody opens it. */
export function WhoSaw(props: WhoSawProps): ReactNode {
  const late = useLateDialog(dialog)
  useKey('a', 'Who saw this?', late.open)
  return (
    <div className={styles.ask}>
      <Button look="quiet" aria-keyshortcuts="a" {...late.button}>
        <Eye size={14} aria-hidden /> Who saw this?
        <span aria-hidden>
          <Kbd keys="a" />
        </span>
      </Button>
      {!late.isOpen ? null : late.Part === null ? (
        <EarlyDialog title={`Who saw this ${props.words}?`} onTyped={() => {}} onClose={late.close} />
      ) : (
        <late.Part {...props} onClose={late.close} />
      )}
    </div>
  )
}
