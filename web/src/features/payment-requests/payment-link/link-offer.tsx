import type { PurposeCode } from '@paydesk/shared/core/purposes'
import type { PaymentRequest } from '@paydesk/shared/payments/payment-requests'
import { Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../../lib/session-context.tsx'
import { DialogPlaceholder } from '../../../ui/dialog/dialog-placeholder.tsx'
import { useLazyDialog } from '../../../ui/dialog/use-lazy-dialog.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { CopyPaymentLinkButton } from './copy-link-button.tsx'
import styles from './payment-link.module.css'

const loadDialog = () => import('./link-dialog.tsx').then((made) => made.PaymentLinkDialog)

export interface ResumedPaymentLinkDialog {
  readonly purpose: PurposeCode | null
}

interface PaymentLinkOfferProps {
  readonly request: PaymentRequest
  /** Set after re-authentication: the dialog opens again, with the purpose if one was chosen before. */
  readonly resumed?: ResumedPaymentLinkDialog | null
}

/** Offers the payment link to a user who hands it to the customer. The dialog says why a link is gone. */
export function PaymentLinkOffer({ request, resumed = null }: PaymentLinkOfferProps): ReactNode {
  const { name: env } = useEnvironment()
  const texts = useMessages('paymentRequests').link
  const [last, setLast] = useState(resumed?.purpose ?? null)
  // Load on demand: the code that draws the QR code is large, and few users open the link.
  const lazyDialog = useLazyDialog(loadDialog, resumed !== null)
  const { link } = request
  useShortcut('a', texts.get, lazyDialog.open, link !== null)
  if (link === null && !lazyDialog.isOpen) return null
  return (
    <div className={styles.offer}>
      {link === 'plain' ? <CopyPaymentLinkButton request={request.request} /> : null}
      {link === null ? null : (
        <Button
          look={link === 'plain' ? 'plain' : 'primary'}
          aria-haspopup="dialog"
          aria-keyshortcuts="a"
          {...lazyDialog.button}
        >
          <Link2 size={15} aria-hidden /> {texts.get}
        </Button>
      )}
      {!lazyDialog.isOpen ? null : lazyDialog.Part === null ? (
        <DialogPlaceholder
          title={texts.title}
          // Accept single keys only: a digit inside pasted text chooses no purpose.
          onTyped={(piece) => piece.length === 1 && lazyDialog.onTyped(piece)}
          onClose={lazyDialog.close}
        />
      ) : (
        <lazyDialog.Part
          env={env}
          request={request.request}
          noLinkReason={request.noLinkReason}
          needsProof={link === 'step_up'}
          last={last}
          early={lazyDialog.early}
          onPurpose={(purpose) => {
            setLast(purpose)
            lazyDialog.forget()
          }}
          onClose={() => {
            // Choose the purpose again for another use; only the step-up gives back a chosen one.
            setLast(null)
            lazyDialog.close()
          }}
        />
      )}
    </div>
  )
}
