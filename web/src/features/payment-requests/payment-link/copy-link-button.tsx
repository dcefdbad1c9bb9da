import { endpoints } from '@paydesk/shared/endpoints'
import type { PaymentRequestId } from '@paydesk/shared/payments/payment-requests'
import { useMutation } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../../lib/session-context.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { useCopyToClipboard } from '../../../ui/text/copy-button.tsx'

/** Copies the payment link with one click, without showing it. The link is in no cache. */
export function CopyPaymentLinkButton({ request }: { readonly request: PaymentRequestId }): ReactNode {
  const { name: env } = useEnvironment()
  const texts = useMessages('paymentRequests').link
  const client = useApiClient()
  const copy = useCopyToClipboard()
  const copying = useMutation({
    mutationFn: async () => {
      const { url } = await client.call(endpoints.showPaymentLink, {
        params: { env, request },
        body: {},
      })
      // Return no link: the mutation keeps what is returned.
      return copy(url, texts.copied.link)
    },
  })
  const isCopied = copying.data === true
  return (
    <>
      <Button look="primary" disabled={copying.isPending} onClick={() => copying.mutate()}>
        <Copy size={15} aria-hidden /> {isCopied ? texts.linkCopied : texts.copyLink}
      </Button>
      {copying.error ? <ProblemNote error={copying.error} missing={texts.notCopied} /> : null}
    </>
  )
}
