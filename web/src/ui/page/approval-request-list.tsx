import type { ApprovalRequest } from '@paydesk/shared/core/approval'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { ReactNode, Ref } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { useEnvironment } from '../../lib/session-context.tsx'
import { FieldValue } from '../text/field-value.tsx'
import { Timestamp } from '../text/timestamp.tsx'
import { ApprovalForm, type ApprovalFormProps, type ApprovalResult } from './approval-form.tsx'
import styles from './approval-request-list.module.css'
import { type AsyncQuery, AsyncView } from './async-view.tsx'
import { EmptyState } from './empty-state.tsx'
import { PageHeader, RefreshButton } from './page-header.tsx'
import { Section } from './section.tsx'
import { Skeleton } from './skeleton.tsx'

/** Part of a request page. Without `empty`, the section is left out when it has no requests. */
interface RequestSection<Request> {
  readonly title: string
  readonly id?: string
  readonly requests: readonly Request[]
  readonly empty?: string
}

interface ApprovalRequestListPageProps<Request> {
  readonly title: string
  /** First sentence of the page: what is requested here. */
  readonly about: string
  readonly query: AsyncQuery<{ readonly requests: readonly Request[] }> & {
    readonly refetch: () => Promise<unknown>
  }
  readonly sections: (requests: readonly Request[]) => readonly RequestSection<Request>[]
  /** Says how to begin while there is no request at all, in place of the sections. */
  readonly beginning: ReactNode
  /** Renders the card of one request. */
  readonly children: (request: Request) => ReactNode
}

/** Page of requests that one person makes and another person answers, in sections. */
export function ApprovalRequestListPage<Request>({
  title,
  about,
  query,
  sections,
  beginning,
  children,
}: ApprovalRequestListPageProps<Request>): ReactNode {
  const texts = useMessages('approvals')
  const { label } = useEnvironment()
  return (
    <div className={styles.page}>
      <PageHeader title={title} place={label} about={about}>
        <RefreshButton
          help={texts.refresh}
          said={texts.refreshed}
          isBusy={query.isFetching}
          read={() => query.refetch()}
        />
      </PageHeader>
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing={texts.failed}
        skeleton={<Skeleton lines={5} height={28} />}
      >
        {(data) =>
          data.requests.length === 0 ? (
            <EmptyState>{beginning}</EmptyState>
          ) : (
            sections(data.requests).map(({ requests, empty, ...section }) =>
              requests.length === 0 && empty === undefined ? null : (
                <Section key={section.title} {...section}>
                  {requests.length === 0 ? (
                    <p className={styles.quiet}>{empty}</p>
                  ) : (
                    <ul className={styles.list}>{requests.map(children)}</ul>
                  )}
                </Section>
              ),
            )
          )
        }
      </AsyncView>
    </div>
  )
}

interface ApprovalRequestCardProps<Status extends string, Result> {
  readonly request: ApprovalRequest & { readonly status: Status }
  readonly card?: Ref<HTMLLIElement>
  readonly texts: {
    readonly statuses: Readonly<Record<Status, string>>
    readonly requested: string
    readonly ownRequested: string
  }
  /** Subject and reason of the request, in its first line. */
  readonly facts: ReactNode
  /** Content of the request, below the first line. */
  readonly details?: ReactNode
  /** Comment of the person who asked. */
  readonly comment?: MaskedValue
  readonly downloads?: ReactNode
  readonly approval: Omit<ApprovalFormProps<Result>, 'name'>
  /** Actions of the person who asked. */
  readonly children?: ReactNode
}

/** Shows one request: subject, status, who asked and answered, and the actions open to this user. */
export function ApprovalRequestCard<Status extends string, Result extends ApprovalResult>({
  request,
  card,
  texts,
  facts,
  details,
  comment,
  downloads,
  approval,
  children,
}: ApprovalRequestCardProps<Status, Result>): ReactNode {
  const approvals = useMessages('approvals')
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  const { by, status, answer, downloadUntil } = request
  return (
    <li ref={card} tabIndex={-1} className={styles.item}>
      <div className={styles.line}>
        {facts}
        <span className={styles.status} data-status={status}>
          {texts.statuses[status]}
        </span>
      </div>
      {details}
      {comment === undefined ? null : (
        <p className={styles.words}>
          <FieldValue value={comment} />
        </p>
      )}
      <p className={styles.quiet}>
        {format.parts(by.me ? texts.ownRequested : texts.requested, {
          name: nameColleague(by, 'subject'),
          time: <Timestamp key="asked" at={request.at} as="relative" />,
        })}
        {status === 'waiting' ? (
          <>
            ,{' '}
            {format.parts(approvals.openUntil, {
              time: <Timestamp key="open" at={request.until} as="time" />,
            })}
          </>
        ) : null}
        {downloadUntil !== null && status === 'confirmed' ? (
          <>
            ,{' '}
            {format.parts(approvals.downloadUntil, {
              time: <Timestamp key="until" at={downloadUntil} as="time" />,
            })}
          </>
        ) : null}
      </p>
      {answer === null ? null : (
        <p className={styles.quiet}>
          {format.parts(approvals.answers[answer.answer], {
            name: nameColleague(answer.by, 'object'),
            time: <Timestamp key="answered" at={answer.at} as="relative" />,
          })}
          {answer.text.visibility === 'absent' ? null : (
            <>
              : <FieldValue value={answer.text} />
            </>
          )}
        </p>
      )}
      {downloads}
      {request.mayAnswer ? <ApprovalForm name={nameColleague(by, 'object')} {...approval} /> : null}
      {by.me && status === 'waiting' ? <p className={styles.quiet}>{approvals.ownWaiting}</p> : null}
      {children}
    </li>
  )
}
