import { describe, expect, test } from 'vitest'
import { BundledPdfAssets } from './pdf-assets.ts'

describe('files named by a PDF', () => {
  test.each(['FoxitSerif.pfb', 'LiberationSans-Regular.ttf', 'openjpeg.wasm', 'Adobe-Japan1-UCS2.bcmap'])(
    '%s comes from our own build',
    async (filename) => {
      const bytes = await new BundledPdfAssets().fetch({ filename })
      expect(bytes.length).toBeGreaterThan(1_000)
    },
  )

  test('rejects an unknown name and derives no address from it', async () => {
    await expect(new BundledPdfAssets().fetch({ filename: '../../../api/session' })).rejects.toThrow(
      'not among our own files',
    )
  })
})
