import type { DecisionDetail } from '@paydesk/shared/cases/decisions'
import type { Formatter } from '@paydesk/shared/core/formatter'
import { workflowSteps } from '@paydesk/shared/core/state'
import type { Messages } from '@paydesk/shared/messages/catalogue'

/** Changed field; `name` is its path in `transactionView`. */
export type RecordFieldChange = DecisionDetail['changed'][number]

const stepLabels: ReadonlyMap<string, string> = new Map(workflowSteps.map(({ step, word }) => [step, word]))

/** Formats a field path for users; a field without a label keeps its name. */
export function formatFieldPath(
  name: string,
  { changes, fields }: Messages['review'],
  { text }: Formatter,
): string {
  const labels: Readonly<Record<string, string>> = fields
  const [first = '', second = '', third] = name.split('.')
  const said = (field: string) => (Object.hasOwn(labels, field) ? labels[field] : undefined) ?? field
  if (first === 'steps' && second !== '')
    return text(changes.step, { step: stepLabels.get(second) ?? second })
  if (first === 'providerResponses' && third !== undefined)
    return text(changes.providerResponse, { count: Number(second) + 1, field: said(third) })
  return said(second !== '' && (first === 'identity' || first === 'customer') ? second : name)
}
