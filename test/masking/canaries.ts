import { createHash } from 'node:crypto'

/** Generator of values that occur nowhere else: letters without vowels, so that no value contains a word. */
export interface ValueGenerator {
  letters(length: number): string
  digits(length: number): string
  hex(length: number): string
  /** Word with a capital and an `é`, which Unicode can write composed or decomposed. */
  name(): string
  email(): string
  iban(country: string): string
  /** Text of eight letters and three digits, unique, for fields of any form. */
  text(): string
}

const consonants = 'bcdfghjklmnpqrstvwxz'

/** Creates a deterministic generator: a seed gives the same values in the same order. */
export function makeMint(seed: number): ValueGenerator {
  let state = seed >>> 0
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const from = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet.charAt(next(alphabet.length))).join('')
  const letters = (length: number) => from(consonants, length)
  // Avoid a leading zero: a number would lose it on the way.
  const digits = (length: number) => from('123456789', 1) + from('0123456789', length - 1)
  const name = () => `${letters(1).toUpperCase()}${letters(6)}é${letters(3)}`
  return {
    letters,
    digits,
    hex: (length) => from('0123456789abcdef', length),
    name,
    email: () => `${letters(9)}@${letters(8)}.test`,
    iban: (country) => `${country}${digits(20)}`,
    text: () => `${letters(8)}${digits(3)}`,
  }
}

/** Creates the generator of one place: its values depend on nothing but the seed and the path. */
export function mintAt(seed: number, path: string): ValueGenerator {
  return makeMint(createHash('sha256').update(`${seed} ${path}`).digest().readUInt32LE())
}
