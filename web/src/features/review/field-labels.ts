import type { DecisionDetail } from '@paydesk/shared/cases/decisions'
import type { Formatter } from '@paydesk/shared/core/formatter'
import type { Messages } from '@paydesk/shared/messages/catalogue'

/** Changed field; `name` is its path in `transactionView`. */
export type RecordFieldChange = DecisionDetail['changed'][number]

/** Formats a field path for users; a field without a label keeps its name. */
export function formatFieldPath(
  name: string,
  { changes, fields }: Messages['review'],
  steps: Messages['transactions']['steps']['names'],
  { text }: Formatter,
): string {
  const labels: Readonly<Record<string, string>> = fields
  const [first = '', second = '', third] = name.split('.')
  const said = (field: string) => (Object.hasOwn(labels, field) ? labels[field] : undefined) ?? field
  if (first === 'steps' && second !== '') {
    const names: Readonly<Record<string, { readonly label: string }>> = steps
    return text(changes.step, { step: names[second]?.label ?? second })
  }
  if (first === 'providerResponses' && third !== undefined)
    return text(changes.providerResponse, { count: Number(second) + 1, field: said(third) })
  return said(second !== '' && (first === 'identity' || first === 'customer') ? second : name)
}
