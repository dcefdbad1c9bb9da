import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { PurposeCode } from '@paydesk/shared/core/purposes'
import type { PaymentRequest, PaymentRequestId } from '@paydesk/shared/payments/payment-request'
import { Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { DialogPlaceholder } from '../../../ui/dialog/dialog-placeholder.tsx'
import { useLazyDialog } from '../../../ui/dialog/use-lazy-dialog.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { Kbd } from '../../../ui/text/kbd.tsx'
import styles from './payment-link.module.css'

const loadDialog = () => import('./link-dialog.tsx').then((made) => made.PaymentLinkDialog)

export interface PaymentLinkOfferProps {
  readonly env: EnvironmentName
  readonly request: PaymentRequest
  /** Chosen before a proof of who one is: the dialog is open again, and the reason is not chosen twice. */
  readonly resumed?: PurposeCode | null
  /** Own path to come back to after a proof. */
  readonly returnTo: (request: PaymentRequestId, purpose: PurposeCode) => string
}

/** The way of the customer to the hosted page, for whoever hands it over; or why there is none. */
export function PaymentLinkOffer({
  env,
  request,
  resumed = null,
  returnTo,
}: PaymentLinkOfferProps): ReactNode {
  const [last, setLast] = useState(resumed)
  // What draws the code weighs, and few look at a request in order to give its address away.
  const late = useLazyDialog(loadDialog, resumed !== null)
  const { address } = request
  useShortcut('a', 'Show the address', late.open, address !== null)
  if (address === null && !late.isOpen) return null
  return (
    <div className={styles.offer}>
      {address === null ? null : (
        <Button look="primary" aria-haspopup="dialog" aria-keyshortcuts="a" {...late.button}>
          <Link2 size={15} aria-hidden /> Show the address
          <span aria-hidden>
            <Kbd keys="a" />
          </span>
        </Button>
      )}
      {!late.isOpen ? null : late.Part === null ? (
        <DialogPlaceholder
          title="Address for the customer"
          // A key each: a digit of a text that is pasted is no reason.
          onTyped={(piece) => piece.length === 1 && late.onTyped(piece)}
          onClose={late.close}
        />
      ) : (
        <late.Part
          env={env}
          request={request.request}
          noAddress={request.noAddress}
          needsProof={address === 'step_up'}
          last={last}
          early={late.early}
          onPurpose={(purpose) => {
            setLast(purpose)
            late.forget()
          }}
          returnTo={(purpose) => returnTo(request.request, purpose)}
          onClose={late.close}
        />
      )}
    </div>
  )
}
