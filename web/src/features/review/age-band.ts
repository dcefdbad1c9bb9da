import type { Formatter } from '@paydesk/shared/core/formatter'
import type { Messages } from '@paydesk/shared/messages/catalogue'

type ReviewTexts = Messages['review']

/** Formats a duration in whole units: `4 h`, `90 min`, `2 days`. */
export function formatWholeDuration(ms: number, { durations }: ReviewTexts, { text }: Formatter): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes % 1_440 === 0 && minutes > 0) return text(durations.days, { count: minutes / 1_440 })
  return minutes % 60 === 0 && minutes > 0
    ? text(durations.hours, { count: minutes / 60 })
    : text(durations.minutes, { count: minutes })
}

interface AgeBand {
  readonly fromMs: number
  readonly toMs: number | null
}

/** Formats an age band: `under 1 h`, `1 h to 4 h`, `over 3 days`. */
export function formatAgeBand({ fromMs, toMs }: AgeBand, texts: ReviewTexts, format: Formatter): string {
  const from = formatWholeDuration(fromMs, texts, format)
  if (toMs === null) return format.text(texts.ageBands.over, { from })
  const to = formatWholeDuration(toMs, texts, format)
  return fromMs === 0
    ? format.text(texts.ageBands.under, { to })
    : format.text(texts.ageBands.between, { from, to })
}
