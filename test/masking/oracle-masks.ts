/**
 * Masks of the access design, implemented a second time for tests only. Exact for the values that the worlds
 * of this folder contain.
 */
export interface OracleMask {
  readonly mask: string
  /** Returns the text that the role may see of this value; the value itself if the design shows it. */
  readonly shows: (value: string) => string
}

const DOTS = '••••••••'

const mask = (name: string, shows: (value: string) => string): OracleMask => ({ mask: name, shows })
const lettersAndDigits = (value: string) => value.replace(/[^A-Za-z0-9]/g, '')

/** First letters of the first two words; characters that are no letters are dropped. */
const initials = mask('initials', (value) => {
  const texts = value.split(/\s+/).map((word) => word.replace(/[^\p{L}\p{M}]/gu, ''))
  const firsts = texts.filter((word) => word !== '').map((word) => `${[...word][0]}.`)
  return firsts.length === 0 ? '•.' : firsts.slice(0, 2).join(' ')
})

/** First character and top-level domain. */
const email = mask('email', (value) => {
  const parts = /^(\S)[^@\s]*@[^@\s]+\.([a-z]{2,12})$/i.exec(value)
  return parts === null ? DOTS : `${parts[1]}•••••@•••••.${parts[2]}`
})

/** Country and last four characters, always with fifteen dots. */
const iban = mask('iban', (value) => {
  const compact = lettersAndDigits(value).toUpperCase()
  // Reject a name in place of an IBAN: it has fewer than six digits.
  const isAccount = /^[A-Z0-9 .-]+$/i.test(value) && compact.replace(/\D/g, '').length >= 6
  if (compact.length <= 8 || !isAccount) return DOTS
  const country = /^[A-Z]{2}/.exec(compact)?.[0] ?? ''
  return `${country}${'•'.repeat(15)}${compact.slice(-4)}`
})

const last4 = mask('last4', (value) =>
  [...value].length < 9 ? DOTS : `••••${[...value].slice(-4).join('')}`,
)

const year = mask('year', (value) => /^(\d{4})-\d\d-\d\d(?:$|T)/.exec(value)?.[1] ?? DOTS)

const decade = mask('decade', (value) => {
  const start = /^(\d{3})\d-\d\d-\d\d(?:$|T)/.exec(value)?.[1]
  return start === undefined ? DOTS : `${start}0..${start}9`
})

/** Postal code: the first two characters. */
const area = mask('area', (value) => {
  const compact = lettersAndDigits(value)
  return /^[A-Za-z0-9 -]+$/.test(value) && compact.length >= 4 && compact.length <= 12
    ? `${compact.slice(0, 2)}•••`
    : '••'
})

const ref6 = mask('ref6', (value) => (/^[A-Za-z0-9-]{13,}$/.test(value) ? `••••${value.slice(-6)}` : DOTS))

/** Amount range on a fixed ladder of powers of ten. */
const band = mask('band', (value) => {
  if (!/^\d+$/.test(value)) return DOTS
  const amount = BigInt(value)
  if (amount < 1_000n) return '0..999'
  if (amount < 10_000n) return '1000..9999'
  if (amount < 100_000n) return '10000..99999'
  if (amount < 1_000_000n) return '100000..999999'
  if (amount < 10_000_000n) return '1000000..9999999'
  return '10000000..'
})

/** Card number: at most the first six and the last four digits, even if the payment service cut fewer. */
const pan = mask('pan', (value) => {
  const body = value.replace(/[ -]/g, '')
  return /^\d{6}.{3,9}\d{4}$/.test(body) ? `${body.slice(0, 6)}••••••${body.slice(-4)}` : DOTS
})

const host = mask('host', (value) => {
  const name = /^https?:\/\/([a-z0-9.-]+)/i.exec(value)?.[1]
  return name === undefined ? DOTS : `//${name.toLowerCase()}/…`
})

/** Day of a timestamp. */
const day = mask('date', (value) => (/^\d{4}-\d\d-\d\d(?:$|T)/.test(value) ? value.slice(0, 10) : DOTS))

const dots = mask('dots', () => DOTS)

const count = mask('count', (value) => (/^\d{1,6}$/.test(value) ? value : DOTS))

/** Result code: clear only in the form of one. */
const code = mask('code', (value) => (/^[A-Z]{0,4}\d{1,5}$/.test(value) ? value : DOTS))

/** Number: clear only with eight digits or more, because a surname was seen in this field. */
const number = mask('number', (value) => (/^\d{8,}$/.test(value) ? value : DOTS))

/** Customer ID (RID): clear unless it has the form of an e-mail address or an IBAN. */
const rid = mask('rid', (value) => {
  if (value.includes('@')) return email.shows(value)
  return /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/i.test(value) ? iban.shows(value) : value
})

const quoted = [
  /\S+@\S+/g,
  /\b[A-Z]{2}\d{2}[A-Z0-9]{10,30}\b/g,
  /\b\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g,
  /\+?\d(?:[ -]?\d){5,}/g,
]

/** Free text without the e-mail addresses, accounts, dates and long numbers in it. */
const scrubbed = mask('scrubbed', (value) =>
  quoted.reduce((text, pattern) => text.replace(pattern, DOTS), value),
)

/** Masks by the names that the access design gives them. */
export const oracleMasks = {
  initials,
  email,
  iban,
  last4,
  year,
  decade,
  area,
  ref6,
  band,
  pan,
  host,
  day,
  dots,
  count,
  code,
  number,
  rid,
  scrubbed,
}
