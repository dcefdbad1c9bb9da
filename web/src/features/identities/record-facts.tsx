import type { IdentityView } from '@paydesk/shared/compliance/identities'
import type { ReactNode } from 'react'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'
import type { DescriptionItem } from '../../ui/text/description-list.tsx'
import { Money } from '../../ui/text/money.tsx'
import { RawTime } from '../../ui/text/raw-time.tsx'
import styles from './identity-page.module.css'

/**
 * Formats an age in years and months, or in days below two months: `1 year 9 months`. Null for the future.
 */
function formatTimeSince(at: Date, now: number): string | null {
  const to = new Date(now)
  const passed = (to.getUTCFullYear() - at.getUTCFullYear()) * 12 + to.getUTCMonth() - at.getUTCMonth()
  const months = to.getUTCDate() < at.getUTCDate() ? passed - 1 : passed
  const days = Math.floor((now - at.getTime()) / 86_400_000)
  if (!(days >= 0)) return null
  const count = (n: number, unit: string) => (n === 0 ? [] : [`${n} ${unit}${n === 1 ? '' : 's'}`])
  if (months < 2) return days === 0 ? 'today' : count(days, 'day').join('')
  return [...count(Math.floor(months / 12), 'year'), ...count(months % 12, 'month')].join(' ')
}

/** Lists the record fields outside the profile, most requested first. */
export function buildRecordFacts(identity: IdentityView): DescriptionItem[] {
  return [
    { term: 'KYC state', value: identity.kycState, mono: true },
    { term: 'Created', value: identity.createdAt, render: (text) => <CreatedAt text={text} /> },
    { term: 'Supporting documents', value: identity.documents },
    {
      term: 'Lifetime amount',
      value: identity.ledgerLifetimeAmount,
      node: <Money amount={identity.ledgerLifetimeAmount} currency={identity.ledgerLifetimeCurrency} />,
    },
    { term: 'Identity id', value: identity.id, mono: true, copy: 'identity id' },
    { term: 'Long id (uid)', value: identity.uid, mono: true, copy: 'long identity id' },
  ]
}

function CreatedAt({ text }: { readonly text: string }): ReactNode {
  const since = formatTimeSince(new Date(text), useNowEveryHalfMinute())
  return (
    <>
      <RawTime text={text} />
      {since === null ? null : <span className={styles.since}>{since} old</span>}
    </>
  )
}
