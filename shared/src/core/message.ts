type PlaceholdersOf<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never

/** Key of a type that never has a value: it carries the names of placeholders. */
declare const placeholders: unique symbol

/** Text with placeholders, such as `since {time}`. A text without them is a plain string. */
export type TemplateText<Name extends string = string> = string & { readonly [placeholders]?: Name }

/** Forms of a text by the plural rule of its language. `none` is for exactly zero, in place of the rule's form. */
export type PluralForms<T extends string = string> = { readonly other: T } & {
  readonly [Rule in Exclude<Intl.LDMLPluralRule, 'other'> | 'none']?: T
}

/** Text whose form depends on the count with the name `plural`. */
export interface PluralText<Count extends string = string, Name extends string = string> {
  readonly plural: Count
  readonly forms: PluralForms
  readonly [placeholders]?: Name
}

/** Marks a text with plural forms: `plural('count', { one: '{count} case', other: '{count} cases' })`. */
export function plural<const Count extends string, const T extends string>(
  count: Count,
  forms: PluralForms<T>,
): PluralText<Count, Exclude<PlaceholdersOf<T>, Count>> {
  return { plural: count, forms }
}

/** Texts by key. A text that depends on a code is a record by that code: `messages.states[state]`. */
export interface MessageTree {
  readonly [key: string]: string | PluralText | MessageTree
}

/** Shape of every translation of an English tree: the same keys, any text, the same arguments. */
export type MessagesOf<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends string
    ? [PlaceholdersOf<Tree[Key]>] extends [never]
      ? string
      : TemplateText<PlaceholdersOf<Tree[Key]>>
    : Tree[Key] extends PluralText
      ? Tree[Key]
      : MessagesOf<Tree[Key]>
}

/** Arguments of a text: a number is put in as the person writes numbers, anything else as it is. */
export type MessageArgs<Message, Value> =
  Message extends PluralText<infer Count, infer Name>
    ? Readonly<Record<Count, number> & Record<Name, Value>>
    : Message extends TemplateText<infer Name>
      ? Readonly<Record<Name, Value>>
      : never

/**
 * Splits a text at its placeholders, with the arguments in place: strings, and other values as they were given.
 * `select` is the plural rule of the text's language.
 */
export function splitMessageAtPlaceholders<Value>(
  message: string | PluralText,
  args: Readonly<Record<string, Value | number>>,
  select: (count: number) => Intl.LDMLPluralRule,
): (string | number | Value)[] {
  const template =
    typeof message === 'string' ? message : chooseForm(message, Number(args[message.plural]), select)
  return template.split(/\{(\w+)\}/).flatMap((part, index) => {
    const value = index % 2 === 0 ? part : args[part]
    return value === undefined || value === '' ? [] : [value]
  })
}

function chooseForm(
  { forms }: PluralText,
  count: number,
  select: (count: number) => Intl.LDMLPluralRule,
): string {
  return (count === 0 ? forms.none : undefined) ?? forms[select(count)] ?? forms.other
}
