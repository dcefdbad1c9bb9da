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
  readonly customerRef: { readonly env: EnvironmentName; readonly customer: CustomerHandle }
}

/** Offers caller verification, which answers yes or no, to users who talk to customers. */
export function CallerVerificationLine({ customerRef }: CallerVerificationLineProps): ReactNode {
  return useMay('caller.check') ? <CallerVerificationButton customerRef={customerRef} /> : null
}

/** Button with the shortcut v. A text pasted right after it reaches the field, also while the dialog loads. */
function CallerVerificationButton({ customerRef }: CallerVerificationLineProps): ReactNode {
  const texts = useMessages('callerVerification')
  // Roles that work cases have another main task on the pages of a customer.
  const isMainTask = !useMay('review.work')
  const lazyDialog = useLazyDialog(loadDialog)
  useShortcut('v', texts.verify, lazyDialog.open)
  return (
    <>
      <Button look={isMainTask ? 'primary' : 'plain'} aria-keyshortcuts="v" {...lazyDialog.button}>
        {texts.verify}
      </Button>
      {!lazyDialog.isOpen ? null : lazyDialog.Part === null ? (
        <DialogPlaceholder title={texts.verify} onTyped={lazyDialog.onTyped} onClose={lazyDialog.close} />
      ) : (
        <lazyDialog.Part customerRef={customerRef} early={lazyDialog.early} onClose={lazyDialog.close} />
      )}
    </>
  )
}
