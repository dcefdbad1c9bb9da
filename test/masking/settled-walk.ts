import type { Answer } from '../stack/start.ts'
import { settled } from './told.ts'

/** The days around now: what our own clock says. */
const days = [-1, 0, 1, 2, 3, 4].map((ahead) =>
  new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10),
)
const ownTimes = new RegExp(`(?:${days.join('|')})T[\\d:.]+Z`, 'g')

/** An answer without what differs between any two products that do the same: ids made by chance, and clocks. */
export function sameButForChance(answer: Answer): string {
  return (
    settled(answer)
      .replace(ownTimes, '(time)')
      .replace(/\b[a-z]_[0-9a-z]{20}\b/g, '(id)')
      .replace(/"next":"[^"]+"/g, '"next":"(place)"')
      .replace(/^content-length: .*$/gm, '')
      // How fast a database answered, and what a clock on a wall says.
      .replace(/in \d+ ms/g, 'in (ms)')
      .replace(/\d{1,2} [A-Z][a-z]{2}, \d\d:\d\d/g, '(clock)')
  )
}
