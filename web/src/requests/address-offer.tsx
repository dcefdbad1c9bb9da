import type { EnvironmentName } from '@paydesk/shared/ids'
import type { PaymentRequest, RequestId } from '@paydesk/shared/payment-request'
import type { PurposeCode } from '@paydesk/shared/purpose'
import { Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { EarlyDialog } from '../ui/early-dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { useKey } from '../ui/keys.tsx'
import { useLateDialog } from '../ui/late-dialog.ts'
import styles from './address.module.css'

const dialog = () => import('./address-dialog.tsx').then((made) => made.AddressDialog)

export interface AddressOfferProps {
  readonly env: EnvironmentName
  readonly request: PaymentRequest
  /** Chosen before a proof of who one is: the dialog is open again, and the reason is not chosen twice. */
  readonly resumed?: PurposeCode | null
  /** Own path to come back to after a proof. */
  readonly returnTo: (request: RequestId, purpose: PurposeCode) => string
}

/** The way of the customer to the hosted page, for whoever hands it over; or why there is none. */
export function AddressOffer({ env, request, resumed = null, returnTo }: AddressOfferProps): ReactNode {
  const [last, setLast] = useState(resumed)
  // What draws the code weighs, and few look at a request in order to give its address away.
  const late = useLateDialog(dialog, resumed !== null)
  const { address } = request
  useKey('a', 'Show the address', late.open, address !== null)
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
        <EarlyDialog
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
