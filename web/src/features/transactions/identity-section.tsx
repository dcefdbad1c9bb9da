import type { IdentitySummary } from '@paydesk/shared/payments/transactions'
import type { ReactNode } from 'react'
import { Section } from '../../ui/page/section.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import { Money } from '../../ui/text/money.tsx'
import { RawTime } from '../../ui/text/raw-time.tsx'

interface TransactionIdentitySectionProps {
  readonly identity: IdentitySummary
  readonly link: (identity: string) => ReactNode
  readonly keys?: string
}

/** Shows the identity data of the state record; the identity record has its own page. */
export function TransactionIdentitySection({
  identity,
  link,
  ...keys
}: TransactionIdentitySectionProps): ReactNode {
  return (
    <Section
      title="Identity, as this record says"
      id="identity-summary"
      {...keys}
      aside={identity.identity ? link(identity.identity) : null}
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
