import { hasValidIbanDigits } from './digits.ts'

/**
 * Countries by the structure of their account numbers, as in the registry of ISO 13616 and of countries that use IBANs
 * without being listed there: `n` digits, `a` letters, `c` either, each followed by how many.
 */
const countriesByStructure = {
  a1n10c12: 'IT SM',
  a1n23: 'CI',
  a2n12: 'FK',
  a2n19: 'GW',
  a2n22: 'NE SN TG',
  a4c13: 'LV',
  a4c14: 'BH',
  a4c15: 'GI',
  a4c16: 'RO',
  a4c20: 'AZ',
  a4c21: 'QA',
  a4c22: 'KW',
  a4c24: 'LC',
  a4n10: 'NL',
  a4n14: 'GB',
  a4n15: 'IQ',
  a4n19a3: 'MU',
  a4n20: 'DO HN NI SV',
  a4n20a3: 'SC',
  a4n4c16: 'BY',
  a4n4c18: 'JO YE',
  a4n5c18: 'MT',
  a4n6c8: 'BG',
  c2c18: 'MD',
  c2n16: 'GE',
  c2n22: 'BF BJ ML',
  c24: 'GT',
  c4n14: 'IE',
  c4n16: 'PK VG',
  c4n21: 'PS',
  n10c11n2: 'BL FR GF GP MC MF MQ NC PF PM RE TF WF YT',
  n11: 'NO',
  n12: 'BE',
  n14: 'AX DK FI FO GL SD',
  n14c15: 'RU',
  n15: 'SI',
  n16: 'AT BA EE LT MN XK',
  n17: 'HR',
  n18: 'CR DE ME RS VA',
  n19: 'AE IL SO TL',
  n20: 'CZ ES SE SK TN',
  n21: 'AO CV LY MZ PT ST',
  n22: 'DZ IR IS',
  n23: 'BI CF CG CM DJ GA GQ KM MG MR TD',
  n23a1c1: 'BR',
  n24: 'HU MA PL',
  n25: 'EG',
  n2c18: 'SA',
  n3c10n2: 'MK',
  n3c13: 'KZ LU',
  n3c16: 'OM',
  n4c20: 'LB',
  n5c12: 'CH LI',
  n5c17: 'TR',
  n6c19: 'UA',
  n7c16: 'GR',
  n8c12: 'AD',
  n8c16: 'AL CY',
} as const

const signClasses: Readonly<Record<string, string>> = { n: '[0-9]', a: '[A-Z]', c: '[A-Z0-9]' }

const accountPatterns: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(countriesByStructure).flatMap(([structure, countries]) => {
    const signs = structure.replaceAll(
      /([nac])(\d+)/g,
      (_, sign: string, count: string) => `${signClasses[sign]}{${count}}`,
    )
    const pattern = new RegExp(`^${signs}$`)
    return countries.split(' ').map((country) => [country, pattern] as const)
  }),
)

/** True for two capital letters of a country that has IBANs. */
export const isIbanCountry = (letters: string): boolean => accountPatterns.has(letters)

/** True for a text in capital letters without spaces that has the length and the structure of its country. */
export function hasIbanStructure(text: string): boolean {
  const pattern = accountPatterns.get(text.slice(0, 2))
  return pattern !== undefined && /^\d{2}/.test(text.slice(2)) && pattern.test(text.slice(4))
}

/**
 * True for an IBAN in capital letters without spaces: by its check digits, and by the length and the structure of its
 * country. Check digits alone are right for one of 97 other texts, such as IDs of customers.
 */
export const isIban = (text: string): boolean => hasIbanStructure(text) && hasValidIbanDigits(text)
