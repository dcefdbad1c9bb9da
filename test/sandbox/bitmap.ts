/** Font of 5 x 7 pixels: two hexadecimal digits per row, one bit per pixel. */
const letters: Readonly<Record<string, string>> = {
  A: '0E11111F111111',
  B: '1E11111E11111E',
  C: '0E11101010110E',
  D: '1E11111111111E',
  E: '1F10101E10101F',
  F: '1F10101E101010',
  G: '0E11101711110F',
  H: '1111111F111111',
  I: '0E04040404040E',
  J: '0702020202120C',
  K: '11121418141211',
  L: '1010101010101F',
  M: '111B1515111111',
  N: '11191513111111',
  O: '0E11111111110E',
  P: '1E11111E101010',
  Q: '0E11111115120D',
  R: '1E11111E141211',
  S: '0F10100E01011E',
  T: '1F040404040404',
  U: '1111111111110E',
  V: '11111111110A04',
  W: '1111111515150A',
  X: '11110A040A1111',
  Y: '11110A04040404',
  Z: '1F01020408101F',
  '0': '0E11131519110E',
  '1': '040C040404040E',
  '2': '0E11010204081F',
  '3': '1F02040201110E',
  '4': '02060A121F0202',
  '5': '1F101E0101110E',
  '6': '0608101E11110E',
  '7': '1F010204080808',
  '8': '0E11110E11110E',
  '9': '0E11110F01020C',
  '<': '02040810080402',
  '-': '0000001F000000',
  '.': '00000000000C0C',
  '/': '00010204081000',
}

export type RgbColour = readonly [number, number, number]

/** RGBA image: enough to draw a specimen without a canvas. */
export class Bitmap {
  readonly width: number
  readonly height: number
  readonly data: Buffer

  constructor(width: number, height: number, background: RgbColour) {
    this.width = width
    this.height = height
    this.data = Buffer.alloc(width * height * 4, 255)
    this.rectangle(0, 0, width, height, background)
  }

  rectangle(left: number, top: number, width: number, height: number, [red, green, blue]: RgbColour): void {
    for (let y = Math.max(0, top); y < Math.min(this.height, top + height); y += 1) {
      for (let x = Math.max(0, left); x < Math.min(this.width, left + width); x += 1) {
        const at = (y * this.width + x) * 4
        this.data[at] = red
        this.data[at + 1] = green
        this.data[at + 2] = blue
      }
    }
  }

  text(text: string, left: number, top: number, scale: number, colour: RgbColour): void {
    for (const [index, letter] of [...text.toUpperCase()].entries()) {
      const rows = letters[letter]
      if (rows === undefined) continue
      for (let row = 0; row < 7; row += 1) {
        const bits = Number.parseInt(rows.slice(row * 2, row * 2 + 2), 16)
        for (let column = 0; column < 5; column += 1) {
          if ((bits & (16 >> column)) !== 0) {
            this.rectangle(left + (index * 6 + column) * scale, top + row * scale, scale, scale, colour)
          }
        }
      }
    }
  }

  centred(text: string, top: number, scale: number, colour: RgbColour): void {
    this.text(text, Math.round((this.width - (text.length * 6 - 1) * scale) / 2), top, scale, colour)
  }
}
