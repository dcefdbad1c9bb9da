import { getCustomerTextDirection } from '@paydesk/shared/core/customer-language'
import type { PaymentLinkResponse } from '@paydesk/shared/payments/payment-requests'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import {
  CustomerLanguageChoice,
  CustomerLanguageFallback,
  useDefaultCustomerLanguage,
} from '../../../ui/forms/customer-language-choice.tsx'
import { CountdownBar } from '../../../ui/page/countdown-bar.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import styles from './payment-link.module.css'
import { QrCode } from './qr-code.tsx'

interface PaymentLinkViewProps {
  readonly answer: PaymentLinkResponse
  /** Whole seconds until the link is hidden. */
  readonly left: number
  readonly onHide: () => void
}

/** Shows the payment link in clear: to copy, to scan, or to send as a message. */
export function PaymentLinkView({ answer, left, onHide }: PaymentLinkViewProps): ReactNode {
  const { url, messages, durationMs } = answer
  const texts = useMessages('paymentRequests').link
  const format = useFormatter()
  const [chosen, setChosen] = useState(useDefaultCustomerLanguage())
  const message = messages.find(({ language }) => language === chosen) ?? messages[0]
  const part = useRef<HTMLElement>(null)
  // The first button copies the link: Enter has it in hand.
  useEffect(() => part.current?.querySelector('button')?.focus({ preventScroll: true }), [])
  return (
    <section ref={part} tabIndex={-1} aria-label={texts.title} className={styles.shown}>
      <div className={styles.ways}>
        <QrCode text={url} />
        <div className={styles.way}>
          <h3>{texts.url}</h3>
          <p className={styles.address}>
            <code>{url}</code>
            <CopyButton text={url} what={texts.copied.link} />
          </p>
          <p className={styles.says}>{texts.reusable}</p>
        </div>
      </div>
      {message === undefined ? null : (
        <div className={styles.way}>
          <div className={styles.messageHead}>
            <h3>{texts.message}</h3>
            <CustomerLanguageChoice
              texts={texts.languages}
              chosen={chosen}
              released={messages}
              onChoose={setChosen}
            />
            <CopyButton text={message.text} what={texts.copied.message} />
          </div>
          <CustomerLanguageFallback texts={texts.languages} chosen={chosen} shown={message.language} />
          <p
            lang={message.language}
            dir={getCustomerTextDirection(message.language)}
            className={styles.message}
          >
            {message.text}
          </p>
        </div>
      )}
      <p className={styles.go}>
        <Button onClick={onHide}>{texts.hideNow}</Button>
        <span
          role="timer"
          aria-label={format.text(texts.hiddenInSeconds, { count: left })}
          className={styles.left}
        >
          {format.text(texts.hiddenIn, { seconds: left })}
        </span>
      </p>
      <CountdownBar ms={durationMs} className={styles.bar} />
    </section>
  )
}
