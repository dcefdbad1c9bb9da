import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import styles from './caller-verification.module.css'
// Import eagerly: text pasted right after the shortcut must reach the input field. The form is small.
import { CallerVerificationDialog } from './verification-dialog.tsx'

interface CallerVerificationLineProps {
  readonly place: { readonly env: EnvironmentName; readonly customer: CustomerHandle }
}

/** Offers caller verification, which answers yes or no, to users who talk to customers. */
export function CallerVerificationLine({ place }: CallerVerificationLineProps): ReactNode {
  return useMay('caller.check') ? <CallerVerificationButton place={place} /> : null
}

/** Button with the shortcut v. */
function CallerVerificationButton({ place }: CallerVerificationLineProps): ReactNode {
  const texts = useMessages('callerVerification')
  const [isOpen, setOpen] = useState(false)
  useShortcut('v', texts.verify, () => setOpen(true))
  return (
    <div className={styles.line}>
      <Button aria-keyshortcuts="v" onClick={() => setOpen(true)}>
        {texts.verify} <Kbd keys="v" />
      </Button>
      {isOpen ? <CallerVerificationDialog place={place} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}
