import type { SubjectRequestView } from '@paydesk/shared/compliance/subject'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { shownText } from '../../ui/text/masked-value.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { AnswerForm } from './answer-form.tsx'
import { subjectQueries } from './queries.ts'
import styles from './subjects.module.css'
import { TakeExport, useTaking } from './take-export.tsx'
import { statusWords } from './words.ts'

interface SubjectsPageProps {
  readonly env: EnvironmentName
  readonly place: string
  readonly customerLink: (customer: SubjectRequestView['customer']) => ReactNode
}

/** Exports that customers asked for: those that wait for this person, those to be taken, and what became of the rest. */
export function SubjectsPage({ env, place, customerLink }: SubjectsPageProps): ReactNode {
  const query = useQuery(subjectQueries(useClient()).list(env))
  const page = useRef<HTMLDivElement>(null)
  const taking = useTaking(
    env,
    ({ request }) => page.current?.querySelector<HTMLElement>(`[data-request="${request}"]`) ?? null,
  )
  return (
    <div ref={page} className={styles.page}>
      <PageHead title="Customer exports" place={place} />
      <AsyncView
        query={query}
        retry={() => query.refetch()}
        skeleton={<Skeleton lines={6} height={24} />}
        missing="The customer exports could not be read"
      >
        {({ requests }) => {
          const mine = requests.filter((one) => one.mayAnswer)
          const ready = requests.filter((one) => one.mayTake)
          const rest = requests.filter((one) => !one.mayAnswer && !one.mayTake)
          const row = (one: SubjectRequestView, more: ReactNode) => (
            <Request key={one.request} one={one} customerLink={customerLink}>
              {more}
            </Request>
          )
          return (
            <>
              <Group title="Waiting for you" id="waiting" empty="No request of a colleague waits for you.">
                {mine.map((one) => row(one, <AnswerForm env={env} one={one} />))}
              </Group>
              <Group title="Ready to be taken" empty="Nothing is ready for you.">
                {ready.map((one) => row(one, <TakeExport taking={taking} one={one} />))}
              </Group>
              <Group
                title="Last thirty days"
                empty="Nothing was asked for. An export is asked for on the customer’s page."
              >
                {rest.map((one) => row(one, <TakeExport taking={taking} one={one} />))}
              </Group>
            </>
          )
        }}
      </AsyncView>
    </div>
  )
}

interface GroupProps {
  readonly title: string
  readonly id?: string
  readonly empty: string
  readonly children: readonly ReactNode[]
}

function Group({ empty, children, ...section }: GroupProps): ReactNode {
  return (
    <Section {...section}>
      {children.length === 0 ? (
        <p className={styles.quiet}>{empty}</p>
      ) : (
        <ul className={styles.list}>{children}</ul>
      )}
    </Section>
  )
}

interface RequestProps extends Pick<SubjectsPageProps, 'customerLink'> {
  readonly one: SubjectRequestView
  readonly children: ReactNode
}

const nameOf = ({ name, me }: SubjectRequestView['by']) => (me ? 'you' : name)

function Request({ one, customerLink, children }: RequestProps): ReactNode {
  const { customer, ticket, by, at, status, until, second, taken } = one
  return (
    <li data-request={one.request} tabIndex={-1} className={styles.item}>
      <p className={styles.line}>
        <span className={styles.status} data-status={status}>
          {statusWords[status]}
        </span>
        {customerLink(customer)}
        <span>
          Ticket <code>{shownText(ticket)}</code>
        </span>
        <span className={styles.quiet}>
          asked by {nameOf(by)}, <RowTime at={at} as="age" />
        </span>
      </p>
      {second === null ? null : (
        <p className={styles.quiet}>
          {status === 'refused' ? 'Refused' : 'Confirmed'} by {nameOf(second.by)},{' '}
          <RowTime at={second.at} as="age" />
          {second.text === null ? null : <>: {shownText(second.text)}</>}
        </p>
      )}
      {until === null ? null : (
        <p className={styles.quiet}>
          {status === 'waiting' ? 'Can be answered until ' : 'Can be taken until '}
          <RowTime at={until} as="exact" />
        </p>
      )}
      {taken.map((one) => (
        <p key={one.at} className={styles.quiet}>
          Taken by {nameOf(one.by)}, <RowTime at={one.at} as="age" />
        </p>
      ))}
      {children}
    </li>
  )
}
