import type { Formatter } from '@paydesk/shared/core/formatter'
import type { TemplateText } from '@paydesk/shared/core/message'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { ExplanationSentence, TransactionView } from '@paydesk/shared/payments/transactions'
import { CircleHelp, CircleSlash, ClipboardCheck, Server, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { Fragment } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'
import { formatUtc } from '../../ui/text/format-time.ts'
import { StateLabel } from '../../ui/text/state-label.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { Tooltip } from '../../ui/text/tooltip.tsx'
import styles from './explanation.module.css'
import { TransactionContradictionList } from './transaction-contradiction-list.tsx'

const actorIcons = {
  customer: User,
  service: Server,
  operator: ClipboardCheck,
  nobody: CircleSlash,
  unknown: CircleHelp,
}

interface TransactionExplanationProps {
  readonly view: TransactionView
  /** Finality of the state, which claims no more than its source. */
  readonly finalityStatus: ReactNode
  /** Leaves out the label of the state, which the top of the page shows. */
  readonly isStateAbove?: boolean
  /** True once a notification and a read agree on the success: the goods may be shipped. */
  readonly isConfirmed?: boolean
}

/** Shows what happened, who must act, until when, and discrepancies; each word names its source. */
export function TransactionExplanation({
  view,
  finalityStatus,
  isStateAbove = false,
  isConfirmed = false,
}: TransactionExplanationProps): ReactNode {
  const { explanation, state, compound, inReview, test, contradictions } = view
  const texts = useMessages('transactions').explanation
  const format = useFormatter()
  const Actor = actorIcons[explanation.nextActor.actor]
  return (
    <div className={styles.explanation}>
      <TransactionContradictionList of={contradictions} view={view} />
      {test === true ? <p className={styles.test}>{texts.test}</p> : null}
      <p className={styles.sentence}>
        {explanation.sentences.map((sentence, index) => (
          <Fragment key={index}>
            {index > 0 ? ' ' : ''}
            {isConfirmed && sentence.code === 'not_confirmed' ? (
              texts.confirmed
            ) : (
              <Sentence sentence={sentence} />
            )}
          </Fragment>
        ))}
      </p>
      <ul className={styles.facts}>
        {explanation.nextActor.actor === 'nobody' ? null : (
          <li className={styles.fact}>
            <Actor size={15} aria-hidden />
            <span className={styles.label}>{texts.waitingFor}</span>
            <Tooltip
              message={format.text(texts.waitingForNote, {
                actor: texts.actors[explanation.nextActor.actor],
                sources: describeSources(explanation.nextActor.from, texts, format),
              })}
            >
              {texts.actors[explanation.nextActor.actor]}
            </Tooltip>
          </li>
        )}
        {explanation.until ? (
          <li className={styles.fact}>
            <span className={styles.label}>{texts.until}</span>
            {explanation.until.at ? (
              <Timestamp at={explanation.until.at} as="full" />
            ) : (
              <code>{explanation.until.raw}</code>
            )}
          </li>
        ) : null}
      </ul>
      <div className={styles.state}>
        {isStateAbove ? null : (
          <>
            <StateLabel state={state} inReview={inReview} />
            <span className={styles.raw}>
              <RawStateValues state={state} compound={compound} />
            </span>
          </>
        )}
        {finalityStatus}
      </div>
    </div>
  )
}

/** Shows the raw values of the payment service, of which only the state decides. */
export function RawStateValues({ state, compound }: Pick<TransactionView, 'state' | 'compound'>): ReactNode {
  const texts = useMessages('transactions').explanation
  return (
    <>
      {state.raw ? <code>{state.raw}</code> : null}
      {compound?.raw ? (
        <>
          {state.raw ? ' · ' : null}
          <Tooltip message={texts.compoundNote}>
            <code>{compound.raw}</code>
          </Tooltip>
        </>
      ) : null}
    </>
  )
}

function Sentence({ sentence: { code, at, from } }: { sentence: ExplanationSentence }): ReactNode {
  const texts = useMessages('transactions').explanation
  const format = useFormatter()
  const sources = from.length === 0 ? null : describeSources(from, texts, format)
  return format
    .parts(texts.sentences[code] as TemplateText<'time'>, { time: at === null ? '' : new Date(at) })
    .map((part, index) =>
      part instanceof Date ? (
        <SentenceTime key={index} at={part} sources={describeSources(from, texts, format)} />
      ) : sources === null || part.trim() === '' ? (
        part
      ) : (
        <SourcedText key={index} text={part} sources={sources} />
      ),
    )
}

/** Keeps the spaces around a text outside of its underline. */
function SourcedText({ text, sources }: { text: string; sources: string }): ReactNode {
  return (
    <>
      {text.startsWith(' ') ? ' ' : null}
      <Tooltip message={sources}>{text.trim()}</Tooltip>
      {text.endsWith(' ') ? ' ' : null}
    </>
  )
}

function SentenceTime({ at, sources }: { at: Date; sources: string }): ReactNode {
  const format = useFormatter()
  const now = useNowEveryHalfMinute()
  return (
    <Tooltip message={`${format.dayAndTime(at)} ${format.timeZone} · ${formatUtc(at)} · ${sources}`}>
      {format.relativeTime(at, now)}
    </Tooltip>
  )
}

function describeSources(
  from: readonly string[],
  { noSources, sources }: Messages['transactions']['explanation'],
  format: Formatter,
): string {
  return from.length === 0 ? noSources : format.text(sources, { fields: from.join(', ') })
}
