import { getStateLabel } from '@paydesk/shared/core/state'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { describeFailure } from '../../lib/api/problem-error.ts'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { FreshnessLine } from '../../ui/page/freshness-line.tsx'
import { RecordHeadline, readTransactionHeadline } from '../../ui/page/record-headline.tsx'
import { RecordJson } from '../../ui/page/record-json.tsx'
import { focusSection } from '../../ui/page/section.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { CustomerSafeTextSection } from './customer-safe-text-section.tsx'
import { TransactionExplanation } from './explanation.tsx'
import { TransactionFactsSection } from './facts-section.tsx'
import { FinalityStatus, isFinalityConfirmed } from './finality-status.tsx'
import { TransactionIdentitySection } from './identity-section.tsx'
import { NotificationsSection, type ReceivedNotificationDialogProps } from './notifications-section.tsx'
import { TransactionSkeleton } from './panel-skeleton.tsx'
import { ProviderResponsesSection } from './provider-section.tsx'
import { type TransactionRef, transactionQueries } from './queries.ts'
import type { SentNotificationValueRenderer } from './sent-list.tsx'
import { StateHistorySection } from './state-history-section.tsx'
import { WorkflowStepsSection } from './steps-section.tsx'
import styles from './transaction-panel.module.css'

function TransactionRecordSection({
  transactionRef,
}: {
  readonly transactionRef: TransactionRef
}): ReactNode {
  const [wanted, setWanted] = useState(false)
  const record = useQuery({ ...transactionQueries(useApiClient()).record(transactionRef), enabled: wanted })
  return <RecordJson query={record} open={() => setWanted(true)} refetch={() => record.refetch()} />
}

export interface TransactionPanelProps {
  readonly transactionRef: TransactionRef
  /** Heading above the sentence: the h1 of the page, or a link to the transaction page if embedded. */
  readonly heading: ReactNode
  /** Actions of the page, beside the facts at the top. */
  readonly actions?: ReactNode
  /** Queue position in Paydesk, for a transaction on which an operator must act. */
  readonly reviewPlace?: ReactNode
  /** Payment request behind the transaction, if staff asked for the payment. */
  readonly request?: ReactNode
  /** Dialog with all details of one received notification. */
  readonly receivedDialog: ComponentType<ReceivedNotificationDialogProps>
  readonly renderSent?: SentNotificationValueRenderer
}

/** Shows one transaction: the sentence first, then the evidence. */
export function TransactionPanel({
  transactionRef,
  heading,
  actions,
  reviewPlace = null,
  request = null,
  receivedDialog,
  renderSent,
}: TransactionPanelProps): ReactNode {
  const texts = useMessages('transactions')
  const states = useMessages('ui')
  const format = useFormatter()
  const queries = transactionQueries(useApiClient())
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const may = { notifications: useMay('notification.read'), record: useMay('transaction.record') }
  const state = useQuery(queries.state(transactionRef))
  // Show no part of a transaction that belongs to another customer.
  const failure = state.error === null ? null : describeFailure(state.error)
  const foreign = failure?.id === 'upstream_mismatch'
  const isOwn = transactionRef.customer === undefined || state.data !== undefined
  const history = useQuery({ ...queries.history(transactionRef), enabled: isOwn && !foreign })
  async function refetch() {
    // Ignore the error: the query keeps it and the section shows it.
    const read = await queryClient.fetchQuery(queries.freshState(transactionRef)).catch(() => null)
    if (read) announce(texts.refreshed)
  }
  useChangeAnnouncement(
    state.data === undefined
      ? null
      : format.text(texts.stateChanged, { state: getStateLabel(state.data.state, states) }),
  )
  useShortcut('p', texts.providers.title, () => focusSection('providers'))
  useShortcut('r', texts.refresh, () => void refetch())
  return (
    <article className={styles.panel}>
      <div className={styles.head}>
        {heading}
        <FreshnessLine
          reading={state.data?.reading}
          refetch={refetch}
          busy={state.isFetching}
          what={texts.theState}
        />
      </div>
      <AsyncView query={state} retry={refetch} missing={texts.notLoaded} skeleton={<TransactionSkeleton />}>
        {(view) => (
          <>
            <RecordHeadline facts={readTransactionHeadline(view)} open={view.transaction}>
              {actions}
            </RecordHeadline>
            <TransactionExplanation
              view={view}
              isStateAbove
              isConfirmed={isFinalityConfirmed(view.state, history.data)}
              finalityStatus={<FinalityStatus state={view.state} history={history} />}
            />
            {view.inReview || view.explanation.nextActor.actor === 'operator' ? reviewPlace : null}
            <div className={styles.sections}>
              <CustomerSafeTextSection texts={view.safeTexts} version={view.safeTextVersion} />
              <WorkflowStepsSection steps={view.steps} />
              <ProviderResponsesSection responses={view.providerResponses} />
              <TransactionFactsSection view={view} />
              <div className={styles.column}>
                <TransactionIdentitySection identity={view.identity} />
                {request}
              </div>
            </div>
          </>
        )}
      </AsyncView>
      {state.data && !foreign ? (
        <StateHistorySection
          query={history}
          look={{ at: state.data.reading.at, state: state.data.state.raw }}
          retry={() => void history.refetch()}
        />
      ) : null}
      {may.notifications && !foreign ? (
        <NotificationsSection
          transactionRef={transactionRef}
          isOwn={isOwn}
          isUnknown={state.data === undefined && failure?.id === 'not_found'}
          dialog={receivedDialog}
          renderSent={renderSent}
        />
      ) : null}
      {may.record && state.data && !foreign ? (
        <TransactionRecordSection transactionRef={transactionRef} />
      ) : null}
    </article>
  )
}

/** Announces a changed line; the first line is on screen and needs no announcement. */
function useChangeAnnouncement(line: string | null): void {
  const announce = useAnnounce()
  const before = useRef(line)
  useEffect(() => {
    if (before.current !== null && line !== null && line !== before.current) announce(line)
    before.current = line ?? before.current
  }, [announce, line])
}
