import type { Shown } from '@paydesk/shared/core/masked-value'
import type { TransactionView } from '@paydesk/shared/payments/transaction'
import type { ReactNode } from 'react'
import { Section } from '../../ui/page/section.tsx'
import { UnclassifiedLine } from '../../ui/page/unclassified-line.tsx'
import type { Fact } from '../../ui/text/facts.tsx'
import { Facts } from '../../ui/text/facts.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'

export function FactsSection({ view }: { readonly view: TransactionView }): ReactNode {
  const facts: Fact[] = [
    {
      term: 'Merchant’s transaction id',
      value: view.merchantTransactionId,
      mono: true,
      copy: 'merchant’s transaction id',
    },
    { term: 'Reference', value: view.reference, mono: true, copy: 'reference' },
    { term: 'Merchant', value: view.merchant, mono: true },
    { term: 'Mode', value: view.mode },
    { term: 'Response code', value: view.responseCode, mono: true },
    { term: 'Description', value: view.responseCodeDescription },
    { term: 'Expires', value: expires(view), render: () => <Expiry view={view} /> },
    { term: 'Test transaction', value: yesOrNo(view.test) },
  ]
  return (
    <Section title="Facts" note="the state record gives no amount and no date of creation">
      <Facts facts={facts} hidden="The facts of this transaction are not shown to your role." />
      <UnclassifiedLine unclassified={view.unclassified} />
    </Section>
  )
}

function expires({ expiresAt }: TransactionView): Shown {
  return expiresAt ? { seen: 'clear', text: expiresAt.raw } : { seen: 'absent' }
}

function Expiry({ view: { expiresAt } }: { view: TransactionView }): ReactNode {
  return expiresAt?.at ? (
    <Timestamp at={expiresAt.at} as="full" also={`as given: ${expiresAt.raw}`} />
  ) : (
    <code>{expiresAt?.raw}</code>
  )
}

function yesOrNo(value: boolean | null): Shown {
  return value === null ? { seen: 'absent' } : { seen: 'clear', text: value ? 'yes' : 'no' }
}
