import type { BreakGlassActivation, BreakGlassHandle } from '@paydesk/shared/compliance/break-glass'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'
import { getVisibleText } from '../../ui/text/field-value.tsx'
import { formatCount, formatCountOf } from '../../ui/text/format-count.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import { useTimeZone } from '../../ui/text/time-zone.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { AcknowledgeBreakGlassButton } from './acknowledge-button.tsx'
import { BreakGlassFiguresSection } from './break-glass-figures.tsx'
import styles from './break-glass-page.module.css'
import { describeBreakGlassReason, describeBreakGlassUser } from './labels.ts'
import { breakGlassQueries } from './queries.ts'

/** Lists every break-glass activation, with its report and the accessed records. */
export function BreakGlassPage(): ReactNode {
  const query = useQuery(breakGlassQueries(useApiClient()).list('all'))
  return (
    <div className={styles.page}>
      <PageHeader title="Broken glass">
        <RefreshButton
          help="Read the list again"
          said="The list was read again"
          isBusy={query.isFetching}
          read={query.refetch}
        />
      </PageHeader>
      <BreakGlassFiguresSection />
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing="The list could not be read"
        skeleton={<Skeleton lines={6} height={44} />}
      >
        {({ breaks, more }) =>
          breaks.length === 0 ? (
            <p className={styles.quiet}>Nobody has broken the glass within the last year.</p>
          ) : (
            <>
              <ul aria-label="Each time, newest first" className={styles.list}>
                {breaks.map((one) => (
                  <BreakGlassEntry key={one.glass} one={one} />
                ))}
              </ul>
              {more ? (
                <p className={styles.quiet}>Only the newest {formatCount(breaks.length)} are listed.</p>
              ) : null}
            </>
          )
        }
      </AsyncView>
    </div>
  )
}

function BreakGlassEntry({ one }: { readonly one: BreakGlassActivation }): ReactNode {
  const zone = useTimeZone()
  const now = useNowEveryHalfMinute()
  const [isOpen, setOpen] = useState(false)
  const { acknowledged, report, isReportMissing, isOver } = one
  return (
    <li className={styles.one} data-running={!isOver || undefined}>
      <h2 className={styles.who}>
        {describeBreakGlassUser(one)} <span className={styles.quiet}>{one.role.label}</span>
      </h2>
      <p>
        <Timestamp at={one.at} as="time" /> · {describeBreakGlassReason(one, zone, now)}
      </p>
      <p className={styles.text}>{getVisibleText(one.text)}</p>
      <dl className={styles.facts}>
        <dt>Acknowledged</dt>
        <dd>
          {acknowledged === null ? (
            'by nobody yet'
          ) : (
            <>
              by {acknowledged.by.me ? 'you' : acknowledged.by.name},{' '}
              <Timestamp at={acknowledged.at} as="time" />
            </>
          )}
        </dd>
        <dt>Report</dt>
        <dd className={styles.text}>
          {report === null ? (
            isReportMissing ? (
              <b className={styles.missing}>missing</b>
            ) : (
              'not written yet'
            )
          ) : (
            getVisibleText(report.text)
          )}
        </dd>
      </dl>
      <p className={styles.actions}>
        <AcknowledgeBreakGlassButton one={one} />
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'} what was looked at
        </Button>
      </p>
      {isOpen ? <ViewedRecords glass={one.glass} /> : null}
    </li>
  )
}

function ViewedRecords({ glass }: { readonly glass: BreakGlassHandle }): ReactNode {
  const query = useQuery(breakGlassQueries(useApiClient()).seen(glass))
  return (
    <AsyncView
      query={query}
      retry={() => void query.refetch()}
      missing="What was looked at could not be read"
      skeleton={<Skeleton lines={3} height={22} />}
    >
      {({ counts, entries, more }) =>
        entries.length === 0 ? (
          <p className={styles.quiet}>Nothing was looked at.</p>
        ) : (
          <>
            <p className={styles.quiet}>
              {counts.map(({ says, count }) => `${says} ${formatCount(count)} ×`).join(', ')}
            </p>
            <ol aria-label="From the audit trail" className={styles.entries}>
              {entries.map(({ at, action, says, about, result, reference }) => (
                <li key={`${reference} ${action} ${about?.id ?? ''}`}>
                  <RowTime at={at} as="exact" />
                  <span>{says}</span>
                  <span>
                    {about === null ? '' : `${about.words} `}
                    {about === null ? null : (
                      <code title={about.id} className={styles.id}>
                        …{about.id.slice(-6)}
                      </code>
                    )}
                  </span>
                  <span>{result === 'allowed' ? '' : result}</span>
                  <code>{reference}</code>
                </li>
              ))}
            </ol>
            {more ? (
              <p className={styles.quiet}>
                Only the first {formatCountOf(entries.length, 'entry')} are listed.
              </p>
            ) : null}
          </>
        )
      }
    </AsyncView>
  )
}
