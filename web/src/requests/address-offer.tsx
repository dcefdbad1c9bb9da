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
import { useLater } from '../ui/later.tsx'
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
  const [isOpen, setOpen] = useState(resumed !== null)
  const [last, setLast] = useState(resumed)
  const [early, setEarly] = useState('')
  // Few look at a request in order to give its address away, and what draws the code weighs: it comes with the
  // hand that goes to the button, or the key.
  const [isWanted, setWanted] = useState(false)
  const AddressDialog = useLater(dialog, { isNeeded: isOpen, isWanted })
  const { address } = request
  function close() {
    setOpen(false)
    setEarly('')
  }
  useKey('a', 'Show the address', () => setOpen(true), address !== null)
  if (address === null && !isOpen) return null
  return (
    <div className={styles.offer}>
      {address === null ? null : (
        <Button
          look="primary"
          aria-haspopup="dialog"
          aria-keyshortcuts="a"
          onPointerEnter={() => setWanted(true)}
          onFocus={() => setWanted(true)}
          onClick={() => setOpen(true)}
        >
          <Link2 size={15} aria-hidden /> Show the address
          <span aria-hidden>
            <Kbd keys="a" />
          </span>
        </Button>
      )}
      {!isOpen ? null : AddressDialog === null ? (
        <EarlyDialog
          title="Address for the customer"
          // A key each: a digit of a text that is pasted is no reason.
          onTyped={(piece) => setEarly((before) => (piece.length === 1 ? before + piece : before))}
          onClose={close}
        />
      ) : (
        <AddressDialog
          env={env}
          request={request.request}
          noAddress={request.noAddress}
          needsProof={address === 'step_up'}
          last={last}
          early={early}
          onPurpose={(purpose) => {
            setLast(purpose)
            setEarly('')
          }}
          returnTo={(purpose) => returnTo(request.request, purpose)}
          onClose={close}
        />
      )}
    </div>
  )
}
