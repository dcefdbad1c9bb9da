import type { Formatter } from '../core/formatter.ts'
import type { PluralText, TemplateText } from '../core/message.ts'
import type { Messages } from '../messages/catalogue.ts'
import type { HealthCheckDetail } from './health.ts'

type HealthCheckTexts = Messages['healthChecks']

/** Labels a check; a check that this version does not know stays as it is written. */
export const labelHealthCheck = (check: string, { checks }: HealthCheckTexts): string =>
  (checks as Readonly<Record<string, string>>)[check] ?? check

/** Puts the facts of a check into words. `now`: ms since 1970, for times on the same day. */
export function formatHealthCheckDetails(
  facts: readonly HealthCheckDetail[],
  texts: HealthCheckTexts,
  format: Formatter,
  now: number,
): string {
  const known: Readonly<Record<string, PluralText | TemplateText>> = texts.facts
  return facts
    .flatMap(({ code, count = 0, total = 0, at, names = [] }) => {
      const text = known[code]
      const time = at === undefined ? '' : format.shortTime(new Date(at), now)
      const args = { count, total: format.number(total), time, names: names.join(', ') }
      return text === undefined ? [] : format.text(text, args)
    })
    .join(' · ')
}
