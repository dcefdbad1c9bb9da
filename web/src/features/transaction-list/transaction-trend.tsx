import type { TransactionDaySeries, TransactionTrend } from '@paydesk/shared/payments/transaction-trend'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { TimeChart } from '../../ui/charts/time-chart.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { transactionListQueries } from './queries.ts'

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

function useTrend() {
  const { name: env } = useEnvironment()
  return useQuery(transactionListQueries(useApiClient()).trend(env))
}

/** Home page chart: transactions by day and workflow, compared with the days before. */
export function TransactionVolumeTrend(): ReactNode {
  const query = useTrend()
  const texts = useMessages('homeTrends').trend
  const format = useFormatter()
  return (
    <Section
      title={texts.volume}
      note={
        query.data
          ? format.parts(texts.coverage, {
              time: <RowTime key="time" at={query.data.countedAt} as="relative" />,
            })
          : null
      }
    >
      <TrendView query={query}>{(trend) => <VolumeChart trend={trend} />}</TrendView>
    </Section>
  )
}

/** Home page chart: share of the ended transactions of each day that are successes. */
export function SuccessRateTrend(): ReactNode {
  const texts = useMessages('homeTrends').trend
  return (
    <Section title={texts.rate} note={texts.rateNote}>
      <TrendView query={useTrend()}>{(trend) => <SuccessChart trend={trend} />}</TrendView>
    </Section>
  )
}

interface TrendViewProps {
  readonly query: ReturnType<typeof useTrend>
  readonly children: (trend: TransactionTrend) => ReactNode
}

function TrendView({ query, children }: TrendViewProps): ReactNode {
  const texts = useMessages('homeTrends').trend
  return (
    <AsyncView
      query={query}
      retry={() => void query.refetch()}
      missing={texts.notLoaded}
      skeleton={<Skeleton height={230} />}
    >
      {(trend) =>
        sum(trend.total.seen) + sum(trend.previous.seen) === 0 ? <p>{texts.none}</p> : children(trend)
      }
    </AsyncView>
  )
}

function useWorkflowName() {
  const texts = useMessages('homeTrends').trend
  return ({ workflow, isRest }: TransactionTrend['workflows'][number]) =>
    workflow ?? (isRest ? texts.otherWorkflows : texts.noWorkflow)
}

function VolumeChart({ trend }: { readonly trend: TransactionTrend }): ReactNode {
  const texts = useMessages('homeTrends').trend
  const format = useFormatter()
  const nameOf = useWorkflowName()
  const { days, total, previous, workflows } = trend
  return (
    <TimeChart
      label={format.text(texts.volumeChart, {
        ...{ count: sum(total.seen), before: sum(previous.seen), days: days.length },
      })}
      caption={texts.volumeTable}
      days={days}
      dayHead={texts.day}
      unit={format.text(texts.volumeUnit, { zone: trend.zone })}
      mark="stack"
      previous={{ name: format.text(texts.previous, { days: days.length }), values: previous.seen }}
      series={[
        ...workflows.map((one) => ({ name: nameOf(one), values: one.seen })),
        { name: texts.all, values: total.seen, isDrawn: false },
      ]}
    />
  )
}

/** Share (percent) of the ended transactions; null on a day on which none ended. */
function toRates({ ended, succeeded }: TransactionDaySeries): readonly (number | null)[] {
  return ended.map((all, at) => (all === 0 ? null : (100 * (succeeded[at] ?? 0)) / all))
}

function SuccessChart({ trend }: { readonly trend: TransactionTrend }): ReactNode {
  const texts = useMessages('homeTrends').trend
  const format = useFormatter()
  const nameOf = useWorkflowName()
  const { days, total, previous, workflows } = trend
  const percent = (value: number) => format.text(texts.percent, { share: Math.round(value) })
  const rateOf = ({ ended, succeeded }: TransactionDaySeries) =>
    sum(ended) === 0 ? '–' : percent((100 * sum(succeeded)) / sum(ended))
  return (
    <TimeChart
      label={format.text(texts.rateChart, {
        ...{ rate: rateOf(total), before: rateOf(previous), days: days.length },
      })}
      caption={texts.rateTable}
      days={days}
      dayHead={texts.day}
      unit={texts.rateUnit}
      mark="line"
      top={100}
      formatValue={percent}
      previous={{ name: format.text(texts.previous, { days: days.length }), values: toRates(previous) }}
      series={[
        { name: texts.all, values: toRates(total) },
        ...workflows.map((one) => ({ name: nameOf(one), values: toRates(one), isDrawn: false })),
      ]}
    />
  )
}
