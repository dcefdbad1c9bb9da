import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { TransactionView } from '@paydesk/shared/payments/transactions'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Section } from '../../ui/page/section.tsx'
import { UnclassifiedFieldsLine } from '../../ui/page/unclassified-fields-line.tsx'
import type { DescriptionItem } from '../../ui/text/description-list.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { RawStateValues } from './explanation.tsx'

export function TransactionFactsSection({ view }: { readonly view: TransactionView }): ReactNode {
  const texts = useMessages('transactions')
  const { details } = texts
  const facts: DescriptionItem[] = [
    {
      term: details.merchantTransactionId,
      value: view.merchantTransactionId,
      mono: true,
      copy: details.merchantTransactionIdName,
    },
    { term: details.reference, value: view.reference, mono: true, copy: details.referenceName },
    { term: details.merchant, value: view.merchant, mono: true },
    { term: details.mode, value: view.mode },
    { term: details.responseCode, value: view.responseCode, mono: true },
    { term: details.description, value: view.responseCodeDescription },
    { term: details.expires, value: getExpiry(view), render: () => <Expiry view={view} /> },
    { term: details.test, value: formatYesNo(view.test, texts) },
    {
      term: details.rawState,
      value: { visibility: 'clear', text: view.state.raw },
      node: <RawStateValues state={view.state} compound={view.compound} />,
    },
  ]
  return (
    <Section title={details.title}>
      <DescriptionList facts={facts} hidden={details.hidden} />
      <UnclassifiedFieldsLine unclassified={view.unclassified} />
    </Section>
  )
}

function getExpiry({ expiresAt }: TransactionView): MaskedValue {
  return expiresAt ? { visibility: 'clear', text: expiresAt.raw } : { visibility: 'absent' }
}

function Expiry({ view: { expiresAt } }: { view: TransactionView }): ReactNode {
  const { rawValue } = useMessages('transactions').details
  const format = useFormatter()
  return expiresAt?.at ? (
    <Timestamp at={expiresAt.at} as="full" also={format.text(rawValue, { value: expiresAt.raw })} />
  ) : (
    <code>{expiresAt?.raw}</code>
  )
}

function formatYesNo(
  value: boolean | null,
  { yes, no }: { readonly yes: string; readonly no: string },
): MaskedValue {
  return value === null ? { visibility: 'absent' } : { visibility: 'clear', text: value ? yes : no }
}
