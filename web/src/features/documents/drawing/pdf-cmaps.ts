/** Addresses of the character maps of our own build by path: many, and few PDFs ask for one. */
export const pdfCharacterMapUrls = import.meta.glob<string>(
  ['../../../../node_modules/pdfjs-dist/cmaps/*.bcmap', '../../../../node_modules/pdfjs-dist/cmaps/LICENSE*'],
  { query: '?url', import: 'default', eager: true },
)
