import { describe, expect, it } from 'vitest'
import { customerLanguages } from '../../core/customer-language.ts'
import { customerTexts } from './catalogue.ts'
import { createReleasedCustomerTexts } from './released-customer-texts.ts'

/** Every text of a tree by its path. */
function textsOf(node: object, path = ''): (readonly [path: string, text: string])[] {
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as const] : textsOf(value, `${path}${key}.`),
  )
}

const placeholdersOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

describe('texts for customers', () => {
  const english = new Map(textsOf(customerTexts.en))

  it.each(customerLanguages)('in %s are complete, with the placeholders of English', (language) => {
    const texts = textsOf(customerTexts[language])
    expect(texts.map(([path]) => path).sort()).toEqual([...english.keys()].sort())
    for (const [path, text] of texts) {
      expect(text, path).toBe(text.trim())
      expect(text, path).not.toBe('')
      expect(placeholdersOf(text), path).toEqual(placeholdersOf(english.get(path) ?? ''))
      if (language !== 'en' && /^say|^doNotSay|title$|text$/.test(path))
        expect(text, path).not.toBe(english.get(path))
    }
  })

  it('write a time as their language does, with its time zone', () => {
    const at = Date.parse('2026-11-08T13:02:00Z')
    const written = createReleasedCustomerTexts(customerLanguages, 'Europe/Berlin').map(({ time }) =>
      time(at),
    )
    expect(written.slice(0, 5)).toEqual([
      '8 November 2026 at 14:02 CET',
      '8. November 2026 um 14:02 Uhr MEZ',
      '8 novembre 2026 à 14:02 UTC+1',
      '8 de noviembre de 2026 a las 14:02 CET',
      '8 novembre 2026 alle ore 14:02 CET',
    ])
    expect(written[5]).toMatch(/^8 نوفمبر 2026 .*14:02/)
  })

  it('fill in the payment link', () => {
    const [english, german] = createReleasedCustomerTexts(['de'], 'UTC')
    const link = 'https://pay.example.test/1'
    expect(english.fill(english.texts.link, { link })).toBe(`You can make your payment on this page: ${link}`)
    expect(german?.fill(german.texts.linkUntil, { until: 'morgen', link })).toContain(`bis zum morgen`)
  })
})
