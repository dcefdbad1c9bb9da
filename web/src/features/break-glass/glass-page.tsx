import type { GlassBreak, GlassHandle } from '@paydesk/shared/compliance/glass'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHead, Reread } from '../../ui/page/page-head.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useHalfMinutes } from '../../ui/state/clock.ts'
import { counted, countOf } from '../../ui/text/counted.ts'
import { shownText } from '../../ui/text/masked-value.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { useZone } from '../../ui/text/zone.tsx'
import { AcknowledgeButton } from './acknowledge-button.tsx'
import { GlassCount } from './glass-count.tsx'
import styles from './glass-page.module.css'
import { glassQueries } from './queries.ts'
import { whoWords, whyWords } from './words.ts'

/** Every time that the glass was broken, with its report and what was looked at. */
export function GlassPage(): ReactNode {
  const query = useQuery(glassQueries(useClient()).list('all'))
  return (
    <div className={styles.page}>
      <PageHead title="Broken glass">
        <Reread
          help="Read the list again"
          said="The list was read again"
          isBusy={query.isFetching}
          read={query.refetch}
        />
      </PageHead>
      <GlassCount />
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
                  <One key={one.glass} one={one} />
                ))}
              </ul>
              {more ? (
                <p className={styles.quiet}>Only the newest {counted(breaks.length)} are listed.</p>
              ) : null}
            </>
          )
        }
      </AsyncView>
    </div>
  )
}

function One({ one }: { readonly one: GlassBreak }): ReactNode {
  const zone = useZone()
  const now = useHalfMinutes()
  const [isOpen, setOpen] = useState(false)
  const { acknowledged, report, isReportMissing, isOver } = one
  return (
    <li className={styles.one} data-running={!isOver || undefined}>
      <h2 className={styles.who}>
        {whoWords(one)} <span className={styles.quiet}>{one.role.label}</span>
      </h2>
      <p>
        <Timestamp at={one.at} as="time" /> · {whyWords(one, zone, now)}
      </p>
      <p className={styles.text}>{shownText(one.text)}</p>
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
            shownText(report.text)
          )}
        </dd>
      </dl>
      <p className={styles.actions}>
        <AcknowledgeButton one={one} />
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'} what was looked at
        </Button>
      </p>
      {isOpen ? <Seen glass={one.glass} /> : null}
    </li>
  )
}

function Seen({ glass }: { readonly glass: GlassHandle }): ReactNode {
  const query = useQuery(glassQueries(useClient()).seen(glass))
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
              {counts.map(({ says, count }) => `${says} ${counted(count)} ×`).join(', ')}
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
              <p className={styles.quiet}>Only the first {countOf(entries.length, 'entry')} are listed.</p>
            ) : null}
          </>
        )
      }
    </AsyncView>
  )
}
