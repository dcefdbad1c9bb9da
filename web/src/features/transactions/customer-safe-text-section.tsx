import { type CustomerLanguage, getCustomerTextDirection } from '@paydesk/shared/core/customer-language'
import type { TransactionView } from '@paydesk/shared/payments/transactions'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Check, Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import {
  CustomerLanguageChoice,
  CustomerLanguageFallback,
  useDefaultCustomerLanguage,
} from '../../ui/forms/customer-language-choice.tsx'
import { Section } from '../../ui/page/section.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { useCopyToClipboard } from '../../ui/text/copy-button.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import styles from './customer-safe-text-section.module.css'

interface CustomerSafeTextSectionProps {
  readonly texts: TransactionView['safeTexts']
  readonly version: string
}

/** Shows what staff may say to the customer, word for word, and what not. */
export function CustomerSafeTextSection({ texts, version }: CustomerSafeTextSectionProps): ReactNode {
  const { safeText } = useMessages('transactions')
  const format = useFormatter()
  const own = useDefaultCustomerLanguage()
  const { say: chosen = own } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [copied, setCopied] = useState(false)
  const copyText = useCopyToClipboard()
  const text = texts.find(({ language }) => language === chosen) ?? texts[0]
  function choose(language: CustomerLanguage) {
    const say = language === own ? undefined : language
    void navigate({ to: '.', search: (now) => ({ ...now, say }), replace: true, resetScroll: false })
  }
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
  const script = { lang: text.language, dir: getCustomerTextDirection(text.language) }
  return (
    <Section
      title={safeText.title}
      aside={
        <CustomerLanguageChoice
          texts={safeText.languages}
          chosen={chosen}
          released={texts}
          onChoose={choose}
        />
      }
    >
      <div className={styles.card}>
        <CustomerLanguageFallback texts={safeText.languages} chosen={chosen} shown={text.language} />
        <blockquote className={styles.say} {...script}>
          {text.say}
        </blockquote>
        <p className={styles.not} {...script}>
          <ToneIcon tone="bad" />
          {text.doNotSay}
        </p>
        <p className={styles.foot}>
          <Button aria-keyshortcuts="y" onClick={copy}>
            {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
            {copied ? safeText.copied : safeText.copy}
          </Button>
          <span className={styles.version}>{format.text(safeText.version, { version })}</span>
        </p>
      </div>
    </Section>
  )
}
