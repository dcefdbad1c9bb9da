import type { KycStatePeriod as Seen } from '@paydesk/shared/compliance/identities'
import type { ReactNode } from 'react'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'
import { formatInterval, formatShortTime } from '../../ui/text/format-time.ts'
import { useTimeZone } from '../../ui/text/time-zone.tsx'
import styles from './identity-page.module.css'

const sourceLabels: Readonly<Record<Seen['source'], string>> = {
  identity: 'identity record',
  state: 'state records of transactions',
}

/** Lists observed KYC states with intervals, because the payment service gives no time of a change. */
export function KycStateHistory({ seen }: { readonly seen: readonly Seen[] }): ReactNode {
  const zone = useTimeZone()
  const now = useNowEveryHalfMinute()
  const short = (at: string) => formatShortTime(new Date(at), zone, now)
  const began = ({ notBefore, firstSeen }: Seen) =>
    notBefore === null
      ? `First seen ${short(firstSeen)}`
      : `Changed between ${formatInterval(new Date(notBefore), new Date(firstSeen), zone, now)}`
  return (
    <>
      {seen.length === 0 ? <p className={styles.none}>Nothing was seen yet.</p> : null}
      <ul aria-label="KYC state as observed" className={styles.seen}>
        {seen.map((one) => (
          <li key={`${one.source} ${one.firstSeen}`}>
            <code>{one.raw ?? 'none given'}</code>
            <span>
              {began(one)}, last seen {short(one.lastSeen)}
            </span>
            <span className={styles.none}>{sourceLabels[one.source]}</span>
          </li>
        ))}
      </ul>
      <p className={styles.small}>
        The service gives no time of a change. It is seen only when somebody of this office looks: in the
        identity record, and in the state records of this customer’s transactions that name it.
      </p>
    </>
  )
}
