import type { TransactionView } from '@paydesk/shared/payments/transactions'
import { Check, Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Section } from '../../ui/page/section.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { useCopyToClipboard } from '../../ui/text/copy-button.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import styles from './safe-text-section.module.css'

interface SafeTextSectionProps {
  readonly texts: TransactionView['safeTexts']
  readonly version: string
}

/** Shows what staff may say to the customer, word for word, and what not. */
export function SafeTextSection({ texts, version }: SafeTextSectionProps): ReactNode {
  const { safeText } = useMessages('transactions')
  const format = useFormat()
  const [language, setLanguage] = useState<'en' | 'de'>('en')
  const [copied, setCopied] = useState(false)
  const copyText = useCopyToClipboard()
  const text = texts.find((each) => each.language === language) ?? texts[0]
  async function copy() {
    if (text) setCopied(await copyText(text.say, safeText.copyName))
  }
  useShortcut('y', safeText.copyShortcut, () => void copy(), text !== undefined)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1_600)
    return () => clearTimeout(timer)
  }, [copied])
  if (!text) {
    return (
      <Section title={safeText.title}>
        <p className={styles.none}>{safeText.none}</p>
      </Section>
    )
  }
  return (
    <Section
      title={safeText.title}
      aside={
        texts.length > 1 ? (
          <fieldset className={styles.languages}>
            <legend className="unseen">{safeText.language}</legend>
            {texts.map((each) => (
              <button
                key={each.language}
                type="button"
                className={styles.language}
                aria-pressed={each === text}
                onClick={() => setLanguage(each.language)}
              >
                {each.language.toUpperCase()}
                <span className="unseen"> {nameLanguage(each.language)}</span>
              </button>
            ))}
          </fieldset>
        ) : null
      }
    >
      <div className={styles.card}>
        <blockquote className={styles.say} lang={text.language}>
          {text.say}
        </blockquote>
        {text.doNotSay ? (
          <p className={styles.not} lang={text.language}>
            <ToneIcon tone="bad" />
            {text.doNotSay}
          </p>
        ) : null}
        <p className={styles.foot}>
          <Button onClick={copy}>
            {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
            {copied ? safeText.copied : safeText.copy} <Kbd keys="y" />
          </Button>
          <span className={styles.version}>{format.text(safeText.version, { version })}</span>
        </p>
      </div>
    </Section>
  )
}

/** Returns the name of a language in that language. */
function nameLanguage(language: string): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
}
