import { describe, expect, it } from 'vitest'
import { createFormatter, type Language } from './formatter.ts'
import { type MessagesOf, plural } from './message.ts'

const formatterFor = (language: Language) =>
  createFormatter({ language, timeZone: 'UTC', numbers: '1,234.56', dates: 'words' })

const english = {
  plain: 'Search',
  since: 'since {time}',
  cases: plural('count', {
    none: 'No cases',
    one: '{count} case of {owner}',
    other: '{count} cases of {owner}',
  }),
  states: { open: 'Open', closed: 'Closed by {name}' },
} as const
const messages: MessagesOf<typeof english> = english

describe('messages', () => {
  const { text, parts } = formatterFor('en')

  it('puts arguments in place, numbers by the format of the person', () => {
    expect(text(messages.since, { time: '14:02' })).toBe('since 14:02')
    expect(text(messages.states.closed, { name: 'Ana' })).toBe('Closed by Ana')
    expect(text(messages.since, { time: 12_345 })).toBe('since 12,345')
  })

  it('chooses the form of a count by the rule of the language', () => {
    const forms = [0, 1, 2, 1_000].map((count) => text(messages.cases, { count, owner: 'Ana' }))
    expect(forms).toEqual(['No cases', '1 case of Ana', '2 cases of Ana', '1,000 cases of Ana'])
  })

  it('keeps values of any kind in place, for example links', () => {
    const link = { href: '/stage/' }
    expect(parts(messages.cases, { count: 2, owner: link })).toEqual(['2', ' cases of ', link])
  })

  it('does not read placeholders in arguments', () => {
    expect(text(messages.since, { time: '{time}' })).toBe('since {time}')
  })

  it('is checked by the types', () => {
    // @ts-expect-error: an argument is missing
    text(messages.since, {})
    // @ts-expect-error: no such placeholder
    text(messages.since, { time: '14:02', name: 'Ana' })
    // @ts-expect-error: a count is a number
    text(messages.cases, { count: '2', owner: 'Ana' })
    // @ts-expect-error: a translation has every key
    const german: MessagesOf<typeof english> = { plain: 'Suchen', since: 'seit {time}', cases: english.cases }
    expect(german.plain).toBe('Suchen')
  })
})
