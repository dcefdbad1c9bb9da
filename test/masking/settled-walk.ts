import type { Answer } from '../support/stack/start.ts'
import { settled } from './harness.ts'

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
      .replace(/\b[a-z]{1,2}_[0-9a-z]{20}\b/g, '(id)')
      .replace(/\bdoc_[0-9a-f]{24}\b/g, '(id)')
      // Of a draft: ids of ours, and the digest of its body.
      .replace(/\bpd-[0-9a-z]{20}\b|\bPAY-[0-9A-Z]{10}\b/g, '(id)')
      .replace(/"reviewed":"[\w-]{43}"/g, '"reviewed":""')
      // Of the chain of entries, and the end of a handle that an entry is about.
      .replace(/"(hash|prev|instance)":"[0-9a-f]{12}"/g, '"$1":""')
      .replace(
        /("about":\{"words":"(?!transaction")[^"]*","id":\{"seen":"masked","text":"••••)[0-9a-z]{4}/g,
        '$1',
      )
      .replace(/"next":"[^"]+"/g, '"next":"(place)"')
      .replace(/^content-length: .*$/gm, '')
      // How far and how fast a verification of the trail went, and whether a head was signed by then.
      .replace(/\{"state":"running","startedAt":[^}]*\}/g, '(verification)')
      .replace(/\{"state":"done","startedAt":"\(time\)".*?"findings":\[[^\]]*\]\}/g, '(verification)')
      .replace(/"says":"(?:Not written since the start|Signed and written [^;"]*)/g, '"says":"(head)')
      // When a head was signed, and so how many there are, is the clock's.
      .replace(/^\{"head":.*\n/gm, '')
      .replace(/"made_ms":\d+/g, '"made_ms":0')
      // How fast a database answered, and what a clock on a wall says.
      .replace(/in \d+ ms/g, 'in (ms)')
      .replace(/\d{1,2} [A-Z][a-z]{2}, \d\d:\d\d/g, '(clock)')
  )
}
