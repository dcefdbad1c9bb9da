/** URLs of the fonts and decoders of our own build by path, with their licences. */
const bundledAssetUrls = import.meta.glob<string>(
  [
    '../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm',
    '../../../../node_modules/pdfjs-dist/{standard_fonts,wasm}/LICENSE*',
  ],
  { query: '?url', import: 'default', eager: true },
)

function findAssetUrl(list: Readonly<Record<string, string>>, name: string): string | undefined {
  const path = Object.keys(list).find((each) => each.slice(each.lastIndexOf('/') + 1) === name)
  return path === undefined ? undefined : list[path]
}

/**
 * Supplies the fonts, character maps and decoders that a PDF names. Serves only files of our own build and
 * never derives an address from a name. pdf.js creates one instance per file.
 */
export class BundledPdfAssets {
  async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    const list = filename.endsWith('.bcmap')
      ? (await import('./pdf-cmaps.ts')).pdfCharacterMapUrls
      : bundledAssetUrls
    const address = findAssetUrl(list, filename)
    if (address === undefined) throw new Error('not among our own files')
    const response = await fetch(address)
    if (!response.ok) throw new Error('one of our own files is missing')
    return new Uint8Array(await response.arrayBuffer())
  }
}
