import { ibanOf, numberFrom } from './ids.ts'

/** Invented payer. */
export interface InventedPayer {
  readonly title: string
  readonly first: string
  readonly last: string
  readonly gender: string
  readonly dob: string
  readonly country: string
  readonly city: string
  readonly postalCode: string
  readonly street: string
  readonly houseNumber: string
  readonly bban: string
}

const table = `
Ms | Mara | Lindqvist | F | 1988-04-17 | SE | Uppsala | 75310 | Storgatan | 12 | 50000000058398257466
Mr | Tomás | Oliveira | M | 1979-11-02 | PT | Braga | 4700-320 | Rua do Souto | 44 | 000201231234567890154
Mrs | Greta | Hofstätter | F | 1965-01-29 | AT | Graz | 8010 | Sporgasse | 7 | 2081500045678901
Mr | Jean-Luc | Bérard | M | 1992-07-14 | FR | Lyon | 69002 | Rue Mercière | 81 | 30006000011234567890189
Ms | Aoife | Brannigan | F | 1996-02-11 | IE | Galway | H91 E2K4 | Quay Street | 3 | AIBK93115212345678
Mr | Kees | van der Woude | M | 1983-09-08 | NL | Utrecht | 3511 AB | Oudegracht | 210 | INGB0417164300
Ms | Giulia | Sarti | F | 1990-12-24 | IT | Bologna | 40121 | Via Zamboni | 19 | X0542811101000000123456
Mr | Łukasz | Wrzesień | M | 1987-03-31 | PL | Gdańsk | 80-831 | Długa | 55 | 109010140000071219812874
Mrs | Ingrid | Aas | F | 1958-06-05 | NO | Bergen | 5003 | Strandgaten | 9 | 86011117947
Mr | Nikos | Papadimas | M | 1974-10-19 | GR | Patras | 26221 | Maizonos | 128 | 01101250000000012300695
Ms | Edith | Kowalczyk-Brown | F | 2001-05-23 | GB | Leeds | LS1 4DY | Park Row | 61 | NWBK60161331926819
Mr | Jonas | Example | M | 1985-08-16 | DE | Berlin | 10115 | Musterweg | 1 | 370400440532013000
Ms | Eleni | Charalambous | F | 1994-04-02 | CY | Limassol | 3036 | Anexartisias | 27 | 002001280000001200527600
Mr | Mikko | Ranta | M | 1971-12-06 | FI | Tampere | 33100 | Hämeenkatu | 15 | 12345600000785
Ms | Blanca | Iturralde | F | 1999-09-30 | ES | Bilbao | 48005 | Calle Somera | 22 | 21000418450200051332
Mr | Søren | Kjeldgaard | M | 1968-02-20 | DK | Aarhus | 8000 | Vestergade | 36 | 00400440116243
`

export const inventedPayers: readonly InventedPayer[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const cell = (index: number) => cells[index] ?? ''
    return {
      title: cell(0),
      first: cell(1),
      last: cell(2),
      gender: cell(3),
      dob: cell(4),
      country: cell(5),
      city: cell(6),
      postalCode: cell(7),
      street: cell(8),
      houseNumber: cell(9),
      bban: cell(10),
    }
  })

export const maraLindqvist: InventedPayer = personAt(0)

function personAt(index: number): InventedPayer {
  const person = inventedPayers[index % inventedPayers.length]
  if (person === undefined) throw new Error('no persons')
  return person
}

export function personFor(rid: string): InventedPayer {
  return personAt(1 + numberFrom(`person|${rid}`, inventedPayers.length - 1))
}

export function ibanFor(person: InventedPayer): string {
  return ibanOf(person.country, person.bban)
}

export function emailFor(person: InventedPayer): string {
  const plain = (name: string) =>
    name
      .replaceAll('ł', 'l')
      .replaceAll('Ł', 'L')
      .replaceAll('ø', 'o')
      .normalize('NFD')
      .replace(/[^A-Za-z]/g, '')
      .toLowerCase()
  return `${plain(person.first)}.${plain(person.last)}@example.test`
}

export function currencyOf(person: InventedPayer): string {
  return person.country === 'GB' ? 'GBP' : 'EUR'
}
