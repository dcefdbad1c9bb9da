/** Object with a stream: its dictionary and the bytes of the stream. */
export interface PdfStream {
  /** Entries of the dictionary, except the length. */
  readonly about: string
  readonly pieces: readonly Uint8Array[]
}

const bytesOf = (text: string) => Buffer.from(text, 'latin1')

/**
 * Encodes text for Helvetica, the one font that needs no file (Windows letters). An unsupported letter loses
 * its accents; a letter that is still unsupported becomes a question mark.
 */
export function encodePdfText(text: string): string {
  const plain = [...text.normalize('NFC')].map((letter) => {
    const known = (one: string) => /^[\x20-\x7e\u00a1-\u00ff]+$/.test(one)
    if (known(letter)) return letter
    const bare = letter.normalize('NFKD').replace(/\p{M}/gu, '')
    return known(bare) ? bare : '?'
  })
  return `<${bytesOf(plain.join('')).toString('hex')}>`
}

/** Writes a PDF (ISO 32000-2, 7.5); object 1 is the catalogue. The bytes of streams are not copied. */
export function writePdf(objects: readonly (string | PdfStream)[]): readonly Uint8Array[] {
  const pieces: Uint8Array[] = []
  const offsets: number[] = []
  let at = 0
  const put = (piece: Uint8Array) => {
    pieces.push(piece)
    at += piece.length
  }
  put(Buffer.concat([bytesOf('%PDF-1.7\n%'), Buffer.from([0xe2, 0xe3, 0xcf, 0xd3, 0x0a])]))
  for (const [index, object] of objects.entries()) {
    offsets.push(at)
    put(bytesOf(`${index + 1} 0 obj\n`))
    if (typeof object === 'string') put(bytesOf(object))
    else {
      const length = object.pieces.reduce((sum, piece) => sum + piece.length, 0)
      put(bytesOf(`<< ${object.about} /Length ${length} >>\nstream\n`))
      for (const piece of object.pieces) put(piece)
      put(bytesOf('\nendstream'))
    }
    put(bytesOf('\nendobj\n'))
  }
  const begun = at
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  put(bytesOf(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`))
  put(bytesOf(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${begun}\n%%EOF\n`))
  return pieces
}
