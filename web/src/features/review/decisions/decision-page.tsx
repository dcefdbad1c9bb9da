import type { TransactionId } from '@paydesk/shared/core/ids'
import type { TransactionView } from '@paydesk/shared/payments/transaction'
import type { DecisionCase, DecisionId } from '@paydesk/shared/work/decision'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../../lib/api/client-context.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { ReadingLine } from '../../../ui/page/freshness-line.tsx'
import { PageHeading } from '../../../ui/page/page-heading.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { useKey } from '../../../ui/state/shortcuts.tsx'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { countOf } from '../../../ui/text/counted.ts'
import { Kbd } from '../../../ui/text/kbd.tsx'
import { StandingWord } from '../decision-standing.tsx'
import type { CasePlace } from '../queries.ts'
import { decisionQueries } from '../queries.ts'
import { verdictWords } from '../words.ts'
import { AnswerSection } from './answer-form.tsx'
import styles from './case.module.css'
import { CloseSection } from './close-form.tsx'
import { CompareSection } from './compare-section.tsx'
import { CaseFacts } from './decision-facts.tsx'
import { WithdrawSection } from './withdraw-form.tsx'

export interface CasePageProps {
  readonly place: CasePlace
  /** The environment's name, for the window's title. */
  readonly environment: string
  readonly mayWork: boolean
  /** A transaction explained, as its own page does. */
  readonly explained: (view: TransactionView) => ReactNode
  readonly transactionLink: (id: TransactionId, children: ReactNode) => ReactNode
  readonly itemLink: (id: TransactionId, children: ReactNode) => ReactNode
  readonly listLink: (children: ReactNode) => ReactNode
  readonly onGo: (decision: DecisionId) => void
}

/** One decision: what its maker saw beside what the service says now, and the second person's answer. */
export function CasePage(props: CasePageProps): ReactNode {
  const { place, environment, listLink } = props
  const queries = decisionQueries(useClient())
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const query = useQuery(queries.case(place))
  async function reread() {
    // A failure is kept by the query and shown by the page.
    const read = await queryClient.fetchQuery({ ...queries.case(place), staleTime: 0 }).catch(() => null)
    if (read) announce('What the service says was read again')
  }
  useKey('r', 'Read again what the service says', () => void reread())
  const decision = query.data?.decision
  return (
    <article className={styles.page}>
      <nav aria-label="Decisions" className={styles.line}>
        {listLink('Decisions')}
        {props.mayWork ? <NextOne {...props} /> : null}
      </nav>
      <div className={styles.head}>
        <PageHeading title="Decision" place={environment} className={styles.title}>
          <span className={styles.kind}>Decision</span> {decision ? verdictWords[decision.verdict] : null}
        </PageHeading>
        {decision ? <StandingWord decision={decision} /> : null}
        <ReadingLine
          reading={query.data?.nowReading ?? undefined}
          reread={() => void reread()}
          busy={query.isFetching}
          what="what the service says"
        />
      </div>
      <AsyncView
        query={query}
        retry={() => void reread()}
        missing="The decision could not be read"
        skeleton={<CaseSkeleton />}
      >
        {(data) => <Case {...props} data={data} reread={() => void reread()} />}
      </AsyncView>
    </article>
  )
}

interface CaseProps extends CasePageProps {
  readonly data: DecisionCase
  readonly reread: () => void
}

function Case({ data, reread, ...props }: CaseProps): ReactNode {
  const { decision } = data
  return (
    <div className={styles.panes}>
      <CompareSection data={data} explained={props.explained} reread={reread} />
      <div className={styles.work}>
        <CaseFacts decision={decision} transactionLink={props.transactionLink} itemLink={props.itemLink} />
        <AnswerSection data={data} place={props.place} reread={reread} />
        {decision.mayWithdraw ? <WithdrawSection place={props.place} decision={decision} /> : null}
        <CloseSection decision={decision} place={props.place} />
      </div>
    </div>
  )
}

/** The next decision that waits for this person as the second one. */
function NextOne({ place, onGo }: CasePageProps): ReactNode {
  const queries = decisionQueries(useClient())
  const { data } = useQuery(queries.list(place.env, { show: 'second' }))
  const others = data?.decisions.filter(({ decision }) => decision !== place.decision) ?? []
  const [next] = others
  useKey(
    'x',
    'Next one that waits for your second look',
    () => next && onGo(next.decision),
    next !== undefined,
  )
  if (!data) return null
  if (!next) return <span className={styles.quiet}>no other waits for your second look</span>
  return (
    <button type="button" className={styles.next} onClick={() => onGo(next.decision)}>
      {data.more ? 'more than ' : ''}
      {countOf(others.length, 'other')} for your second look <Kbd keys="x" />
    </button>
  )
}

function CaseSkeleton(): ReactNode {
  return (
    <div className={styles.panes}>
      <Skeleton lines={10} height={24} />
      <Skeleton lines={6} height={24} />
    </div>
  )
}
