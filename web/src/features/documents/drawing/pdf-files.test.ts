import { describe, expect, test } from 'vitest'
import { OwnFiles } from './pdf-files.ts'

describe('files that a PDF may name', () => {
  test.each(['FoxitSans.pfb', 'LiberationSans-Regular.ttf', 'openjpeg.wasm', 'Adobe-Japan1-UCS2.bcmap'])(
    '%s comes from our own build',
    async (filename) => {
      const bytes = await new OwnFiles().fetch({ filename })
      expect(bytes.length).toBeGreaterThan(1_000)
    },
  )

  test('a name that is not one of ours is refused, and no address is made of it', async () => {
    await expect(new OwnFiles().fetch({ filename: '../../../api/session' })).rejects.toThrow(
      'not among our own files',
    )
  })
})
