import type { IdentityCheck, IdentityCheckReport } from '@paydesk/shared/compliance/identities'
import type { IdentityHandle } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it } from 'vitest'
import {
  controlSandbox,
  customerHandleOf,
  customerOf,
  identityHandleOf,
  onOneDatabase,
  problemIn,
  rowsOf,
} from '../../support/contract/support.ts'
import type { Person, Visitor } from '../../support/stack/start.ts'

const env = 'stage'
type Profile = Readonly<Record<string, string | null>>

const whole: Profile = {
  ...{ title: '', first_name: 'Ida', middle_name: '', last_name: 'Krol', fullname: 'Ida Krol' },
  ...{ dob: '1988-04-17', gender: 'F', citizen_country: 'PL', birth_country: 'PL', resident_country: 'PL' },
  billing_address_secondary: '',
  billing_address_street: 'Polna 12',
  billing_address_city: 'KRAKÓW',
  billing_address_postal_code: '30-059',
  billing_address_country: 'PL',
  residential_address_secondary: '',
  residential_address_street_number: '12',
  residential_address_street: 'Polna',
  residential_address_city: 'Kraków',
  residential_address_postal_code: '30-060',
  residential_address_country: '',
  email: 'ida@example.test',
}

onOneDatabase('the checks of an identity', (stack) => {
  const visitors = new Map<Person, Visitor>()
  beforeAll(async () => {
    for (const person of ['support', 'finance', 'finance2', 'compliance', 'auditor', 'admin'] as const)
      visitors.set(person, await stack().as(person))
  })
  const as = (person: Person) => visitors.get(person) ?? stack().visitor()

  /** Makes the sandbox answer with this profile for a customer's identity; returns its id and handle. */
  async function recordOf(rid: string, profile: Profile, more: object = {}) {
    const { identity: id } = await customerOf(stack(), rid)
    await answerIdentity(id, { profile: { ...profile, remote_user_id: rid }, kyc_state: 'NONE', ...more })
    return { id, identity: await identityHandleOf(stack(), rid, id) }
  }
  const answerIdentity = (id: string, body: object) =>
    controlSandbox(stack(), 'POST', 'override', {
      account: env,
      operation: 'identity',
      id,
      body: { id, ...body },
    })
  const show = (person: Person, identity: IdentityHandle) =>
    as(person).get(endpoints.showIdentity, { params: { env, identity } })
  const checksOf = (person: Person, identity: IdentityHandle) =>
    as(person).get(endpoints.checkIdentity, { params: { env, identity } })
  const named = ({ checks }: IdentityCheckReport, id: IdentityCheck['id']) =>
    checks.find((one) => one.id === id)

  it('show the age in whole years of the local day, to compliance only', async () => {
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: stack().deps.zone }).format(Date.now())
    const year = Number(today.slice(0, 4)) - 30
    const born = (day: string) => recordOf('cust-one', { ...whole, dob: day })
    const birthday = await born(`${year}${today.slice(4)}`)
    expect((await show('compliance', birthday.identity)).age).toEqual({ visibility: 'clear', text: '30' })
    for (const person of ['finance', 'auditor'] as const)
      expect((await show(person, birthday.identity)).age).toEqual({ visibility: 'hidden' })
    for (const [dob, age] of [
      [`${year + 1}-01-01`, '29'],
      [`${year - 1}-12-31`, '30'],
      ['2999-01-01', null],
      ['1788-01-01', null],
      ['somewhen', null],
      ['', null],
    ] as const) {
      const expected = today.slice(5) === '12-31' && age === '30' ? '31' : age
      const { identity } = await born(dob)
      expect((await show('compliance', identity)).age, dob).toEqual(
        expected === null ? { visibility: 'absent' } : { visibility: 'clear', text: expected },
      )
    }
  })

  it('compare the addresses part by part, for compliance only', async () => {
    const { identity } = await recordOf('cust-one', whole)
    const { addresses } = await show('compliance', identity)
    const said = addresses.map(({ part, compared }) => [
      part,
      compared === null ? null : 'text' in compared ? compared.text : compared.visibility,
    ])
    expect(said).toEqual([
      ['street', 'equal'],
      ['number', null],
      ['secondary', 'absent'],
      ['postal_code', 'differs'],
      ['city', 'equal'],
      ['country', 'billing_only'],
    ])
    expect(named(await checksOf('compliance', identity), 'addresses')).toMatchObject({
      result: 'attention',
      finding: 'addresses_differ',
      names: ['postal_code'],
    })
    for (const person of ['finance', 'auditor'] as const) {
      const view = await show(person, identity)
      expect(new Set(view.addresses.map(({ compared }) => compared?.visibility))).toEqual(
        new Set(['hidden', undefined]),
      )
      expect(named(await checksOf(person, identity), 'addresses')).toBeUndefined()
    }
  })

  it('look the same to other roles if the hidden addresses match or differ', async () => {
    const worlds = []
    for (const street of ['Polna 12', 'Dluga 3']) {
      const { identity } = await recordOf('cust-one', { ...whole, billing_address_street: street })
      const answers = await Promise.all(
        (['finance', 'auditor'] as const).map(async (person) => {
          const { reading: _, ...view } = await show(person, identity)
          const { checks, others, otherCustomers } = await checksOf(person, identity)
          return { view, checks, others, otherCustomers }
        }),
      )
      worlds.push(answers)
    }
    expect(worlds[0]).toEqual(worlds[1])
  })

  it('name missing fields that the role may know to be missing', async () => {
    const { identity } = await recordOf('cust-one', { ...whole, gender: '', email: null })
    expect(named(await checksOf('compliance', identity), 'members')).toMatchObject({
      result: 'attention',
      finding: 'fields_missing',
      names: ['gender', 'email', 'residential_address_country'],
    })
    const toFinance = named(await checksOf('finance', identity), 'members')
    expect(toFinance).toMatchObject({ finding: 'fields_missing', names: ['residential_address_country'] })
    expect(toFinance?.count).toBeGreaterThan(0)
    const { identity: full } = await recordOf('cust-one', { ...whole, residential_address_country: 'PL' })
    expect(named(await checksOf('compliance', full), 'members')).toMatchObject({
      result: 'ok',
      finding: 'profile_complete',
    })
    // Expects `unknown` for fields that this role cannot see.
    expect(named(await checksOf('finance', full), 'members')).toMatchObject({ result: 'unknown' })
  })

  it('report a record without a RID as unknown, and hide a record of another customer', async () => {
    const { id, identity } = await recordOf('cust-one', whole)
    expect(named(await checksOf('compliance', identity), 'rid')).toMatchObject({ result: 'ok' })
    await answerIdentity(id, { profile: whole })
    expect(named(await checksOf('compliance', identity), 'rid')).toMatchObject({ result: 'unknown' })
    await answerIdentity(id, { profile: { ...whole, remote_user_id: 'cust-somebody' } })
    const params = { env, identity }
    problemIn(await as('compliance').call(endpoints.checkIdentity, { params }), 'upstream_mismatch')
    problemIn(await as('compliance').call(endpoints.showIdentity, { params }), 'upstream_mismatch')
  })

  it.each([
    // Expects `look`: the transactions passed the identity review, but the identity has no KYC state.
    ['cust-kyc-none', 'NONE', 'attention'],
    ['cust-one', 'NONE', 'unknown'],
    ['cust-one', null, 'unknown'],
  ] as const)('compare the KYC state of %s (%s) to its transactions: %s', async (rid, kyc_state, result) => {
    const { identity } = await recordOf(rid, whole, { kyc_state })
    for (const person of ['compliance', 'auditor'] as const)
      expect(named(await checksOf(person, identity), 'kyc')).toMatchObject({ result })
  })

  it('report a failed read of the transactions only in the checks that need them', async () => {
    const { identity } = await recordOf('cust-one', whole)
    await controlSandbox(stack(), 'POST', 'faults', { account: env, operation: 'list', fault: '503' })
    try {
      const made = await checksOf('compliance', identity)
      expect(named(made, 'kyc')).toMatchObject({
        result: 'unknown',
        finding: 'transactions_not_loaded',
      })
      expect(named(made, 'members')).toBeDefined()
    } finally {
      await controlSandbox(stack(), 'DELETE', 'faults')
    }
  })

  it('count and link the same identity under another RID for compliance, within the merchants', async () => {
    const { id, identity } = await recordOf('cust-forty', whole)
    expect((await checksOf('compliance', identity)).others).toEqual({ visibility: 'clear', text: '0' })
    expect(named(await checksOf('compliance', identity), 'others')).toMatchObject({ result: 'unknown' })
    const other = await identityHandleOf(stack(), 'cust-many-open', id)
    const params = { env, identity: other }
    // Hides a record that names another customer, but remembers that the identity was named.
    problemIn(await as('compliance').call(endpoints.showIdentity, { params }), 'upstream_mismatch')
    const made = await checksOf('compliance', identity)
    expect(named(made, 'others')).toMatchObject({ result: 'attention' })
    expect(made).toMatchObject({
      others: { visibility: 'clear', text: '1' },
      otherCustomers: [
        {
          customer: await customerHandleOf(stack(), 'cust-many-open'),
          rid: { visibility: 'clear', text: 'cust-many-open' },
        },
      ],
    })
    for (const person of ['finance', 'auditor'] as const) {
      const told = await checksOf(person, identity)
      expect([told.others, told.otherCustomers, named(told, 'others')]).toEqual([
        { visibility: 'hidden' },
        [],
        undefined,
      ])
    }
  })

  it('keep each KYC state with its source and the reads between which it changed', async () => {
    const { id, identity } = await recordOf('cust-card', whole)
    await checksOf('compliance', identity)
    await answerIdentity(id, { profile: whole, kyc_state: 'REVIEWED' })
    const { kyc } = await checksOf('auditor', identity)
    const own = kyc.filter(({ source }) => source === 'identity')
    expect(own.map(({ raw }) => raw)).toEqual(['REVIEWED', 'NONE'])
    expect(own[0]?.notBefore).toBe(own[1]?.lastSeen)
    expect(own[1]?.notBefore).toBeNull()
    expect(Date.parse(own[0]?.firstSeen ?? '')).toBeGreaterThan(Date.parse(own[1]?.lastSeen ?? ''))
    expect(kyc.some(({ source }) => source === 'state')).toBe(true)
    // Stores null for a value that is not a code, because such a value may be free text.
    await answerIdentity(id, { profile: whole, kyc_state: 'asked Mara Lindqvist' })
    const [newest] = (await checksOf('compliance', identity)).kyc
    expect(newest).toMatchObject({ raw: null, source: 'identity' })
    const rows = await stack().deps.store.db.selectFrom('identity_kyc_states').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('Mara')
  })

  it('are recorded, and refused to support and the administrator', async () => {
    const { identity } = await recordOf('cust-one', whole)
    const { rows } = await rowsOf(stack(), () => checksOf('compliance', identity))
    expect(rows).toMatchObject([{ action: 'identity.checked', result: 'allowed', subject_id: identity }])
    for (const person of ['support', 'admin'] as const) {
      const refused = await as(person).call(endpoints.checkIdentity, { params: { env, identity } })
      problemIn(refused, 'not_allowed')
    }
  })
})
