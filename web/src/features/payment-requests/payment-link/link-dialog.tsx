import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { PurposeCode } from '@paydesk/shared/core/purposes'
import { endpoints } from '@paydesk/shared/endpoints'
import type {
  NoPaymentLinkReason,
  PaymentLinkResponse,
  PaymentRequestId,
} from '@paydesk/shared/payments/payment-requests'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { describeFailure } from '../../../lib/api/problem-error.ts'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { ReauthenticationPrompt } from '../../../ui/forms/reauthentication-prompt.tsx'
import { useIsRecentlyAuthenticated } from '../../../ui/forms/step-up-fields.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { useExpiringValue } from '../../../ui/state/use-expiring-value.ts'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { paymentRequestQueries } from '../queries.ts'
import { PaymentLinkView } from './link-view.tsx'
import styles from './payment-link.module.css'
import { PaymentLinkPurposeForm } from './purpose-form.tsx'

interface PaymentLinkDialogProps {
  readonly env: EnvironmentName
  readonly request: PaymentRequestId
  /** Reason why there is no payment link any more; null while there is one. */
  readonly noLinkReason: NoPaymentLinkReason | null
  readonly needsProof: boolean
  readonly last: PurposeCode | null
  /** Keys typed before the form was loaded: the digit of a purpose, and Enter, as in the form. */
  readonly early: string
  readonly onPurpose: (purpose: PurposeCode) => void
  readonly onClose: () => void
}

/**
 * Shows the payment link for a short time, as long as the payment can be made. Asks for a purpose first if the role
 * creates no payments.
 */
export function PaymentLinkDialog({ noLinkReason, ...props }: PaymentLinkDialogProps): ReactNode {
  return (
    <Dialog title={useMessages('paymentRequests').link.title} onClose={props.onClose}>
      {noLinkReason === null ? (
        <PaymentLinkContent {...props} />
      ) : (
        <PaymentLinkUnavailable reason={noLinkReason} />
      )}
    </Dialog>
  )
}

/** Holds the payment link in this component only: unmounting drops the link and aborts its request. */
function PaymentLinkContent(props: Omit<PaymentLinkDialogProps, 'noLinkReason' | 'onClose'>): ReactNode {
  const { env, request, needsProof, last, early, onPurpose } = props
  const texts = useMessages('paymentRequests').link
  const client = useApiClient()
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const expiringValue = useExpiringValue<PaymentLinkResponse>()
  const [wasShown, setWasShown] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const under = useRef<AbortController>(null)
  const isRecent = useIsRecentlyAuthenticated()
  const [wasRecent] = useState(isRecent)
  useEffect(() => () => under.current?.abort(), [])
  async function ask(purpose?: PurposeCode) {
    if (isAsking) return
    if (purpose !== undefined) onPurpose(purpose)
    const own = new AbortController()
    under.current = own
    setAsking(true)
    setError(null)
    try {
      const body = purpose === undefined ? {} : { purpose }
      const { signal } = own
      const answer = await client.call(endpoints.showPaymentLink, {
        params: { env, request },
        body,
        signal,
      })
      if (signal.aborted) return
      expiringValue.show(answer)
      setWasShown(true)
      announce(texts.shown)
    } catch (thrown) {
      if (own.signal.aborted) return
      setError(thrown)
      // The link is gone meanwhile: refetch the request, so that the page says so too.
      if (describeFailure(thrown).id === 'payment_link_gone')
        void queryClient.invalidateQueries({
          queryKey: paymentRequestQueries(client).one({ env, request }).queryKey,
        })
    } finally {
      if (!own.signal.aborted) setAsking(false)
    }
  }
  const begin = useEffectEvent(() => {
    if (!needsProof) void ask()
  })
  useEffect(() => begin(), [])
  const isRefused = error !== null && describeFailure(error).id === 'reauthentication_needed'
  const isProofMissing = needsProof && (isRefused || !wasRecent)
  if (expiringValue.value !== null)
    return (
      <PaymentLinkView
        answer={expiringValue.value}
        left={expiringValue.secondsLeft}
        onHide={expiringValue.hide}
      />
    )
  if (isProofMissing) {
    const chosen = last === null ? '' : `&purpose=${last}`
    return (
      <ReauthenticationPrompt returnTo={`/${env}/payment-requests/${request}?show=address${chosen}`}>
        {texts.signInAgain}
      </ReauthenticationPrompt>
    )
  }
  if (!needsProof && !wasShown)
    return error === null ? (
      <Skeleton lines={4} height={28} />
    ) : (
      <ProblemNote error={error} missing={texts.notShown} retry={() => void ask()} retrying={isAsking} />
    )
  return (
    <>
      {wasShown ? (
        <p role="status" className={styles.hidden}>
          {texts.hiddenAgain}
        </p>
      ) : null}
      {needsProof ? (
        <PaymentLinkPurposeForm
          before={last}
          early={early}
          isAsking={isAsking}
          error={error}
          onAsk={(purpose) => void ask(purpose)}
        />
      ) : (
        <ShowAgain isAsking={isAsking} error={error} onAsk={() => void ask()} />
      )}
    </>
  )
}

interface ShowAgainProps {
  readonly isAsking: boolean
  readonly error: unknown
  readonly onAsk: () => void
}

/** Shows the link again with one key, after its time was over. */
function ShowAgain({ isAsking, error, onAsk }: ShowAgainProps): ReactNode {
  const texts = useMessages('paymentRequests').link
  const go = useRef<HTMLButtonElement>(null)
  useEffect(() => go.current?.focus(), [])
  return (
    <p className={styles.go}>
      <Button ref={go} look="primary" disabled={isAsking} onClick={onAsk}>
        {isAsking ? texts.recording : texts.show}
      </Button>
      {error === null ? null : <ProblemNote error={error} missing={texts.notShown} />}
    </p>
  )
}

/**
 * Replaces the form if the link is gone while the dialog is open. The focused control is gone as well, so the
 * message takes the focus and is read out.
 */
function PaymentLinkUnavailable({ reason }: { readonly reason: NoPaymentLinkReason }): ReactNode {
  const { link, noLinkReasons } = useMessages('paymentRequests')
  const format = useFormatter()
  const says = useRef<HTMLParagraphElement>(null)
  useEffect(() => says.current?.focus(), [])
  return (
    <p ref={says} tabIndex={-1} className={styles.gone}>
      {format.text(link.gone, { reason: noLinkReasons[reason] })}
    </p>
  )
}
