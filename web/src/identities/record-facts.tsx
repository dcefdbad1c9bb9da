import type { IdentityView } from '@paydesk/shared/identity'
import type { Fact } from '../ui/facts.tsx'
import { Money } from '../ui/money.tsx'
import { RawTime } from '../ui/raw-time.tsx'

/** The members of the record around the profile, the most asked for first. */
export function recordFacts(identity: IdentityView): Fact[] {
  return [
    { term: 'KYC state', value: identity.kycState, mono: true },
    { term: 'Created', value: identity.createdAt, render: (text) => <RawTime text={text} /> },
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
