import { describe, expect, it } from 'vitest'
import { isIban, isIbanCountry } from './iban.ts'

describe('isIban', () => {
  // Examples of the registry of ISO 13616.
  it.each([
    'AD1200012030200359100100',
    'AL47212110090000000235698741',
    'CH9300762011623852957',
    'DE89370400440532013000',
    'FR1420041010050500013M02606',
    'GB29NWBK60161331926819',
    'IT60X0542811101000000123456',
    'LC55HEMM000100010012001200023015',
    'MT84MALT011000012345MTLCAST001S',
    'NO9386011117947',
    'SE4550000000058398257466',
    'TR330006100519786457841326',
  ])('is true for %s', (iban) => {
    expect(isIban(iban)).toBe(true)
  })

  it.each([
    'DE88370400440532013000',
    'DE8937040044053201300',
    'de89370400440532013000',
    'DE89 3704 0044 0532 0130 00',
    // Right check digits, but no such country, or another structure.
    'AB12CUSTOMER0078',
    'DE12CUSTOMER0012',
    '',
  ])('is false for %s', (text) => {
    expect(isIban(text)).toBe(false)
  })

  it('knows the countries', () => {
    expect([isIbanCountry('DE'), isIbanCountry('AB'), isIbanCountry('de')]).toEqual([true, false, false])
  })
})
