import type { Answer } from '../support/stack/start.ts'
import { normalizeAnswer } from './harness.ts'

/** Days around today (ms since 1970). */
const days = [-1, 0, 1, 2, 3, 4].map((ahead) => Date.now() + ahead * 86_400_000)
/** Times of these days, as the clock of Paydesk prints them. */
const ownTimes = new RegExp(
  `(?:${days.map((day) => new Date(day).toISOString().slice(0, 10)).join('|')})T[\\d:.]+Z`,
  'g',
)
/** The same times in a workbook, which counts days from the end of 1899. */
const ownCells = new RegExp(
  `<v>(?:${days.map((day) => Math.floor(day / 86_400_000) + 25_569).join('|')})(?:\\.\\d+)?</v>`,
  'g',
)

/** Removes from an answer what differs between two instances that do the same: random ids and clock times. */
export function sameButForChance(answer: Answer): string {
  return (
    normalizeAnswer(answer)
      .replace(ownTimes, '(time)')
      .replace(ownCells, '(time)')
      .replace(/\b[a-z]{1,2}_[0-9a-z]{20}\b/g, '(id)')
      .replace(/\bdoc_[0-9a-f]{24}\b/g, '(id)')
      // Random ids of a draft, and the digest of its body.
      .replace(/\bpd-[0-9a-z]{20}\b|\bPAY-[0-9A-Z]{10}\b/g, '(id)')
      .replace(/"reviewed":"[\w-]{43}"/g, '"reviewed":""')
      // Hashes of the audit chain, and the last characters of the handle in an event.
      .replace(/"(hash|prev|previousHash|instance)":"[0-9a-f]{12}"/g, '"$1":""')
      .replace(
        /("about":\{"kind":"(?!transaction")[^"]*","id":\{"visibility":"masked","text":"••••)[0-9a-z]{4}/g,
        '$1',
      )
      // The same of an audit entry in a file: reference, and last characters of the handle.
      .replace(/\bPD-[0-9A-Z]{10}\b/g, '(reference)')
      .replace(
        /([>,\t](?!transaction[<,\t])[a-z_]+(?:[,\t]|<\/t><\/is><\/c><c [^>]*><is><t[^>]*>)••••)[0-9a-z]{4}/g,
        '$1',
      )
      .replace(/"next":"[^"]+"/g, '"next":"(place)"')
      .replace(/^content-length: .*$/gm, '')
      // Progress and duration of an audit log verification, and the state of the signed head.
      .replace(/\{"state":"running","startedAt":[^}]*\}/g, '(verification)')
      .replace(/\{"state":"done","startedAt":"\(time\)".*?"findings":\[[^\]]*\]\}/g, '(verification)')
      .replace(/\{"code":"head_(?:unwritten|written)"[^}]*\}/g, '(head)')
      // Number and times of signed heads, which depend on the clock.
      .replace(/^\{"head":.*\n/gm, '')
      .replace(/"made_ms":\d+/g, '"made_ms":0')
      // Latencies and delays of 24 hours, and counts whose quarter of an hour depends on the clock: their sum stays.
      .replace(/"(p50Ms|p95Ms|syncLagMs)":(?:\d+|null|\[[^\]]*\])/g, '"$1":(ms)')
      .replace(
        /"(ended|failed|notifications)":\[(\d+(?:,\d+)*)\]/g,
        (_, name, counts: string) =>
          `"${name}":${counts.split(',').reduce((sum, one) => sum + Number(one), 0)}`,
      )
      // Duration of a database query, and times of day.
      .replace(/("code":"\w+_responds","count":)\d+/g, '$1(ms)')
      .replace(/\d{1,2} [A-Z][a-z]{2}, \d\d:\d\d/g, '(clock)')
  )
}
