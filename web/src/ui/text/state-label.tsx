import type { CompoundState, StateValue } from '@paydesk/shared/core/state'
import { getStateLabel, getStateReasonLabel, getStateTone } from '@paydesk/shared/core/state'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import styles from './state-label.module.css'

export type StateTone = ReturnType<typeof getStateTone>

const strokeProps = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.8,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const
const shapes: Record<StateTone, ReactNode> = {
  open: (
    <>
      <circle cx="6" cy="6" r="4.6" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path d="M6 1.4a4.6 4.6 0 0 0 0 9.2z" fill="currentColor" />
    </>
  ),
  review: <path d="M6 1 11.4 10.6H.6z" fill="currentColor" />,
  good: <path d="m2 6.4 2.8 2.8L10 3.2" {...strokeProps} />,
  bad: <path d="m2.6 2.6 6.8 6.8m0-6.8L2.6 9.4" {...strokeProps} />,
  ended: <path d="M2 6h8" {...strokeProps} />,
  unknown: <circle cx="6" cy="6" r="3.6" fill="currentColor" />,
}

/** Shows a shape beside the word, so that the state can be read without its colour. */
export function ToneIcon({ tone }: { readonly tone: StateTone }): ReactNode {
  return (
    <svg className={`${styles.mark} ${styles[tone]}`} viewBox="0 0 12 12" width="12" height="12" aria-hidden>
      {shapes[tone]}
    </svg>
  )
}

interface StateLabelProps {
  readonly state: StateValue
  readonly inReview?: boolean
  /** For places without room: the tag, and that a case in review is pending, are shown on hover. */
  readonly tagless?: boolean
}

/** Shows a state by shape, colour and label; an undocumented one as received, with a tag. */
export function StateLabel({ state, inReview = false, tagless = false }: StateLabelProps): ReactNode {
  const texts = useMessages('ui')
  const format = useFormatter()
  const tone = getStateTone(state, inReview)
  if (state.raw === '') {
    return (
      <span className={styles.word}>
        <ToneIcon tone={tone} />
        <NotProvidedText short={tagless} />
      </span>
    )
  }
  if (!state.documented && tagless) {
    return (
      <span className={styles.word} title={format.text(texts.undocumentedValue, { value: state.raw })}>
        <ToneIcon tone={tone} />
        <code className={styles.odd}>{state.raw}</code>
        <span className="unseen">, {texts.undocumented}</span>
      </span>
    )
  }
  const label = getStateLabel(state, texts)
  const said =
    inReview && getStateTone(state) !== 'review' ? format.text(texts.inReview, { state: label }) : label
  // Every case is pending unless its state says more: the review tells one row from another.
  const isShort = tagless && inReview && state.raw === 'PENDING'
  return (
    <span className={styles.word} title={tagless ? said : undefined}>
      <ToneIcon tone={tone} />
      {state.documented ? (
        <span className={styles.label}>{isShort ? texts.inReviewShort : said}</span>
      ) : (
        <>
          <code className={styles.unknown}>{state.raw}</code> <UndocumentedValueTag />
        </>
      )}
    </span>
  )
}

interface StateReasonLabelProps {
  readonly compound: CompoundState
  readonly tagless?: boolean
}

/** Shows the label of a reason, or the raw value as received. */
export function StateReasonLabel({ compound, tagless = false }: StateReasonLabelProps): ReactNode {
  const texts = useMessages('ui')
  const format = useFormatter()
  if (compound.raw === '') return <NotProvidedText short={tagless} />
  const word = getStateReasonLabel(compound, texts)
  // A cell may be too narrow for the label: show all of it on hover.
  if (word !== null) return tagless ? <span title={word}>{word}</span> : word
  if (compound.documented) return <code title={tagless ? compound.raw : undefined}>{compound.raw}</code>
  if (tagless) {
    return (
      <>
        <code className={styles.odd} title={format.text(texts.undocumentedValue, { value: compound.raw })}>
          {compound.raw}
        </code>
        <span className="unseen">, {texts.undocumented}</span>
      </>
    )
  }
  return (
    <>
      <UndocumentedValueTag /> <code className={styles.unknown}>{compound.raw}</code>
    </>
  )
}

/** Marks a value that the payment service did not provide: in words, or in a row by a dash with a title. */
export function NotProvidedText({ short = false }: { readonly short?: boolean }): ReactNode {
  const text = useMessages('ui').value.notProvided
  if (!short) return <span className={styles.quiet}>{text}</span>
  return (
    <span className={styles.quiet} title={text}>
      <span aria-hidden>–</span>
      <span className="unseen">{text}</span>
    </span>
  )
}

export function UndocumentedValueTag(): ReactNode {
  return <span className={styles.tag}>{useMessages('ui').undocumented}</span>
}
