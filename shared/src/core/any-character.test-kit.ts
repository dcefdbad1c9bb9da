import fc from 'fast-check'

const codePoint = (min: number, max: number) => ({
  arbitrary: fc.integer({ min, max }),
  weight: max < 128 ? 1 : 2,
})

/**
 * Arbitrary code point except surrogates, one in five of them ASCII: a unit for `fc.string`. The unit
 * `binary` of fast-check first builds a table of all code points, which takes a second.
 */
export const anyCharacter = fc
  .oneof(codePoint(0, 0x7f), codePoint(0x80, 0xd7ff), codePoint(0xe000, 0x10_ffff))
  .map((code) => String.fromCodePoint(code))
