import type { EnvironmentLastDay, HealthLastDay } from '@paydesk/shared/administration/health-last-day'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { TimeChart } from '../../ui/charts/time-chart.tsx'
import styles from './last-day.module.css'

/** Charts of the last 24 hours, in their order on the page. */
export const lastDayCharts = ['latency', 'failures', 'notifications', 'syncLag'] as const
type LastDayChartName = (typeof lastDayCharts)[number]

/** Returns false for a chart of counts that people limited to some merchants do not get. */
export function isChartShown(
  chart: LastDayChartName,
  { notifications, service }: EnvironmentLastDay,
): boolean {
  if (chart === 'notifications') return notifications !== null
  return chart !== 'failures' || service.some(({ calls }) => calls !== null)
}

interface LastDayChartProps {
  readonly slots: HealthLastDay['slots']
  readonly figures: EnvironmentLastDay
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const findLongest = (values: readonly (number | null)[]) => Math.max(0, ...values.map((value) => value ?? 0))

const charts: Readonly<Record<LastDayChartName, (props: LastDayChartProps) => ReactNode>> = {
  latency: LatencyChart,
  failures: FailuresChart,
  notifications: NotificationsChart,
  syncLag: SyncLagChart,
}

/** Draws one of the charts of an environment, or says that there is nothing to draw. */
export function LastDayChart({
  chart,
  ...props
}: LastDayChartProps & { readonly chart: LastDayChartName }): ReactNode {
  const Chart = charts[chart]
  return <Chart {...props} />
}

/** Returns what the charts tell of their time axis, in the time zone of the person. */
function useTimeAxis(slots: HealthLastDay['slots']) {
  const texts = useMessages('healthLastDay')
  const format = useFormatter()
  const now = Date.now()
  return {
    days: slots,
    dayHead: texts.quarter,
    points: {
      format: (slot: string) => format.shortTime(Date.parse(slot), now),
      // Compare each time with itself: a time of the same day is shown without its date.
      formatOnAxis: (slot: string) => format.shortTime(Date.parse(slot), Date.parse(slot)),
      values: texts.values,
    },
  }
}

function NothingToDraw({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className={styles.quiet}>{children}</p>
}

function LatencyChart({ slots, figures: { service, since } }: LastDayChartProps): ReactNode {
  const texts = useMessages('healthLastDay')
  const format = useFormatter()
  const axis = useTimeAxis(slots)
  const answered = service.filter(({ total }) => total.p95Ms !== null)
  const formatMs = (ms: number) => format.text(texts.milliseconds, { ms: Math.round(ms) })
  if (answered.length === 0)
    return (
      <NothingToDraw>
        {format.text(texts.latency.none, { time: format.shortTime(Date.parse(since), Date.now()) })}
      </NothingToDraw>
    )
  const longest = findLongest(answered.flatMap(({ p95Ms }) => p95Ms))
  return (
    <TimeChart
      {...axis}
      label={format.text(texts.latency.chart, { longest: formatMs(longest) })}
      caption={texts.latency.table}
      unit={texts.latency.unit}
      mark="line"
      formatValue={formatMs}
      series={answered.map(({ operation, p95Ms }) => ({ name: texts.operations[operation], values: p95Ms }))}
    />
  )
}

function FailuresChart({ slots, figures: { service, since } }: LastDayChartProps): ReactNode {
  const texts = useMessages('healthLastDay')
  const format = useFormatter()
  const axis = useTimeAxis(slots)
  const counted = service.flatMap(({ operation, calls }) => (calls === null ? [] : [{ operation, ...calls }]))
  const ended = sum(counted.flatMap((one) => one.ended))
  const failed = sum(counted.flatMap((one) => one.failed))
  if (ended === 0)
    return (
      <NothingToDraw>
        {format.text(texts.failures.noCall, { time: format.shortTime(Date.parse(since), Date.now()) })}
      </NothingToDraw>
    )
  if (failed === 0) return <NothingToDraw>{format.text(texts.failures.none, { count: ended })}</NothingToDraw>
  return (
    <TimeChart
      {...axis}
      label={format.text(texts.failures.chart, { count: failed })}
      caption={texts.failures.table}
      unit={texts.failures.unit}
      mark="stack"
      series={counted
        .filter((one) => sum(one.failed) > 0)
        .map((one) => ({ name: texts.operations[one.operation], values: one.failed }))}
    />
  )
}

function NotificationsChart({ slots, figures: { notifications } }: LastDayChartProps): ReactNode {
  const texts = useMessages('healthLastDay').notifications
  const format = useFormatter()
  const axis = useTimeAxis(slots)
  if (notifications === null || sum(notifications) === 0) return <NothingToDraw>{texts.none}</NothingToDraw>
  return (
    <TimeChart
      {...axis}
      label={format.text(texts.chart, { count: sum(notifications) })}
      caption={texts.table}
      unit={texts.unit}
      mark="bars"
      series={[{ name: texts.received, values: notifications }]}
    />
  )
}

const minuteMs = 60_000
const toMinutes = (ms: number) => Math.round((10 * ms) / minuteMs) / 10

function SyncLagChart({ slots, figures: { syncLagMs } }: LastDayChartProps): ReactNode {
  const { minutes: minutesText, syncLag: texts } = useMessages('healthLastDay')
  const format = useFormatter()
  const axis = useTimeAxis(slots)
  const formatMinutes = (minutes: number) => format.text(minutesText, { minutes: format.number(minutes) })
  const minutes = syncLagMs.map((ms) => (ms === null ? null : toMinutes(ms)))
  if (minutes.every((value) => value === null)) return <NothingToDraw>{texts.none}</NothingToDraw>
  return (
    <TimeChart
      {...axis}
      label={format.text(texts.chart, { longest: formatMinutes(findLongest(minutes)) })}
      caption={texts.table}
      unit={texts.unit}
      mark="line"
      formatValue={formatMinutes}
      series={[{ name: texts.lag, values: minutes }]}
    />
  )
}
