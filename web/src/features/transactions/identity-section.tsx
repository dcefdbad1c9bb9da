import { identityHandleSchema } from '@paydesk/shared/core/ids'
import type { TransactionIdentitySummary } from '@paydesk/shared/payments/transactions'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { IdentityLink } from '../../ui/links/record-links.tsx'
import { Section } from '../../ui/page/section.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import { Money } from '../../ui/text/money.tsx'
import { RawTime } from '../../ui/text/raw-time.tsx'

interface TransactionIdentitySectionProps {
  readonly identity: TransactionIdentitySummary
}

/** Shows the identity data of the state record; the identity record has its own page. */
export function TransactionIdentitySection({ identity }: TransactionIdentitySectionProps): ReactNode {
  const texts = useMessages('transactions').identity
  const mayOpen = useMay('identity.read')
  return (
    <Section
      title={texts.title}
      id="identity-summary"
      aside={
        mayOpen && identity.identity ? (
          <IdentityLink identity={identityHandleSchema.parse(identity.identity)}>{texts.open}</IdentityLink>
        ) : null
      }
    >
      <DescriptionList
        hidden={texts.hidden}
        facts={[
          { term: texts.kycState, value: identity.kycState, mono: true },
          { term: texts.id, value: identity.id, mono: true, copy: texts.idName },
          { term: texts.created, value: identity.createdAt, render: (text) => <RawTime text={text} /> },
          {
            term: texts.lifetimeAmount,
            value: identity.ledgerLifetimeAmount,
            node: <Money amount={identity.ledgerLifetimeAmount} currency={identity.ledgerLifetimeCurrency} />,
          },
          {
            term: texts.lifetimeCredit,
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
