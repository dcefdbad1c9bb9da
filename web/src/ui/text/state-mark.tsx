import type { CompoundState, StateValue } from '@paydesk/shared/core/state'
import { reasonWord, stateTone, stateWord } from '@paydesk/shared/core/state'
import type { ReactNode } from 'react'
import styles from './state-mark.module.css'

export type Tone = ReturnType<typeof stateTone>

const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.8,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const
const shapes: Record<Tone, ReactNode> = {
  open: (
    <>
      <circle cx="6" cy="6" r="4.6" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path d="M6 1.4a4.6 4.6 0 0 0 0 9.2z" fill="currentColor" />
    </>
  ),
  review: <path d="M6 1 11.4 10.6H.6z" fill="currentColor" />,
  good: <path d="m2 6.4 2.8 2.8L10 3.2" {...line} />,
  bad: <path d="m2.6 2.6 6.8 6.8m0-6.8L2.6 9.4" {...line} />,
  ended: <path d="M2 6h8" {...line} />,
  unknown: <circle cx="6" cy="6" r="3.6" fill="currentColor" />,
}

/** A shape beside the word: the state is read without its colour. */
export function Mark({ tone }: { readonly tone: Tone }): ReactNode {
  return (
    <svg className={`${styles.mark} ${styles[tone]}`} viewBox="0 0 12 12" width="12" height="12" aria-hidden>
      {shapes[tone]}
    </svg>
  )
}

interface StateWordProps {
  readonly state: StateValue
  readonly inReview?: boolean
  /** Where there is no room for it, the tag is on hover. */
  readonly tagless?: boolean
}

export function StateWord({ state, inReview = false, tagless = false }: StateWordProps): ReactNode {
  const tone = stateTone(state, inReview)
  if (state.raw === '') {
    return (
      <span className={styles.word}>
        <Mark tone={tone} />
        <NotGiven short={tagless} />
      </span>
    )
  }
  if (!state.known && tagless) {
    return (
      <span className={styles.word} title={`${state.raw} – not documented`}>
        <Mark tone={tone} />
        <code className={styles.odd}>{state.raw}</code>
        <span className="unseen">, not documented</span>
      </span>
    )
  }
  const said = `${stateWord(state)}${inReview && stateTone(state) !== 'review' ? ', in review' : ''}`
  return (
    <span className={styles.word} title={tagless ? said : undefined}>
      <Mark tone={tone} />
      {state.known ? (
        <span>{said}</span>
      ) : (
        <>
          <code className={styles.unknown}>{state.raw}</code> <NotDocumented />
        </>
      )}
    </span>
  )
}

interface ReasonWordProps {
  readonly compound: CompoundState
  readonly tagless?: boolean
}

/** The short words of a reason, or the raw value as it came. */
export function ReasonWord({ compound, tagless = false }: ReasonWordProps): ReactNode {
  if (compound.raw === '') return <NotGiven short={tagless} />
  const word = reasonWord(compound)
  // A cell may be too narrow for its words: all of them are on hover.
  if (word !== null) return tagless ? <span title={word}>{word}</span> : word
  if (compound.known) return <code title={tagless ? compound.raw : undefined}>{compound.raw}</code>
  if (tagless) {
    return (
      <>
        <code className={styles.odd} title={`${compound.raw} – not documented`}>
          {compound.raw}
        </code>
        <span className="unseen">, not documented</span>
      </>
    )
  }
  return (
    <>
      <NotDocumented /> <code className={styles.unknown}>{compound.raw}</code>
    </>
  )
}

/** What the service did not say: quiet words, or in a row a dash with the words behind it. */
export function NotGiven({ short = false }: { readonly short?: boolean }): ReactNode {
  const words = 'not given by the service'
  if (!short) return <span className={styles.quiet}>{words}</span>
  return (
    <span className={styles.quiet} title={words}>
      <span aria-hidden>–</span>
      <span className="unseen">{words}</span>
    </span>
  )
}

export function NotDocumented(): ReactNode {
  return <span className={styles.tag}>not documented</span>
}
