import type { KycStatePeriod as Seen } from '@paydesk/shared/compliance/identities'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'
import styles from './identity-page.module.css'

/** Lists observed KYC states with intervals, because the payment service gives no time of a change. */
export function KycStateHistory({ seen }: { readonly seen: readonly Seen[] }): ReactNode {
  const texts = useMessages('identities')
  const format = useFormatter()
  const now = useNowEveryHalfMinute()
  const short = (at: string) => format.shortTime(new Date(at), now)
  const describePeriod = ({ notBefore, firstSeen, lastSeen }: Seen) => {
    const [time, last] = [short(firstSeen), short(lastSeen)]
    if (notBefore === null) return format.text(texts.firstSeen, { time, last })
    const inOneMinute = short(notBefore) === time
    const exact = (at: string) => format.exactTime(new Date(at), now)
    const from = inOneMinute ? exact(notBefore) : short(notBefore)
    return format.text(texts.changed, { from, to: inOneMinute ? exact(firstSeen) : time, last })
  }
  return (
    <>
      {seen.length === 0 ? <p className={styles.none}>{texts.noHistory}</p> : null}
      <ul aria-label={texts.history} className={styles.seen}>
        {seen.map((one) => (
          <li key={`${one.source} ${one.firstSeen}`}>
            <code>{one.raw ?? texts.notProvided}</code>
            <span>{describePeriod(one)}</span>
            <span className={styles.none}>{texts.sources[one.source]}</span>
          </li>
        ))}
      </ul>
      <p className={styles.small}>{texts.historyNote}</p>
    </>
  )
}
