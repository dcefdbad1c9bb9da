import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { DialogPlaceholder } from '../../ui/dialog/dialog-placeholder.tsx'
import { useLazyDialog } from '../../ui/dialog/use-lazy-dialog.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'

const loadDialog = () => import('./verification-dialog.tsx').then((made) => made.CallerVerificationDialog)

interface CallerVerificationLineProps {
  readonly place: { readonly env: EnvironmentName; readonly customer: CustomerHandle }
}

/** Offers caller verification, which answers yes or no, to users who talk to customers. */
export function CallerVerificationLine({ place }: CallerVerificationLineProps): ReactNode {
  return useMay('caller.check') ? <CallerVerificationButton place={place} /> : null
}

/** Button with the shortcut v. A text pasted right after it reaches the field, also while the dialog loads. */
function CallerVerificationButton({ place }: CallerVerificationLineProps): ReactNode {
  const texts = useMessages('callerVerification')
  const late = useLazyDialog(loadDialog)
  useShortcut('v', texts.verify, late.open)
  return (
    <>
      <Button look="primary" aria-keyshortcuts="v" {...late.button}>
        {texts.verify}
      </Button>
      {!late.isOpen ? null : late.Part === null ? (
        <DialogPlaceholder title={texts.verify} onTyped={late.onTyped} onClose={late.close} />
      ) : (
        <late.Part place={place} early={late.early} onClose={late.close} />
      )}
    </>
  )
}
