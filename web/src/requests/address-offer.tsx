import type { EnvironmentName } from '@paydesk/shared/ids'
import type { PaymentRequest, RequestId } from '@paydesk/shared/payment-request'
import type { PurposeCode } from '@paydesk/shared/purpose'
import { Link2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { useKey } from '../ui/keys.tsx'
import styles from './address.module.css'

// Few look at a request in order to give its address away, and what draws the code weighs.
const AddressDialog = lazy(() =>
  import('./address-dialog.tsx').then((made) => ({ default: made.AddressDialog })),
)

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
  const { address } = request
  useKey('a', 'Show the address', () => setOpen(true), address !== null)
  if (address === null && !isOpen) return null
  return (
    <div className={styles.offer}>
      {address === null ? null : (
        <Button look="primary" aria-haspopup="dialog" aria-keyshortcuts="a" onClick={() => setOpen(true)}>
          <Link2 size={15} aria-hidden /> Show the address
          <span aria-hidden>
            <Kbd keys="a" />
          </span>
        </Button>
      )}
      {isOpen ? (
        <Suspense>
          <AddressDialog
            env={env}
            request={request.request}
            needsProof={address === 'step_up'}
            last={last}
            onPurpose={setLast}
            returnTo={(purpose) => returnTo(request.request, purpose)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
