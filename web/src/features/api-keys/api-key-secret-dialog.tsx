import type { CreateApiKeyResponse } from '@paydesk/shared/administration/api-keys'
import type { ReactNode } from 'react'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { CopyButton, useCopyToClipboard } from '../../ui/text/copy-button.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import styles from './api-keys.module.css'

interface ApiKeySecretDialogProps {
  readonly made: CreateApiKeyResponse
  readonly document: string
  readonly onClose: () => void
}

/** Builds a first request that reads the key from the environment, so the key stays out of shell history. */
function buildExampleCall({ apiKey: { permissions } }: CreateApiKeyResponse): string {
  const { origin } = window.location
  if (!permissions.includes('payments:create'))
    return `curl ${origin}/v1/payments/PAYMENT_ID \\\n  -H "Authorization: Bearer $PAYDESK_KEY"`
  const body = {
    workflow: 'WORKFLOW',
    transaction: { amount: '12550', currency: 'EUR' },
    client: { first_name: 'Maria', last_name: 'Example', email: 'maria@example.com' },
    account: { identifier: 'cust-00417' },
  }
  return [
    `curl ${origin}/v1/payments`,
    '-H "Authorization: Bearer $PAYDESK_KEY"',
    '-H "Idempotency-Key: order-1"',
    '-H "Content-Type: application/json"',
    `-d '${JSON.stringify(body, null, 2)}'`,
  ].join(' \\\n  ')
}

/** Shows the API key in clear, once. The first attempt to close warns, unless the key was copied. */
export function ApiKeySecretDialog({ made, document, onClose }: ApiKeySecretDialogProps): ReactNode {
  const { created: texts, openApi } = useMessages('apiKeys')
  const format = useFormatter()
  const copy = useCopyToClipboard()
  const [isCopied, setCopied] = useState(false)
  const [isWarned, setWarned] = useState(false)
  const example = buildExampleCall(made)
  const inside = useRef<HTMLDivElement>(null)
  const closed = useEffectEvent(onClose)
  // Clear the key also if the browser closes the dialog by itself, on a second Escape.
  useLayoutEffect(() => {
    const dialog = inside.current?.closest('dialog')
    const onClosed = () => closed()
    dialog?.addEventListener('close', onClosed)
    return () => dialog?.removeEventListener('close', onClosed)
  }, [])
  return (
    <Dialog
      title={format.text(texts.title, { system: made.apiKey.label })}
      onClose={() => (isCopied || isWarned ? onClose() : setWarned(true))}
    >
      <div ref={inside} className={styles.made}>
        <p>{texts.once}</p>
        <section aria-label={texts.key} className={styles.key}>
          <code>{made.key}</code>
        </section>
        <p className={styles.acts}>
          <Button look="primary" onClick={async () => setCopied(await copy(made.key, texts.key))}>
            {isCopied ? texts.copied : texts.copy}
          </Button>
          <Button onClick={onClose}>{texts.done}</Button>
          <span role="status" className={styles.wrong}>
            {isWarned && !isCopied ? texts.warning : ''}
          </span>
        </p>
        <p className={styles.quiet}>
          {format.parts(texts.validity, {
            merchant: made.apiKey.merchant,
            time: <RowTime key="time" at={made.apiKey.expiresAt} as="exact" />,
            document: (
              <a key="document" href={document} target="_blank" rel="noreferrer">
                {openApi}
              </a>
            ),
          })}
        </p>
        <div className={styles.example}>
          <p>
            {texts.exampleTitle} <CopyButton text={example} what={texts.exampleNoun} />
          </p>
          <pre>{example}</pre>
        </div>
      </div>
    </Dialog>
  )
}
