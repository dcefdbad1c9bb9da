import { formatAuditEvent, labelRecordKind } from '@paydesk/shared/compliance/audit-event-text'
import type { BreakGlassActivation, BreakGlassHandle } from '@paydesk/shared/compliance/break-glass'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { Button } from '../../ui/forms/button.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { getVisibleText } from '../../ui/text/field-value.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { AcknowledgeBreakGlassButton } from './acknowledge-button.tsx'
import { BreakGlassFiguresSection } from './break-glass-figures.tsx'
import styles from './break-glass-page.module.css'
import { breakGlassQueries } from './queries.ts'
import { useBreakGlassDescription } from './use-break-glass-description.ts'

/** Lists every break-glass activation, with its report and the accessed records. */
export function BreakGlassPage(): ReactNode {
  const texts = useMessages('breakGlass')
  const format = useFormatter()
  const query = useQuery(breakGlassQueries(useApiClient()).list('all'))
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title}>
        <RefreshButton
          text={texts.refresh}
          help={texts.refreshHelp}
          said={texts.refreshed}
          isBusy={query.isFetching}
          read={query.refetch}
        />
      </PageHeader>
      <BreakGlassFiguresSection title={texts.figures.title} hidesNone />
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing={texts.notLoaded}
        skeleton={<Skeleton lines={6} height={44} />}
      >
        {({ activations, more }) =>
          activations.length === 0 ? (
            <EmptyState>
              <p>{texts.none}</p>
            </EmptyState>
          ) : (
            <>
              <ul aria-label={texts.list} className={styles.list}>
                {activations.map((one) => (
                  <BreakGlassEntry key={one.breakGlass} activation={one} />
                ))}
              </ul>
              {more ? (
                <p className={styles.quiet}>{format.text(texts.onlyNewest, { count: activations.length })}</p>
              ) : null}
            </>
          )
        }
      </AsyncView>
    </div>
  )
}

function BreakGlassEntry({ activation }: { readonly activation: BreakGlassActivation }): ReactNode {
  const texts = useMessages('breakGlass')
  const { roles } = useMessages('signIn')
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  const { who, why } = useBreakGlassDescription(activation)
  const [isOpen, setOpen] = useState(false)
  const { acknowledgement, report, isReportMissing, isOver } = activation
  return (
    <li className={styles.one} data-running={!isOver || undefined}>
      <h2 className={styles.who}>
        {who} <span className={styles.quiet}>{roles[activation.role].label}</span>
      </h2>
      <p>
        <Timestamp at={activation.at} as="time" /> · {why}
      </p>
      <p className={styles.text}>{getVisibleText(activation.text)}</p>
      <dl className={styles.facts}>
        <dt>{texts.acknowledged}</dt>
        <dd>
          {acknowledgement === null
            ? texts.notYet
            : format.parts(texts.by, {
                name: nameColleague(acknowledgement.by, 'object'),
                time: <Timestamp key="time" at={acknowledgement.at} as="time" />,
              })}
        </dd>
        <dt>{texts.report.label}</dt>
        <dd className={styles.text}>
          {report === null ? (
            isReportMissing ? (
              <b className={styles.missing}>{texts.missing}</b>
            ) : (
              texts.notSubmitted
            )
          ) : (
            getVisibleText(report.text)
          )}
        </dd>
      </dl>
      <p className={styles.actions}>
        <AcknowledgeBreakGlassButton activation={activation} />
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? texts.hideRecords : texts.showRecords}
        </Button>
      </p>
      {isOpen ? <ViewedRecords glass={activation.breakGlass} /> : null}
    </li>
  )
}

function ViewedRecords({ glass }: { readonly glass: BreakGlassHandle }): ReactNode {
  const texts = useMessages('breakGlass')
  const labels = useMessages('auditEvents')
  const format = useFormatter()
  const query = useQuery(breakGlassQueries(useApiClient()).seen(glass))
  return (
    <AsyncView
      query={query}
      retry={() => void query.refetch()}
      missing={texts.recordsNotLoaded}
      skeleton={<Skeleton lines={3} height={22} />}
    >
      {({ counts, entries, more }) =>
        entries.length === 0 ? (
          <p className={styles.quiet}>{texts.noRecords}</p>
        ) : (
          <>
            <p className={styles.quiet}>
              {counts
                .map(({ action, kind, count }) => {
                  const record = kind === null ? null : labelRecordKind(kind, labels.someKinds)
                  const event = formatAuditEvent(action, record, labels, format).join('')
                  return `${event} ${format.number(count)} ×`
                })
                .join(', ')}
            </p>
            <ol aria-label={texts.entries} className={styles.entries}>
              {entries.map(({ at, action, about, result, reference }) => (
                <li key={`${reference} ${action} ${about?.id ?? ''}`}>
                  <RowTime at={at} as="exact" />
                  <span>
                    {formatAuditEvent(
                      action,
                      about === null ? null : labelRecordKind(about.kind, labels.kinds),
                      labels,
                      format,
                    ).join('')}
                  </span>
                  <span>
                    {about === null ? null : (
                      <code title={about.id} className={styles.id}>
                        …{about.id.slice(-6)}
                      </code>
                    )}
                  </span>
                  <span>{result === 'allowed' ? '' : texts.results[result]}</span>
                  <code>{reference}</code>
                </li>
              ))}
            </ol>
            {more ? (
              <p className={styles.quiet}>{format.text(texts.onlyFirst, { count: entries.length })}</p>
            ) : null}
          </>
        )
      }
    </AsyncView>
  )
}
