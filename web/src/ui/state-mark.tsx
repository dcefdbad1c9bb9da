import type { CompoundState, StateValue } from '@paydesk/shared/state'
import { reasonWord, stateTone, stateWord } from '@paydesk/shared/state'
import type { ReactNode } from 'react'
import styles from './state-mark.module.css'

export type Tone = ReturnType<typeof stateTone>

const marks: Record<Tone, string> = { open: '◐', review: '▲', good: '✓', bad: '✕', ended: '–', unknown: '●' }

/** A shape beside the word: the state is read without its colour. */
export function Mark({ tone }: { readonly tone: Tone }): ReactNode {
  return (
    <span className={`${styles.mark} ${styles[tone]}`} aria-hidden>
      {marks[tone]}
    </span>
  )
}

interface StateWordProps {
  readonly state: StateValue
  readonly inReview?: boolean
}

export function StateWord({ state, inReview = false }: StateWordProps): ReactNode {
  const tone = stateTone(state, inReview)
  return (
    <span className={styles.word}>
      <Mark tone={tone} />
      {state.known ? (
        <span>{stateWord(state)}</span>
      ) : (
        <>
          <code className={styles.unknown}>{state.raw}</code> <NotDocumented />
        </>
      )}
    </span>
  )
}

/** The short words of a reason, or the raw value as it came. */
export function ReasonWord({ compound }: { readonly compound: CompoundState }): ReactNode {
  const word = reasonWord(compound)
  if (word !== null) return word
  if (compound.known) return <code>{compound.raw}</code>
  return (
    <>
      <code className={styles.unknown}>{compound.raw}</code> <NotDocumented />
    </>
  )
}

export function NotDocumented(): ReactNode {
  return <span className={styles.tag}>not documented</span>
}
