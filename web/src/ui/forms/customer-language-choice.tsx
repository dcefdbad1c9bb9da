import {
  type CustomerLanguage,
  customerLanguageNames,
  customerLanguages,
} from '@paydesk/shared/core/customer-language'
import type { MessagesOf } from '@paydesk/shared/core/message'
import type { englishTransactions } from '@paydesk/shared/messages/en/transactions'
import type { ReactNode } from 'react'
import { useFormatter } from '../../lib/messages/messages-context.tsx'
import styles from './customer-language-choice.module.css'
import { SegmentButton, SegmentedControl } from './segmented-control.tsx'

type ChoiceTexts = MessagesOf<typeof englishTransactions>['safeText']['languages']

/** Returns the language of the person if customers are told anything in it, otherwise English. */
export function useDefaultCustomerLanguage(): CustomerLanguage {
  const { language } = useFormatter()
  return customerLanguages.find((one) => one === language) ?? 'en'
}

interface CustomerLanguageChoiceProps {
  readonly texts: ChoiceTexts
  readonly chosen: CustomerLanguage
  /** Texts in the released languages. */
  readonly released: readonly { readonly language: CustomerLanguage }[]
  readonly onChoose: (language: CustomerLanguage) => void
}

/** Chooses the language of a text for the customer; a language that is not released says so. */
export function CustomerLanguageChoice(props: CustomerLanguageChoiceProps): ReactNode {
  const { texts, chosen, released, onChoose } = props
  return (
    <SegmentedControl legend={texts.legend}>
      {customerLanguages.map((language) => {
        const isReleased = released.some((one) => one.language === language)
        return (
          <SegmentButton key={language} isChosen={language === chosen} onChoose={() => onChoose(language)}>
            <span aria-hidden className={isReleased ? undefined : styles.unreleased}>
              {language.toUpperCase()}
            </span>
            <span className="unseen" lang={language}>
              {customerLanguageNames[language]}
            </span>
            {isReleased ? null : <span className="unseen"> {texts.unreleased}</span>}
          </SegmentButton>
        )
      })}
    </SegmentedControl>
  )
}

/** Says that another language is shown than the chosen one. */
export function CustomerLanguageFallback({
  texts,
  chosen,
  shown,
}: {
  readonly texts: ChoiceTexts
  readonly chosen: CustomerLanguage
  readonly shown: CustomerLanguage
}): ReactNode {
  const format = useFormatter()
  return (
    <p role="status" className={styles.fallback}>
      {chosen === shown
        ? null
        : format.text(texts.fallback, {
            chosen: format.languageName(chosen),
            shown: format.languageName(shown),
          })}
    </p>
  )
}
