import type { IdentityView } from '@paydesk/shared/compliance/identity'
import type { ReactNode } from 'react'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'
import type { DescriptionItem } from '../../ui/text/description-list.tsx'
import { Money } from '../../ui/text/money.tsx'
import { RawTime } from '../../ui/text/raw-time.tsx'
import styles from './identity-page.module.css'
import { formatTimeSince } from './time-since.ts'

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
