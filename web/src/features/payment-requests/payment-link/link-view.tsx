import type { PaymentLinkResponse } from '@paydesk/shared/payments/payment-requests'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useFormat, useMessages } from '../../../lib/messages/messages-context.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { SegmentButton, SegmentedControl } from '../../../ui/forms/segmented-control.tsx'
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
  const { address, messages, ms } = answer
  const texts = useMessages('paymentRequests').link
  const format = useFormat()
  const [language, setLanguage] = useState(messages[0]?.language)
  const text = messages.find((each) => each.language === language)?.text
  const part = useRef<HTMLElement>(null)
  useEffect(() => part.current?.focus({ preventScroll: true }), [])
  return (
    <section ref={part} tabIndex={-1} aria-label={texts.title} className={styles.shown}>
      <div className={styles.ways}>
        <QrCode text={address} />
        <div className={styles.way}>
          <h3>{texts.url}</h3>
          <p className={styles.address}>
            <code>{address}</code>
            <CopyButton text={address} what={texts.copied.link} />
          </p>
          <p className={styles.says}>{texts.reusable}</p>
        </div>
      </div>
      {text === undefined ? null : (
        <div className={styles.way}>
          <div className={styles.messageHead}>
            <h3>{texts.message}</h3>
            {messages.length > 1 ? (
              <SegmentedControl legend={texts.language}>
                {messages.map((each) => (
                  <SegmentButton
                    key={each.language}
                    isChosen={each.language === language}
                    onChoose={() => setLanguage(each.language)}
                  >
                    {nameLanguage(each.language)}
                  </SegmentButton>
                ))}
              </SegmentedControl>
            ) : null}
            <CopyButton text={text} what={texts.copied.message} />
          </div>
          <p lang={language} className={styles.message}>
            {text}
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
      <CountdownBar ms={ms} className={styles.bar} />
    </section>
  )
}

/** Returns the name of a language in that language. */
function nameLanguage(language: string): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
}
