import type { Formatter } from '../core/formatter.ts'
import {
  getStateLabel,
  getStateReasonLabel,
  parseCompoundState,
  parseTransactionState,
} from '../core/state.ts'
import type { Messages } from '../messages/catalogue.ts'
import { formatMaskedText } from '../messages/masked-text.ts'
import type { ComparedValue } from './decisions.ts'

interface ComparedTexts {
  readonly ui: Messages['ui']
  readonly changes: Messages['review']['changes']
}

/** Words a value of a comparison in the language and formats of the reader. */
export function formatComparedValue(
  value: ComparedValue,
  { ui, changes }: ComparedTexts,
  format: Formatter,
): string {
  switch (value.kind) {
    case 'text':
      return value.text
    case 'masked':
      return formatMaskedText(value, ui.maskedTexts, format.text)
    case 'state':
      return getStateLabel(parseTransactionState(value.raw), ui)
    case 'reason':
      return getStateReasonLabel(parseCompoundState(value.raw), ui) ?? value.raw
    case 'amount': {
      const { minor: amount, currency } = value
      if (currency === null) return format.text(ui.money.minorUnitsOfNone, { amount })
      return format.money(amount, currency) ?? `${amount} ${format.text(ui.money.asReceived, { currency })}`
    }
    case 'names': {
      const more = value.more === 0 ? [] : [format.text(changes.more, { count: value.more })]
      return [...value.names, ...more].join(', ') || changes.values.none
    }
    default:
      return changes.values[value.kind]
  }
}
