import type { SentencePart, TransactionView } from '@paydesk/shared/payments/transaction'
import { CircleHelp, CircleSlash, Headset, Server, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { Fragment } from 'react'
import { useHalfMinutes } from '../../ui/state/clock.ts'
import { StateWord } from '../../ui/text/state-mark.tsx'
import { dayAndTime, fromNow, inUtc } from '../../ui/text/time-words.ts'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { Hint } from '../../ui/text/tooltip.tsx'
import { useZone } from '../../ui/text/zone.tsx'
import { Contradictions } from './contradictions.tsx'
import styles from './explanation.module.css'

const actors = {
  customer: User,
  service: Server,
  operator: Headset,
  nobody: CircleSlash,
  unknown: CircleHelp,
}

interface ExplanationProps {
  readonly view: TransactionView
  /** How sure the state is: no larger a claim than its source. */
  readonly seal: ReactNode
}

/** What happened, who must act, until when, and what does not fit: each word with its source. */
export function Explanation({ view, seal }: ExplanationProps): ReactNode {
  const { explanation, state, compound, inReview, test, contradictions } = view
  const Actor = actors[explanation.who.actor]
  return (
    <div className={styles.explanation}>
      {test === true ? (
        <p className={styles.test}>Test transaction: a test card was used, no real money</p>
      ) : null}
      <p className={styles.sentence}>
        {explanation.sentence.map((part, index) => (
          <Fragment key={index}>
            {index > 0 ? ' ' : ''}
            <Piece part={part} />
          </Fragment>
        ))}
      </p>
      <ul className={styles.facts}>
        <li className={styles.fact}>
          <Actor size={15} aria-hidden />
          <span className={styles.label}>to act</span>
          <Hint says={`Who must act now: ${explanation.who.words} · ${sources(explanation.who.from)}`}>
            {explanation.who.words}
          </Hint>
        </li>
        {explanation.until ? (
          <li className={styles.fact}>
            <span className={styles.label}>until</span>
            {explanation.until.at ? (
              <Timestamp at={explanation.until.at} as="full" />
            ) : (
              <code>{explanation.until.raw}</code>
            )}
          </li>
        ) : null}
      </ul>
      <div className={styles.state}>
        <StateWord state={state} inReview={inReview} />
        <span className={styles.raw}>
          {state.raw ? <code>{state.raw}</code> : null}
          {compound?.raw ? (
            <>
              {state.raw ? ' · ' : null}
              <Hint says="compound_state of the service: for information, it decides nothing here">
                <code>{compound.raw}</code>
              </Hint>
            </>
          ) : null}
        </span>
        {seal}
      </div>
      <Contradictions of={contradictions} />
    </div>
  )
}

function Piece({ part }: { part: SentencePart }): ReactNode {
  const zone = useZone()
  const now = useHalfMinutes()
  if (part.kind === 'text') {
    const text = part.text.trim()
    return part.from.length === 0 ? (
      text
    ) : (
      <Hint dotted says={sources(part.from)}>
        {text}
      </Hint>
    )
  }
  const at = new Date(part.at)
  return (
    <Hint dotted says={`${dayAndTime(at, zone)} ${zone} · ${inUtc(at)} · ${sources(part.from)}`}>
      {fromNow(at, now)}
    </Hint>
  )
}

function sources(from: readonly string[]): string {
  return from.length === 0 ? 'from no member of the record' : `from ${from.join(', ')}`
}
