import type { KycSeen as Seen } from '@paydesk/shared/compliance/identity-checks'
import type { ReactNode } from 'react'
import { useHalfMinutes } from '../../ui/state/clock.ts'
import { between, shortTime } from '../../ui/text/time-words.ts'
import { useZone } from '../../ui/text/zone.tsx'
import styles from './identity-page.module.css'

const sources: Readonly<Record<Seen['source'], string>> = {
  identity: 'identity record',
  state: 'state records of transactions',
}

/** What this office saw of the state, with intervals: nobody measures when it changes. */
export function KycSeen({ seen }: { readonly seen: readonly Seen[] }): ReactNode {
  const zone = useZone()
  const now = useHalfMinutes()
  const short = (at: string) => shortTime(new Date(at), zone, now)
  const began = ({ notBefore, firstSeen }: Seen) =>
    notBefore === null
      ? `First seen ${short(firstSeen)}`
      : `Changed between ${between(new Date(notBefore), new Date(firstSeen), zone, now)}`
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
            <span className={styles.none}>{sources[one.source]}</span>
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
