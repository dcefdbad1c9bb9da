import type { PaymentLinkResponse } from '@paydesk/shared/payments/payment-requests'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { SegmentButton, SegmentedControl } from '../../../ui/forms/segmented-control.tsx'
import { CountdownBar } from '../../../ui/page/countdown-bar.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import styles from './payment-link.module.css'
import { QrCode } from './qr-code.tsx'

const languageNames = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', it: 'Italiano' } as const

interface PaymentLinkViewProps {
  readonly answer: PaymentLinkResponse
  /** Whole seconds until the link is hidden. */
  readonly left: number
  readonly onHide: () => void
}

/** Shows the payment link in clear: to copy, to scan, or to send as a message. */
export function PaymentLinkView({ answer, left, onHide }: PaymentLinkViewProps): ReactNode {
  const { address, messages, ms } = answer
  const [language, setLanguage] = useState(messages[0]?.language)
  const text = messages.find((each) => each.language === language)?.text
  const part = useRef<HTMLElement>(null)
  useEffect(() => part.current?.focus({ preventScroll: true }), [])
  return (
    <section ref={part} tabIndex={-1} aria-label="The address" className={styles.shown}>
      <div className={styles.ways}>
        <QrCode text={address} />
        <div className={styles.way}>
          <h3>Address</h3>
          <p className={styles.address}>
            <code>{address}</code>
            <CopyButton text={address} what="address" />
          </p>
          <p className={styles.says}>The customer can come back through the same address until it ends.</p>
        </div>
      </div>
      {text === undefined ? null : (
        <div className={styles.way}>
          <div className={styles.messageHead}>
            <h3>Message</h3>
            {messages.length > 1 ? (
              <SegmentedControl legend="Language">
                {messages.map((each) => (
                  <SegmentButton
                    key={each.language}
                    isChosen={each.language === language}
                    onChoose={() => setLanguage(each.language)}
                  >
                    {languageNames[each.language]}
                  </SegmentButton>
                ))}
              </SegmentedControl>
            ) : null}
            <CopyButton text={text} what="message" />
          </div>
          <p lang={language} className={styles.message}>
            {text}
          </p>
        </div>
      )}
      <p className={styles.go}>
        <Button onClick={onHide}>Hide it now</Button>
        <span role="timer" aria-label={`Hidden in ${left} seconds`} className={styles.left}>
          hidden in {left} s
        </span>
      </p>
      <CountdownBar ms={ms} className={styles.bar} />
    </section>
  )
}
