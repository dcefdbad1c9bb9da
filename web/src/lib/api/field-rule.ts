import type { Formatter } from '@paydesk/shared/core/formatter'
import type { TemplateText } from '@paydesk/shared/core/message'
import type { InvalidField } from '@paydesk/shared/core/problem'
import type { Messages } from '@paydesk/shared/messages/catalogue'

/** Says which form a field should have, in the language of the person. */
export function describeFieldRule(
  { rule, values, required }: InvalidField,
  texts: Messages['fieldRules'],
  format: Formatter,
): string {
  const text = format.text<TemplateText>(texts.rules[rule], values ?? {})
  return required === true ? format.text(texts.required, { rule: text }) : text
}
