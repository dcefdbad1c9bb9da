import type {
  DiscrepancyExplanation,
  DiscrepancyList,
  DiscrepancyView,
} from '@paydesk/shared/cases/reconciliation'
import { isInReview } from '@paydesk/shared/core/state'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TransactionLink } from '../../ui/links/record-links.tsx'
import { SidePanel } from '../../ui/page/side-panel.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import { FieldValue } from '../../ui/text/field-value.tsx'
import { LocalizedConfigText } from '../../ui/text/localized-config-text.tsx'
import { Money } from '../../ui/text/money.tsx'
import { RowInterval, RowTime } from '../../ui/text/row-time.tsx'
import { StateLabel, StateReasonLabel } from '../../ui/text/state-label.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './discrepancy-panel.module.css'
import { ExplainDiscrepancyForm } from './explain-form.tsx'
import type { DiscrepancyExplanationEditor } from './use-explanation-editor.ts'

interface DiscrepancyPanelProps {
  /** Null if the address names a discrepancy that is not on this page of the list. */
  readonly row: DiscrepancyView | null
  /** False if the discrepancy has left the list while it was open. */
  readonly isListed: boolean
  readonly page: DiscrepancyList
  readonly explaining: DiscrepancyExplanationEditor
  /** True if the panel is not beside the list: the focus then moves to the panel. */
  readonly takesFocus: boolean
  /** Called when the form is left: the focus returns to where it came from. */
  readonly onLeave: () => void
  readonly onClose: () => void
}

/** Shows one discrepancy: its meaning, what to do about it, and its explanations. */
export function DiscrepancyPanel(props: DiscrepancyPanelProps): ReactNode {
  const { row, isListed, page, explaining, takesFocus, onClose } = props
  const { panel: texts } = useMessages('reconciliation')
  const format = useFormatter()
  const heading = useRef<HTMLHeadingElement>(null)
  const previousDiscrepancy = useRef(row?.discrepancy)
  const help = useMessages('discrepancies')
  const text = row === null ? null : help.kinds[row.kind]
  useEffect(() => {
    if (!takesFocus) return
    const isNew =
      previousDiscrepancy.current !== row?.discrepancy || document.activeElement?.closest('table') !== null
    previousDiscrepancy.current = row?.discrepancy
    if (isNew) heading.current?.focus()
  }, [takesFocus, row?.discrepancy])
  return (
    <SidePanel
      title={row === null ? texts.notOnPage : text?.says}
      heading={heading}
      closeLabel={texts.close}
      onClose={onClose}
    >
      {row === null ? (
        <p className={styles.quiet}>{texts.notOnPageDetail}</p>
      ) : (
        <>
          <DiscrepancyStatus row={row} isListed={isListed} />
          <p className={styles.where}>
            {format.parts<typeof texts.transaction, ReactNode>(texts.transaction, {
              id: (
                <TransactionLink key="id" transaction={row.transaction} found={row}>
                  <code>{row.transaction}</code>
                </TransactionLink>
              ),
            })}
          </p>
          <DiscrepancyFacts row={row} />
          {text ? (
            <dl className={styles.texts}>
              <dt>{texts.meaning}</dt>
              <dd>{text.means}</dd>
              <dt>{texts.todo}</dt>
              <dd>{text.todo}</dd>
              <dt>{texts.closes}</dt>
              <dd>{row.kind === 'other_customer' ? help.closesInList.other_customer : text.closes}</dd>
            </dl>
          ) : null}
          {page.mayExplain && row.closedAt === null ? (
            explaining.isOpen ? (
              <ExplainDiscrepancyForm
                key={row.discrepancy}
                item={row.discrepancy}
                reasons={page.reasons}
                explaining={explaining}
                onLeave={() => (takesFocus ? heading.current?.focus() : props.onLeave())}
              />
            ) : (
              <p className={styles.begin}>
                <Button aria-keyshortcuts="e" onClick={() => explaining.begin(row.discrepancy)}>
                  {row.explanation === null ? texts.explain : texts.update}
                </Button>
                <span className={styles.quiet}>{texts.staysOpen}</span>
              </p>
            )
          ) : null}
          <ExplanationList row={row} />
        </>
      )}
    </SidePanel>
  )
}

/** Shows the outcome if the list does not show it. */
function DiscrepancyStatus({
  row,
  isListed,
}: {
  readonly row: DiscrepancyView
  readonly isListed: boolean
}): ReactNode {
  const texts = useMessages('reconciliation').panel
  const format = useFormatter()
  if (row.closedAt !== null) {
    return (
      <p className={styles.standing} data-calm>
        {format.parts<typeof texts.closed, ReactNode>(texts.closed, {
          time: <Timestamp key="time" at={row.closedAt} as="full" />,
        })}
      </p>
    )
  }
  if (isListed) return null
  return <p className={styles.standing}>{texts.left}</p>
}

function DiscrepancyFacts({ row }: { readonly row: DiscrepancyView }): ReactNode {
  const texts = useMessages('reconciliation').panel
  const format = useFormatter()
  const { timeZone: zone } = format
  const { rid, merchant, amount, currency, state, compound, openedAt } = row
  const none = { visibility: 'absent' } as const
  return (
    <DescriptionList
      hidden={texts.hidden}
      facts={[
        { term: texts.rid, value: rid, mono: true, copy: texts.rid },
        { term: texts.merchant, value: merchant },
        {
          term: texts.amount,
          value: amount,
          node:
            amount.visibility === 'absent' ? (
              texts.notProvided
            ) : (
              <Money amount={amount} currency={currency} />
            ),
        },
        {
          term: texts.state,
          value: none,
          node: (
            <>
              <StateLabel state={state} inReview={compound !== null && isInReview(state, compound)} />
              {compound === null || compound.raw === '' || compound.raw === state.raw ? null : (
                <span className={styles.reason}>
                  <StateReasonLabel compound={compound} />
                </span>
              )}
            </>
          ),
        },
        {
          term: texts.opened,
          value: none,
          node: (
            <>
              {format.parts<typeof texts.openedAt, ReactNode>(texts.openedAt, {
                interval: <RowInterval key="interval" {...openedAt} />,
                zone,
                age: <RowTime key="age" at={openedAt.to} as="relative" />,
              })}
              {openedAt.from === null ? texts.noEarlierCheck : ''}
            </>
          ),
        },
      ]}
    />
  )
}

/** Lists all explanations, newest first; none is overwritten. */
function ExplanationList({ row }: { readonly row: DiscrepancyView }): ReactNode {
  const texts = useMessages('reconciliation').panel
  const all = row.explanation === null ? [] : [row.explanation, ...row.earlierExplanations]
  if (all.length === 0) return <p className={styles.quiet}>{texts.unexplained}</p>
  return (
    <ol className={styles.list} aria-label={texts.explanations}>
      {all.map((each) => (
        <ExplanationEntry key={each.at} said={each} />
      ))}
    </ol>
  )
}

function ExplanationEntry({
  said: { reason, text, ticket, by, at },
}: {
  readonly said: DiscrepancyExplanation
}): ReactNode {
  const texts = useMessages('reconciliation').panel
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  return (
    <li className={styles.said}>
      <p className={styles.who}>
        <b>{nameColleague(by, 'subject')}</b> <RowTime at={at} as="exact" />
      </p>
      <p>
        <LocalizedConfigText of={reason.label} />
      </p>
      {text.visibility === 'absent' ? null : (
        <p className={styles.words}>
          <FieldValue value={text} />
        </p>
      )}
      {ticket.visibility === 'absent' ? null : (
        <p className={styles.quiet}>
          {format.parts<typeof texts.ticket, ReactNode>(texts.ticket, {
            ticket: <FieldValue key="ticket" value={ticket} />,
          })}
        </p>
      )}
    </li>
  )
}
