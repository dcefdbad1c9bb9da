import { describe, expect, test } from 'vitest'
import { BundledPdfAssets } from './pdf-assets.ts'

describe('files that a PDF may name', () => {
  test.each(['FoxitSerif.pfb', 'LiberationSans-Regular.ttf', 'openjpeg.wasm', 'Adobe-Japan1-UCS2.bcmap'])(
    '%s comes from our own build',
    async (filename) => {
      const bytes = await new BundledPdfAssets().fetch({ filename })
      expect(bytes.length).toBeGreaterThan(1_000)
    },
  )

  test('a name that is not one of ours is refused, and no address is made of it', async () => {
    await expect(new BundledPdfAssets().fetch({ filename: '../../../api/session' })).rejects.toThrow(
      'not among our own files',
    )
  })
})
