import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { TransactionView } from '@paydesk/shared/payments/transactions'
import type { ReactNode } from 'react'
import { Section } from '../../ui/page/section.tsx'
import { UnclassifiedFieldsLine } from '../../ui/page/unclassified-fields-line.tsx'
import type { DescriptionItem } from '../../ui/text/description-list.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'

export function TransactionFactsSection({ view }: { readonly view: TransactionView }): ReactNode {
  const facts: DescriptionItem[] = [
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
    { term: 'Expires', value: getExpiry(view), render: () => <Expiry view={view} /> },
    { term: 'Test transaction', value: formatYesNo(view.test) },
  ]
  return (
    <Section title="Facts" note="the state record gives no amount and no date of creation">
      <DescriptionList facts={facts} hidden="The facts of this transaction are not shown to your role." />
      <UnclassifiedFieldsLine unclassified={view.unclassified} />
    </Section>
  )
}

function getExpiry({ expiresAt }: TransactionView): MaskedValue {
  return expiresAt ? { seen: 'clear', text: expiresAt.raw } : { seen: 'absent' }
}

function Expiry({ view: { expiresAt } }: { view: TransactionView }): ReactNode {
  return expiresAt?.at ? (
    <Timestamp at={expiresAt.at} as="full" also={`as given: ${expiresAt.raw}`} />
  ) : (
    <code>{expiresAt?.raw}</code>
  )
}

function formatYesNo(value: boolean | null): MaskedValue {
  return value === null ? { seen: 'absent' } : { seen: 'clear', text: value ? 'yes' : 'no' }
}
