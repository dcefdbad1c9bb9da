import { describe, expect, it } from 'vitest'
import { staffLanguages } from '../core/formatter.ts'
import { loadMessages, type MessageSection } from './catalogue.ts'
import { pseudoLocalizeText } from './pseudo-locale.ts'

const sections: readonly MessageSection[] = [
  'shell',
  'signIn',
  'settings',
  'help',
  'customers',
  'paymentRequests',
  'transactions',
  'signInPage',
  'search',
  'searchMisses',
  'sessions',
  'health',
  'healthChecks',
  'apiKeys',
  'questions',
  'subjectAccess',
  'subjectExport',
  'identities',
  'identityChecks',
  'reveals',
  'callerVerification',
  'commands',
  'breakGlass',
  'accessPolicy',
  'fieldPermissions',
  'fieldPermissionsHome',
  'fieldRules',
  'transactionList',
  'notificationEvents',
  'notifications',
  'reasons',
  'reconciliation',
  'undocumentedValues',
  'drafts',
  'savedViews',
  'imports',
  'auditLog',
  'auditLogHome',
  'auditEvents',
  'discrepancies',
  'exports',
  'problems',
  'documents',
  'pageNames',
  'review',
  'reviewCase',
  'reviewDecisions',
  'reviewFigures',
  'reviewHome',
  'home',
  'homeTrends',
  'healthLastDay',
  'searchHelp',
  'ui',
]
const categories = { en: ['one', 'other'], de: ['one', 'other'] }

/** Every text of a tree by its path; the forms of a plural text have a path each. */
function textsOf(node: object, path = ''): (readonly [path: string, text: string])[] {
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as const] : textsOf(value, `${path}${key}.`),
  )
}

const placeholdersOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

describe.each(sections)('messages of %s', (section) => {
  it.each(staffLanguages)('in %s have the placeholders and plural forms of English', async (language) => {
    const english = new Map(textsOf(await loadMessages('en', section)))
    for (const [path, text] of textsOf(await loadMessages(language, section))) {
      expect(text.trim(), path).toBe(text)
      expect(placeholdersOf(text), path).toEqual(placeholdersOf(english.get(path) ?? ''))
      const form = /\.forms\.(\w+)$/.exec(path)?.[1]
      if (form !== undefined) expect([...categories[language], 'none'], path).toContain(form)
    }
  })

  it('in the pseudo-locale are all in brackets, longer, with the same placeholders', async () => {
    const english = new Map(textsOf(await loadMessages('en', section)))
    const names = /\.plural$/
    for (const [path, text] of textsOf(await loadMessages('en-XA', section))) {
      if (names.test(path)) continue
      expect(text, path).toMatch(/^\[.*\]$/)
      expect(placeholdersOf(text), path).toEqual(placeholdersOf(english.get(path) ?? ''))
    }
  })
})

describe('pseudo-locale', () => {
  it('accents and lengthens words, and leaves placeholders alone', () => {
    expect(pseudoLocalizeText('Search {count} cases')).toBe('[Šééáárçh {count} çáášééš]')
    expect(pseudoLocalizeText('No {name}')).toBe('[Ñóó {name}]')
  })
})
