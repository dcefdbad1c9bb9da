import type { ExplanationPart, TransactionView } from '@paydesk/shared/payments/transactions'
import { CircleHelp, CircleSlash, Headset, Server, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { Fragment } from 'react'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'
import { formatDayAndTime, formatRelativeTime, formatUtc } from '../../ui/text/format-time.ts'
import { StateLabel } from '../../ui/text/state-label.tsx'
import { useTimeZone } from '../../ui/text/time-zone.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { Tooltip } from '../../ui/text/tooltip.tsx'
import { ContradictionList } from './contradiction-list.tsx'
import styles from './explanation.module.css'

const actorIcons = {
  customer: User,
  service: Server,
  operator: Headset,
  nobody: CircleSlash,
  unknown: CircleHelp,
}

interface TransactionExplanationProps {
  readonly view: TransactionView
  /** Finality of the state, which claims no more than its source. */
  readonly seal: ReactNode
}

/** Shows what happened, who must act, until when, and discrepancies; each word names its source. */
export function TransactionExplanation({ view, seal }: TransactionExplanationProps): ReactNode {
  const { explanation, state, compound, inReview, test, contradictions } = view
  const Actor = actorIcons[explanation.who.actor]
  return (
    <div className={styles.explanation}>
      {test === true ? (
        <p className={styles.test}>Test transaction: a test card was used, no real money</p>
      ) : null}
      <p className={styles.sentence}>
        {explanation.sentence.map((part, index) => (
          <Fragment key={index}>
            {index > 0 ? ' ' : ''}
            <SentencePiece part={part} />
          </Fragment>
        ))}
      </p>
      <ul className={styles.facts}>
        <li className={styles.fact}>
          <Actor size={15} aria-hidden />
          <span className={styles.label}>to act</span>
          <Tooltip
            says={`Who must act now: ${explanation.who.words} · ${describeSources(explanation.who.from)}`}
          >
            {explanation.who.words}
          </Tooltip>
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
        <StateLabel state={state} inReview={inReview} />
        <span className={styles.raw}>
          {state.raw ? <code>{state.raw}</code> : null}
          {compound?.raw ? (
            <>
              {state.raw ? ' · ' : null}
              <Tooltip says="compound_state of the service: for information, it decides nothing here">
                <code>{compound.raw}</code>
              </Tooltip>
            </>
          ) : null}
        </span>
        {seal}
      </div>
      <ContradictionList of={contradictions} />
    </div>
  )
}

function SentencePiece({ part }: { part: ExplanationPart }): ReactNode {
  const zone = useTimeZone()
  const now = useNowEveryHalfMinute()
  if (part.kind === 'text') {
    const text = part.text.trim()
    return part.from.length === 0 ? (
      text
    ) : (
      <Tooltip dotted says={describeSources(part.from)}>
        {text}
      </Tooltip>
    )
  }
  const at = new Date(part.at)
  return (
    <Tooltip
      dotted
      says={`${formatDayAndTime(at, zone)} ${zone} · ${formatUtc(at)} · ${describeSources(part.from)}`}
    >
      {formatRelativeTime(at, now)}
    </Tooltip>
  )
}

function describeSources(from: readonly string[]): string {
  return from.length === 0 ? 'from no member of the record' : `from ${from.join(', ')}`
}
