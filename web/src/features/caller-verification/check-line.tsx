import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button } from '../../ui/forms/button.tsx'
import { useKey } from '../../ui/state/shortcuts.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import styles from './callers.module.css'
// What is pasted right after the key must find the field: it is small, and comes with the line.
import { CheckDialog } from './check-dialog.tsx'

interface CheckLineProps {
  readonly place: { readonly env: EnvironmentName; readonly customer: CustomerHandle }
}

/** Whether a caller is who they say: what they say is typed, and answered by yes or no. */
export function CheckLine({ place }: CheckLineProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  useKey('v', 'Verify the caller', () => setOpen(true))
  return (
    <div className={styles.line}>
      <Button aria-keyshortcuts="v" onClick={() => setOpen(true)}>
        Verify the caller <Kbd keys="v" />
      </Button>
      {isOpen ? <CheckDialog place={place} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}
