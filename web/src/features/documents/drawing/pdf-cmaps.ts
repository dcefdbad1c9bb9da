/** URLs of the bundled character maps by path. Loaded on demand: many maps, and few PDFs need one. */
export const pdfCharacterMapUrls = import.meta.glob<string>(
  ['../../../../node_modules/pdfjs-dist/cmaps/*.bcmap', '../../../../node_modules/pdfjs-dist/cmaps/LICENSE*'],
  { query: '?url', import: 'default', eager: true },
)
