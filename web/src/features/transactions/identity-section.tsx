import { identityHandle } from '@paydesk/shared/core/ids'
import type { IdentitySummary } from '@paydesk/shared/payments/transactions'
import type { ReactNode } from 'react'
import { useMay } from '../../lib/session-context.tsx'
import { IdentityLink } from '../../ui/links/record-links.tsx'
import { Section } from '../../ui/page/section.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import { Money } from '../../ui/text/money.tsx'
import { RawTime } from '../../ui/text/raw-time.tsx'

interface TransactionIdentitySectionProps {
  readonly identity: IdentitySummary
  readonly keys?: string
}

/** Shows the identity data of the state record; the identity record has its own page. */
export function TransactionIdentitySection({
  identity,
  ...keys
}: TransactionIdentitySectionProps): ReactNode {
  const mayOpen = useMay('identity.read')
  return (
    <Section
      title="Identity, as this record says"
      id="identity-summary"
      {...keys}
      aside={
        mayOpen && identity.identity ? (
          <IdentityLink identity={identityHandle.parse(identity.identity)}>Open identity</IdentityLink>
        ) : null
      }
    >
      <DescriptionList
        hidden="The identity is not shown to your role."
        facts={[
          { term: 'KYC state', value: identity.kycState, mono: true },
          { term: 'Identity id', value: identity.id, mono: true, copy: 'identity id' },
          { term: 'Created', value: identity.createdAt, render: (text) => <RawTime text={text} /> },
          {
            term: 'Lifetime amount',
            value: identity.ledgerLifetimeAmount,
            node: <Money amount={identity.ledgerLifetimeAmount} currency={identity.ledgerLifetimeCurrency} />,
          },
          {
            term: 'Lifetime credit',
            value: identity.creditLedgerLifetimeAmount,
            node: (
              <Money
                amount={identity.creditLedgerLifetimeAmount}
                currency={identity.creditLedgerLifetimeCurrency}
              />
            ),
          },
        ]}
      />
    </Section>
  )
}
