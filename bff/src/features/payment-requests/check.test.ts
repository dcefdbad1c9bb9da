import { merchantIdSchema } from '@paydesk/shared/core/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPaymentRequestConfig } from '../../config/payment-requests.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { UncheckedPaymentRequest } from '../../records/payment-requests.ts'
import { buildPaymentRequestBody, buildPaymentRequestBodyLines, listPaymentBodyFieldPaths } from './body.ts'
import { checkPaymentInput, hasIban } from './check.ts'
import { explainPersonName, findClientFieldFormat, parsePersonName } from './client-fields.ts'

const merchant = merchantIdSchema.parse('demo-merchant')
const configured = (more: Readonly<Record<string, string>> = {}) => {
  const problems: string[] = []
  const source = { S_WORKFLOWS: 'DEMO_OPEN_BANKING', S_CURRENCIES: 'EUR,GBP', ...more }
  const read = readPaymentRequestConfig(
    source,
    { prefix: 'S_', baseUrl: new URL('https://s.example.test') },
    problems,
  )
  expect(problems).toEqual([])
  return read
}

/** Input of the interface's example. */
const example: UncheckedPaymentRequest = {
  form: '1',
  merchant,
  rid: 'cust-00417',
  workflow: 'DEMO_OPEN_BANKING',
  amount: { unit: 'major', text: '125.50' },
  currency: 'EUR',
  reference: 'INV-00417',
  client: {
    first_name: 'Mara',
    last_name: 'Lindqvist',
    email: 'mara.lindqvist@example.test',
    mobile: '+46 70 000 0417',
    dob: '1988-04-17',
    gender: 'F',
    citizen_country: 'se',
    birth_country: 'SE',
    billing_address_street: 'Storgatan',
    billing_address_street_number: '12',
    billing_address_city: 'Uppsala',
    billing_address_postal_code: '75310',
    billing_address_country: 'SE',
  },
  accountHolder: {
    name: 'Mara Lindqvist',
    type: 'INDIVIDUAL',
    // With the blanks of a web page and a label, as people paste it.
    iban: 'IBAN: se45\u00a05000\u00a00000\u202f0583\u00a09825 7466\u200b',
    bic: 'essesess',
  },
}
const added = {
  merchantTransactionId: 'ord-2025-00417',
  reference: 'INV-00417',
  datetime: '2025-06-01T10:20:30.512Z',
  returnUrl: 'https://shop.example.test/completed?transaction_id=',
  notificationUrl: 'https://shop.example.test/v1/notification',
}

const checked = (more: Partial<UncheckedPaymentRequest> = {}, config = configured()) =>
  checkPaymentInput({ ...example, ...more }, { config, merchants: [merchant] })

function wrongIn(more: Partial<UncheckedPaymentRequest>, config = configured()): string[] {
  try {
    checked(more, config)
  } catch (error) {
    if (error instanceof ProblemError) return error.fields?.map(({ name }) => name) ?? []
    throw error
  }
  return []
}

/** Request body of the interface's example, byte by byte except for line breaks. */
const payload = {
  workflow: 'DEMO_OPEN_BANKING',
  merchant: {
    id: 'demo-merchant',
    return_url: 'https://shop.example.test/completed?transaction_id=',
    transaction_webhook_url: 'https://shop.example.test/v1/notification',
  },
  transaction: {
    id: 'ord-2025-00417',
    datetime: '2025-06-01T10:20:30.512Z',
    amount: '12550',
    currency: 'EUR',
    reference: 'INV-00417',
  },
  client: {
    first_name: 'Mara',
    last_name: 'Lindqvist',
    email: 'mara.lindqvist@example.test',
    mobile: '+46700000417',
    dob: '1988-04-17',
    gender: 'F',
    citizen_country: 'SE',
    birth_country: 'SE',
    billing_address_street: 'Storgatan',
    billing_address_street_number: '12',
    billing_address_city: 'Uppsala',
    billing_address_postal_code: '75310',
    billing_address_country: 'SE',
  },
  account: { identifier: 'cust-00417' },
  account_holder: {
    name: 'Mara Lindqvist',
    type: 'INDIVIDUAL',
    iban: 'SE4550000000058398257466',
    bic: 'ESSESESS',
  },
}

describe('the request body', () => {
  it('matches the example of the interface, field by field and in order', () => {
    expect(buildPaymentRequestBody(checked(), added, configured().members)).toBe(JSON.stringify(payload))
  })

  it('uses the configured names for fields that the interface leaves unnamed', () => {
    const config = configured({
      S_REQUEST_FIELDS: JSON.stringify({
        workflow: 'flow',
        merchant: { id: 'mid', return_url: 'back', notification_url: 'hook' },
        transaction: { amount: 'sum', currency: 'unit', datetime: null },
        account_holder: { name: 'holder', type: 'kind', bic: 'swift' },
      }),
    })
    const body = JSON.parse(buildPaymentRequestBody(checked({}, config), added, config.members))
    expect(body).toMatchObject({
      flow: 'DEMO_OPEN_BANKING',
      merchant: { mid: 'demo-merchant', back: added.returnUrl, hook: added.notificationUrl },
      transaction: { id: 'ord-2025-00417', sum: '12550', unit: 'EUR', reference: 'INV-00417' },
      account_holder: { holder: 'Mara Lindqvist', kind: 'INDIVIDUAL', swift: 'ESSESESS' },
    })
    expect(Object.keys(body.transaction)).not.toContain('datetime')
  })

  it('leaves out empty fields and a missing account holder', () => {
    const { first_name, last_name, email } = example.client
    const client = { first_name: first_name ?? '', last_name: last_name ?? '', email: email ?? '', dob: ' ' }
    const body = JSON.parse(
      buildPaymentRequestBody(checked({ client, accountHolder: null }), added, configured().members),
    )
    expect(Object.keys(body)).toEqual(['workflow', 'merchant', 'transaction', 'client', 'account'])
    expect(Object.keys(body.client)).toEqual(['first_name', 'last_name', 'email'])
  })

  it('guards every line and shows personal data to its author only', () => {
    const { members } = configured()
    const body = buildPaymentRequestBody(checked(), added, members)
    const lines = buildPaymentRequestBodyLines(body, members, false)
    expect(lines.map(({ member }) => member)).toEqual(listPaymentBodyFieldPaths(body))
    for (const { member, value } of lines) {
      const isPersonal = /^(client|account|account_holder)\./.test(member)
      expect(value.field === 'request.typed', member).toBe(isPersonal)
    }
    const requestBodyLine = buildPaymentRequestBodyLines(body, members, true).find(
      ({ member }) => member === 'account.identifier',
    )
    expect(requestBodyLine?.value.field).toBe('rid')
    expect(JSON.stringify(lines)).not.toContain('Mara')
  })
})

describe('checkPaymentInput', () => {
  it('accepts any name of up to 24 letters unchanged, and none longer', () => {
    const letter = fc.constantFrom(..."abcXYZäöüßñçøłřşğ 0129.-/'")
    fc.assert(
      fc.property(fc.array(letter, { minLength: 1, maxLength: 30 }), (letters) => {
        const name = letters.join('')
        const read = parsePersonName(name)
        expect(read).toBe(letters.length <= 24 ? name.normalize('NFC') : null)
      }),
    )
  })

  it.each([
    ['mobile', '+46\u00a070\u202f000 0417', '+46700000417'],
    ['mobile', '+46-70-000-04-17', '+46700000417'],
    ['mobile', '+1 (415) 555-0100', '+14155550100'],
    ['mobile', '\u202a+46700000417\u202c', '+46700000417'],
    ['mobile', '\uff0b46.70.000.0417', '+46700000417'],
    ['mobile', '+49 (0)30 1234567', null],
    ['mobile', '+49 30 1234567/8', null],
    ['mobile', '+49/30/1234567', '+49301234567'],
    ['email', 'mailto:mara@example.test', 'mara@example.test'],
    ['email', '<mara@example.test>', 'mara@example.test'],
    ['email', '\u200bmara\uff20example.test', 'mara@example.test'],
    ['dob', '1988\u201104\u201317', '1988-04-17'],
    ['citizen_country', '\uff53\uff45', 'SE'],
    ['ip', '192.0.2.7\u200b', '192.0.2.7'],
  ])('reads %s as people paste it: %j', (member, text, value) => {
    expect(findClientFieldFormat(member).read(text)).toBe(value)
  })

  it('rejects a name with any other character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 24 }), (text) => {
        const read = parsePersonName(text)
        if (read !== null) expect(read).toMatch(/^[\p{L}\p{M}\p{N} './-]+$/u)
      }),
    )
  })

  it.each([
    ['Anna\u2013Lena', 'Anna-Lena'],
    ['Anna\u2010Lena', 'Anna-Lena'],
    ['An\u200bna\ufeff', 'Anna'],
    ['\u202aMara\u202c', 'Mara'],
    ['Mara\u00a0Lind', 'Mara Lind'],
    ['O\u2019Brien', "O'Brien"],
    ['O\u00b4Brien', "O'Brien"],
    ['O`Brien', "O'Brien"],
  ])('reads the name %j as word processors write it', (text, value) => {
    expect(parsePersonName(text)).toBe(value)
    expect(explainPersonName(text)).toBeNull()
  })

  it.each([
    ['Mara @ Lind', 6],
    ['\u200bM\u{1f600}ra', 2],
    ['\u{1d4dc}ara_Lind', 5],
    ['Mara\tLind', 5],
  ])('says at which place the name %j has another sign, and does not repeat it', (text, position) => {
    expect(parsePersonName(text)).toBeNull()
    const client = { ...example.client, first_name: text }
    const accountHolder = example.accountHolder && { ...example.accountHolder, name: text }
    const fields = ['client.first_name', 'accountHolder.name'].map((name) => ({
      name,
      rule: 'name_sign',
      values: { position },
    }))
    expect(() => checked({ client, accountHolder })).toThrow(expect.objectContaining({ fields }))
  })

  it('rejects an IBAN with any one digit changed', () => {
    const iban = 'SE4550000000058398257466'
    fc.assert(
      fc.property(fc.nat(iban.length - 3), fc.integer({ min: 1, max: 9 }), (at, more) => {
        const digit = (Number(iban[at + 2]) + more) % 10
        const changed = `${iban.slice(0, at + 2)}${digit}${iban.slice(at + 3)}`
        const accountHolder = { iban: changed, name: '', type: '', bic: '' }
        expect(wrongIn({ accountHolder })).toEqual(['accountHolder.iban'])
      }),
    )
  })

  it('accepts an account holder only with the configured currencies', () => {
    expect(wrongIn({ currency: 'GBP' })).toEqual(['accountHolder.iban'])
    expect(wrongIn({ currency: 'GBP' }, configured({ S_HOLDER_CURRENCIES: 'EUR,GBP' }))).toEqual([])
    expect(wrongIn({}, configured({ S_HOLDER_CURRENCIES: '' }))).toEqual(['accountHolder.iban'])
  })

  it('enforces the configured maximum amount, also in the minor units of API clients', () => {
    const config = configured({ S_MAX_AMOUNT: 'EUR:500' })
    expect(wrongIn({ amount: { unit: 'minor', text: '500' } }, config)).toEqual([])
    expect(wrongIn({ amount: { unit: 'minor', text: '501' } }, config)).toEqual(['amount'])
    expect(wrongIn({ amount: { unit: 'minor', text: '5.00' } }, config)).toEqual(['amount'])
  })

  it('rejects a reference with an account or card number, and accepts any other', () => {
    for (const reference of [
      'SE4550000000058398257466',
      'Pay DE89 3704 0044 0532 0130 00',
      '4111111111111111',
    ])
      expect(wrongIn({ reference }), reference).toEqual(['reference'])
    for (const reference of ['AB2025000012345678', 'INV-2025-0000012345', 'a', 'R'.repeat(100)])
      expect(wrongIn({ reference }), reference).toEqual([])
    expect(hasIban('no account')).toBe(false)
  })

  it('reports any rejected input by our field names only, never by its value', () => {
    const text = fc.string({ maxLength: 60 })
    const asked = fc.record({
      rid: text,
      workflow: text,
      currency: text,
      reference: text,
      client: fc.dictionary(fc.constantFrom('first_name', 'email', 'dob', 'ip', 'constructor'), text),
    })
    fc.assert(
      fc.property(asked, (more) => {
        const names = wrongIn({ ...more, accountHolder: null })
        for (const name of names)
          expect(name).toMatch(/^(workflow|currency|amount|reference|rid|client\.[a-z_]+)$/)
      }),
    )
  })
})
