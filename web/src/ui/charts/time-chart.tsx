import { type CSSProperties, type PointerEvent, type ReactNode, useState } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { ChartDataTable } from './key-figures.tsx'
import { buildLinePath, buildPointPath, type ChartValue, keepIsolatedPoints } from './line-path.ts'
import styles from './time-chart.module.css'
import { chooseLabelledDays, computeAxisMarks, findDayIndexAt } from './time-chart-scale.ts'

interface ChartSeries {
  readonly name: string
  /** One value for each day; null where none is known. */
  readonly values: readonly ChartValue[]
  /** Colour by meaning; without it, by position. Dash, mark and fill always go by position. */
  readonly tone?: 'good' | 'review' | 'bad'
  /** False for a series that is not drawn: it appears in the data table and among the values of a day. */
  readonly isDrawn?: boolean
  /** True for plain numbers in a chart whose axis has another unit. */
  readonly isCount?: boolean
}

/** How to write the points of a time axis that are not days. */
interface TimePointTexts {
  /** Short text on the axis. */
  readonly formatOnAxis: (point: string) => string
  /** Full text among the values and in the data table; no two points have the same. */
  readonly format: (point: string) => string
  /** Names what shows the values of one point. */
  readonly values: string
}

interface TimeChartProps {
  /** Sums up the chart for screen readers. */
  readonly label: string
  /** Names the data table. */
  readonly caption: string
  /** Names the days, or the weeks by their first day: `2026-06-04`, oldest first. With `points`, any other times. */
  readonly days: readonly string[]
  readonly points?: TimePointTexts
  readonly dayHead: string
  /** Unit of the value axis, such as `cases a day`. */
  readonly unit: string
  readonly series: readonly ChartSeries[]
  /** `bars`: one for each series, side by side. `stack`: one bar a day. */
  readonly mark: 'line' | 'bars' | 'stack'
  /** Values of the same number of days before the shown ones, for comparison. */
  readonly previous?: { readonly name: string; readonly values: readonly ChartValue[] } | undefined
  readonly target?: { readonly name: string; readonly value: number } | undefined
  /** Top of the value axis, if it is fixed, such as 100 for a share. */
  readonly top?: number
  readonly formatValue?: (value: number) => string
}

/** Height of the drawing in its own units; its width is the number of days. */
const height = 100
/** Number of days up to which a line has a mark at each of them; more marks would run into each other. */
const maxMarkedDays = 40

const sumOf = (values: readonly ChartValue[]) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

/** One line of the values of a day and of the legend. */
interface Entry {
  readonly look: string
  readonly tone?: ChartSeries['tone']
  readonly name: string
  readonly say: (at: number) => string
}

/**
 * Draws values by day with axes, legend and the data table behind them. The pointer, or the arrow keys on the
 * focused chart, show the exact values of one day.
 */
export function TimeChart(props: TimeChartProps): ReactNode {
  const { days, series, mark, previous, target, caption, dayHead } = props
  const { dateWithoutYear, number } = useFormatter()
  const { formatValue = number, points } = props
  const sayBy =
    (values: readonly ChartValue[], format: (value: number) => string = formatValue) =>
    (at: number): string => {
      const value = values[at] ?? null
      return value === null ? '–' : format(value)
    }
  const drawn = series.filter(({ isDrawn = true }) => isDrawn)
  const kind = mark === 'line' ? 'line' : 'bar'
  const entries: readonly Entry[] = [
    ...series.map((one) => ({
      ...one,
      look: drawn.includes(one) ? `${kind}-${drawn.indexOf(one)}` : 'none',
      say: sayBy(one.values, one.isCount ? number : formatValue),
    })),
    ...(previous ? [{ ...previous, look: 'previous', say: sayBy(previous.values) }] : []),
    ...(target
      ? [{ name: target.name, values: [], look: 'target', say: () => formatValue(target.value) }]
      : []),
  ]
  const columns = entries.filter(({ look }) => look !== 'target')
  return (
    <figure className={styles.chart}>
      <Plot {...props} drawn={drawn} entries={entries} formatValue={formatValue} />
      <ChartDataTable
        label={caption}
        heads={[dayHead, ...columns.map(({ name }) => name)]}
        rows={days
          .map((day, at) => [(points?.format ?? dateWithoutYear)(day), ...columns.map(({ say }) => say(at))])
          .toReversed()}
      />
    </figure>
  )
}

interface PlotProps extends TimeChartProps {
  readonly drawn: readonly ChartSeries[]
  readonly entries: readonly Entry[]
  readonly formatValue: (value: number) => string
}

function Plot(props: PlotProps): ReactNode {
  const { days, points, unit, mark, top, label, previous, target, drawn, entries, formatValue } = props
  const { chart } = useMessages('lists')
  const { dateWithoutYear } = useFormatter()
  const { format, formatOnAxis } = points ?? { format: dateWithoutYear, formatOnAxis: dateWithoutYear }
  const [shown, show] = useState<number | null>(null)
  const maxValue =
    top ??
    Math.max(
      target?.value ?? 0,
      ...(previous?.values.map((value) => value ?? 0) ?? []),
      ...days.map((_, at) => {
        const values = drawn.map((one) => one.values[at] ?? null)
        return mark === 'stack' ? sumOf(values) : Math.max(0, ...values.map((value) => value ?? 0))
      }),
    )
  const marks = computeAxisMarks(maxValue)
  const scale = height / (marks.at(-1) ?? 1)
  const toY = (value: number) => height - value * scale
  const center = (at: number) => ({ '--at': `${((at + 0.5) / days.length) * 100}%` }) as CSSProperties
  const describeDay = (at: number) =>
    `${format(days[at] ?? '')}: ${entries.map(({ name, say }) => `${name} ${say(at)}`).join(', ')}`

  function showDayUnder({ currentTarget, clientX }: PointerEvent<HTMLElement>): void {
    const { left, width } = currentTarget.getBoundingClientRect()
    const share = (clientX - left) / width
    show(findDayIndexAt(getComputedStyle(currentTarget).direction === 'rtl' ? 1 - share : share, days.length))
  }

  return (
    <>
      <figcaption className={styles.legend}>
        <span className={styles.unit}>{unit}</span>
        {entries
          .filter(({ look }) => look !== 'none')
          .map((entry) => (
            <span key={entry.name} className={styles.entry}>
              <Key {...entry} /> {entry.name}
            </span>
          ))}
      </figcaption>
      <div className={styles.frame}>
        <div className={styles.marks} aria-hidden>
          {marks.toReversed().map((value) => (
            <span key={value}>{formatValue(value)}</span>
          ))}
        </div>
        <div
          className={styles.plot}
          onPointerMove={showDayUnder}
          onPointerDown={showDayUnder}
          onPointerLeave={() => show(null)}
        >
          <svg
            viewBox={`0 0 ${days.length} ${height}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={label}
          >
            {marks.map((value) => (
              <path key={value} className={styles.grid} d={`M0 ${toY(value)}H${days.length}`} />
            ))}
            {mark === 'line' ? (
              <Lines drawn={drawn} toY={toY} />
            ) : (
              <Bars drawn={drawn} days={days.length} isStack={mark === 'stack'} toY={toY} />
            )}
            {previous ? (
              <path className={styles.line} data-look="previous" d={buildLinePath(previous.values, toY)} />
            ) : null}
            {target ? (
              <path className={styles.line} data-look="target" d={`M0 ${toY(target.value)}H${days.length}`} />
            ) : null}
          </svg>
          {shown === null ? null : <i className={styles.cursor} style={center(shown)} aria-hidden />}
          <input
            type="range"
            className={styles.range}
            style={{ '--half': `${50 / days.length}%` } as CSSProperties}
            aria-label={points?.values ?? chart.day}
            aria-valuetext={describeDay(shown ?? days.length - 1)}
            min={0}
            max={days.length - 1}
            value={shown ?? days.length - 1}
            onChange={({ target: { value } }) => show(Number(value))}
            onFocus={() => show((now) => now ?? days.length - 1)}
            onBlur={() => show(null)}
            onKeyDown={({ key }) => {
              if (key === 'Escape') show(null)
            }}
          />
          {shown === null ? null : (
            <div className={styles.card} style={center(shown)} aria-hidden>
              <b>{format(days[shown] ?? '')}</b>
              {entries.map((entry) => (
                <span key={entry.name} className={styles.entry}>
                  <Key {...entry} /> {entry.name} <b>{entry.say(shown)}</b>
                </span>
              ))}
            </div>
          )}
        </div>
        <div className={styles.days} aria-hidden>
          {chooseLabelledDays(days.length).map((at) => (
            <span key={days[at]} style={center(at)}>
              {formatOnAxis(days[at] ?? '')}
            </span>
          ))}
        </div>
      </div>
    </>
  )
}

/** Shows how a series is drawn, for the legend and the values of a day. */
function Key({ look, tone }: Pick<Entry, 'look' | 'tone'>): ReactNode {
  return (
    <svg className={styles.key} viewBox="0 0 22 10" aria-hidden>
      {look.startsWith('bar') ? (
        <rect className={styles.bar} data-look={look} data-tone={tone} x={6} y={0.5} width={9} height={9} />
      ) : (
        <>
          <path className={styles.line} data-look={look} data-tone={tone} d="M0 5H22" />
          <path className={styles.points} data-look={look} data-tone={tone} d="M11 5h.001" />
        </>
      )}
    </svg>
  )
}

interface DrawnProps {
  readonly drawn: readonly ChartSeries[]
  readonly toY: (value: number) => number
}

function Lines({ drawn, toY }: DrawnProps): ReactNode {
  return drawn.map(({ name, values, tone }, nth) => (
    <g key={name}>
      <path
        className={styles.line}
        data-look={`line-${nth}`}
        data-tone={tone}
        d={buildLinePath(values, toY)}
      />
      <path
        className={styles.points}
        data-look={`line-${nth}`}
        data-tone={tone}
        d={buildPointPath(values.length > maxMarkedDays ? keepIsolatedPoints(values) : values, toY)}
      />
    </g>
  ))
}

interface BarsProps extends DrawnProps {
  readonly days: number
  readonly isStack: boolean
}

function Bars({ drawn, days, isStack, toY }: BarsProps): ReactNode {
  const width = isStack ? 0.68 : 0.76 / drawn.length
  const zero = toY(0)
  return Array.from({ length: days }, (_, at) =>
    drawn.map(({ name, values, tone }, nth) => {
      const size = zero - toY(values[at] ?? 0)
      const below = isStack ? zero - toY(sumOf(drawn.slice(0, nth).map((one) => one.values[at] ?? null))) : 0
      const x = isStack ? at + 0.16 : at + 0.12 + nth * width
      const place = { x, width: isStack ? width : width * 0.9, y: zero - below - size, height: size }
      return (
        <rect
          key={`${name} ${at}`}
          className={styles.bar}
          data-look={`bar-${nth}`}
          data-tone={tone}
          {...place}
        />
      )
    }),
  )
}
