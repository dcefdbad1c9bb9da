import { stateWord } from '@paydesk/shared/core/state'
import type { TransactionView } from '@paydesk/shared/payments/transaction'
import type { DecisionId, DecisionView } from '@paydesk/shared/work/decision'
import type { ReviewItem } from '@paydesk/shared/work/review'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../../lib/api/client-context.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { ReadingLine } from '../../../ui/page/freshness-line.tsx'
import { PageHeading } from '../../../ui/page/page-heading.tsx'
import { goToPart } from '../../../ui/page/section.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { useKey } from '../../../ui/state/shortcuts.tsx'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import type { ReviewAddress } from '../address.ts'
import { DecideSection } from '../decide/decide-section.tsx'
import type { ItemPlace } from '../queries.ts'
import { reviewQueries } from '../queries.ts'
import { ClaimBar } from './case-claim.tsx'
import { DecisionsSection } from './case-decisions.tsx'
import { GoneNote, MovedNote } from './case-gone.tsx'
import type { CustomerLink } from './case-header.tsx'
import { ItemFacts } from './case-header.tsx'
import { DecidedLine, LineBar } from './case-line.tsx'
import type { TypedText } from './case-notes.tsx'
import { NotesSection } from './case-notes.tsx'
import { SnoozeSection } from './case-snooze.tsx'
import styles from './item-page.module.css'
import type { Neighbour } from './next-case.ts'
import { useLine } from './next-case.ts'

/** What other parts of the product know of it; a role that may not see one is given nothing. */
interface ItemParts {
  /** The transaction explained: the sentence, the state, what does not fit. */
  readonly explained: (view: TransactionView) => ReactNode
  /** What of the state record is judged on: steps, identity, provider responses. */
  readonly evidence: (view: TransactionView) => ReactNode
  readonly customerHistory: (customer: NonNullable<TransactionView['customer']>) => ReactNode
  /** What else is known: the other facts of the record, and when this office saw what. */
  readonly more: (view: TransactionView) => ReactNode
}

interface ItemPageProps {
  readonly place: ItemPlace
  readonly environment: string
  /** The queue's state: the next item and the way back are those of its filter. */
  readonly address: ReviewAddress
  readonly parts: ItemParts
  readonly customerLink: CustomerLink
  readonly transactionLink: (words: ReactNode) => ReactNode
  readonly decisionLink: (decision: DecisionId, words: ReactNode) => ReactNode
  readonly queueLink: (words: ReactNode) => ReactNode
  readonly onGo: (to: Neighbour) => void
  readonly onQueue: () => void
  /** What of a note stands unsent: it is there again when the person comes back to the item. */
  readonly typed: TypedText
  /** What was decided on the page before, from which this one opened by itself. */
  readonly decided: DecisionView | null
  readonly onDecided: (decision: DecisionView) => void
}

/** One item of the queue with everything to judge it, and what is done about it. */
export function ItemPage(props: ItemPageProps): ReactNode {
  const { place, environment, address, transactionLink } = props
  const queries = reviewQueries(useClient())
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const query = useQuery(queries.item(place))
  const line = useLine(place, address, props.onGo)
  async function reread() {
    // A failure is kept by the query and shown by the page.
    const read = await queryClient.fetchQuery({ ...queries.item(place), staleTime: 0 }).catch(() => null)
    if (read) announce('The item was read again')
  }
  useKey('r', 'Read the item again', () => void reread())
  useKey('q', 'Back to the queue', props.onQueue)
  return (
    <article className={styles.page}>
      <LineBar line={line} queueLink={props.queueLink} />
      {props.decided && props.decided.transaction !== place.transaction ? (
        <DecidedLine decision={props.decided} decisionLink={props.decisionLink} />
      ) : null}
      <div className={styles.head}>
        <PageHeading title="Review" place={environment} className={styles.title}>
          <span className={styles.kind}>Review</span> {transactionLink(<code>{place.transaction}</code>)}
          <CopyButton text={place.transaction} what="transaction id" />
        </PageHeading>
        <ReadingLine
          reading={query.data?.view.reading}
          reread={() => void reread()}
          busy={query.isFetching}
          what="the item"
        />
      </div>
      <AsyncView
        query={query}
        retry={() => void reread()}
        missing="The item could not be read"
        skeleton={<ItemSkeleton />}
      >
        {(item) => (
          <Item
            {...props}
            item={item}
            onDecided={(decision) => {
              props.onDecided(decision)
              line.go('undecided')
            }}
          />
        )}
      </AsyncView>
    </article>
  )
}

interface ItemProps extends ItemPageProps {
  readonly item: ReviewItem
}

function Item({ place, item, parts, typed, customerLink, decisionLink, onDecided }: ItemProps): ReactNode {
  const { row, view } = item
  const mayWork = item.mayWork && row !== null
  useKey('p', 'Provider responses', () => goToPart('providers'))
  useKey('i', 'Identity', () => goToPart('identity-summary'))
  return (
    <>
      {row === null ? (
        <GoneNote item={item} />
      ) : (
        <>
          <ItemFacts row={row} item={item} customerLink={customerLink} decisionLink={decisionLink} />
          <ClaimBar place={place} row={row} claimMs={item.claimMs} mayWork={item.mayWork} />
          <MovedNote print={item.print} says={stateWord(view.state)} />
        </>
      )}
      <div className={styles.panes}>
        <div className={styles.judge}>
          {parts.explained(view)}
          {parts.evidence(view)}
          {view.customer ? parts.customerHistory(view.customer) : null}
          {parts.more(view)}
        </div>
        <div className={styles.work}>
          <DecideSection item={item} place={place} onDecided={onDecided} decisionLink={decisionLink} />
          <DecisionsSection decisions={item.decisions} decisionLink={decisionLink} />
          <NotesSection
            place={place}
            notes={item.notes}
            may={item.mayWork}
            typed={typed}
            isOpen={row !== null}
          />
          {mayWork ? <SnoozeSection place={place} until={row.snoozedUntil} /> : null}
        </div>
      </div>
    </>
  )
}

/** The sizes of the facts, the claim and the two columns. */
function ItemSkeleton(): ReactNode {
  return (
    <div className={styles.skeleton}>
      <Skeleton lines={3} height={20} />
      <Skeleton height={42} />
      <div className={styles.panes}>
        <div className={styles.judge}>
          <Skeleton lines={2} height={26} />
          <Skeleton lines={8} height={22} />
        </div>
        <div className={styles.work}>
          <Skeleton lines={6} height={24} />
        </div>
      </div>
    </div>
  )
}
