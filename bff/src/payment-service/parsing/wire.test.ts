import { inspect } from 'node:util'
import { roleSchema as roles } from '@paydesk/shared/core/permissions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFieldAccess, createFieldAccessByRole } from '../../platform/access/field-access.ts'
import { unwrapGuardedForHandle, unwrapOperationalText } from '../../platform/access/guarded.ts'
import type { RecordTree } from '../../platform/access/record-tree.ts'
import { pickByRunLength } from '../../platform/runtime/run-length.test-kit.ts'
import {
  parseCustomerTransactionList,
  parseIdentityRecord,
  parseNotificationList,
  parseStateRecord,
} from './wire.ts'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const originalMessage = {
  merchant_id: 'demo-merchant',
  transaction_id: 'ord-2025-00417',
  reference: 'INV-00417',
  account: { identifier: 'cust-00417', ext: {} },
}
const providerResponse = {
  operation_type: 'authorization-and-capture',
  operation_successful: true,
  provider_type: 'open_banking',
  provider_name: 'DemoBank',
  request_currency: 'EUR',
  reference_code: '349351000000000417',
  provider_reference_code: '1102003004',
  response_id: '88100200417',
  status_code: 'OK000',
  status_description: 'Success',
  manual_reconciliation: false,
}
const identitySummary = {
  id: '_a41c7e2_18f2b3c4d50__3b1f',
  download_url: 'https://gateway.example.test/v1/identity/_a41c7e2',
  ledger_lifetime_amount: '182550',
  ledger_lifetime_currency: 'EUR',
  credit_ledger_lifetime_amount: '0',
  credit_ledger_lifetime_currency: 'EUR',
  kyc_state: 'NONE',
  created_at: '2025-02-03T09:14:22.118Z',
}
const steps = {
  capture: 'NA',
  charge: 'NA',
  credit: 'NA',
  '3ds': 'NA',
  piv: 'NA',
  sca: 'PENDING',
  docs: 'NA',
  kyc: 'NA',
}
const state = {
  id: '3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10',
  secret: 'zqx7secret-51f4-4b7e',
  expires_at: '2025-06-04T10:20:30.512Z',
  mode: 'registration',
  original_message: originalMessage,
  payment_provider_responses: [providerResponse],
  identity: identitySummary,
  workflow_state: steps,
  state: 'PENDING',
  compound_state: 'PENDING.CONTACTING_USER',
  response_code: 'IS0101',
  response_code_description: 'Transaction in progress',
  test_transaction: false,
}
const { expires_at: _, ...shared } = state
const notification = {
  ...shared,
  uid: state.id,
  event: 'kyc_manual_review',
  payment_amount: { amount: '12550', currency: 'EUR' },
  card_reference: {
    card_brand: 'VISA',
    masked_pan: '411111....1111',
    expiry_date: '1227',
    recurring_id: 'zqx7recurring',
    card_token: 'zqx7token',
  },
  screen_entities: [{ name: 'x' }],
  outstanding_tasks: [{ id: 'u1djo3rfd' }],
}
const transfer = {
  id: 'a16d5fb9-71b2-40af-8ead-5f6a7b8c9d23',
  event: 'payment_success',
  original_sender_iban: 'DE89370400440532013000',
  original_sender_name: 'Jonas Example',
  beneficiary_iban: 'CY17002001280000001200527600',
  beneficiary_acno: '1014000000417',
  transaction_detail: 'INV-00423',
  payment_provider_responses: [{ response_id: 'Example', status_code: '2025-06-01T10:23:41.8833434Z' }],
  payment_amount: { currency: 'EUR', amount: 100 },
}
const identity = {
  profile: {
    title: 'Ms',
    first_name: 'Mara',
    middle_name: '',
    last_name: 'Lindqvist',
    fullname: 'Mara Lindqvist',
    dob: '1988-04-17',
    resident_country: 'SE',
    email: 'mara.lindqvist@example.test',
    remote_user_id: 'cust-00417',
  },
  supporting_documents: [
    {
      id: 'doc_7f31',
      type: 'PASSPORT',
      status: 'ACCEPTED',
      created_at: '2025-02-03T09:20:01.004Z',
      download_url: 'zqx7url',
    },
    { document_uid: 'd-22', kind: 'PROOF_OF_ADDRESS', files: [{ name: 'bill.pdf', url: 'zqx7url' }] },
    'no object',
  ],
  id: '_a41c7e2_18f2b3c4d50__3b1f',
  uid: 'b27e60ca-82c3-41b0-9fbe-6a7b8c9d0e24',
  ledger_lifetime_amount: '182550',
  ledger_lifetime_currency: 'EUR',
  kyc_state: 'NONE',
  created_at: '2025-02-03T09:14:22.118Z',
}

function read<T>(wire: { ok: true; value: T } | { ok: false; why: string }): T {
  if (!wire.ok) throw new Error(wire.why)
  return wire.value
}

const bodies: readonly (readonly [string, Json, (body: unknown) => RecordTree])[] = [
  ['state', state, (body) => read(parseStateRecord(body))],
  ['identity', identity, (body) => read(parseIdentityRecord(body))],
  ['notification', notification, (body) => ({ entries: parseNotificationList([body]).entries })],
  ['incoming transfer', transfer, (body) => ({ entries: parseNotificationList([body]).entries })],
  [
    'list entry',
    { transaction_uid: 'tx-1', transaction_state: 'OK', state: 'SUCCESS', workflow: 'W' },
    (body) => ({ entries: parseCustomerTransactionList({ data: [body] }).entries }),
  ],
]
const recordsOf = (tree: RecordTree) =>
  Object.values(createFieldAccessByRole()).map((fieldAccess) => fieldAccess.maskRecord(tree))

describe('the state record', () => {
  it('is parsed with all its fields', () => {
    const record = read(parseStateRecord(state))
    expect(unwrapGuardedForHandle(record.id)).toBe(state.id)
    expect(unwrapOperationalText(record.state)).toBe('PENDING')
    expect(Object.keys(record.workflow_state)).toEqual(Object.keys(steps))
    expect(unwrapGuardedForHandle(record.original_message.account.identifier)).toBe('cust-00417')
    expect(unwrapGuardedForHandle(record.identity.id)).toBe(identitySummary.id)
    expect(createFieldAccess('compliance').listUnclassifiedNames(record)).toEqual({ names: [], more: 0 })
  })

  it('treats missing, null and malformed fields as absent', () => {
    for (const odd of [undefined, null, 'text', 7, true, []]) {
      const body = {
        ...state,
        identity: odd,
        original_message: odd,
        payment_provider_responses: odd,
        workflow_state: odd,
        state: odd,
      }
      const record = read(parseStateRecord(body))
      expect(unwrapGuardedForHandle(record.identity.id)).toBeNull()
      expect(record.payment_provider_responses).toEqual([])
      expect(Object.keys(record.workflow_state)).toEqual([])
      expect(unwrapGuardedForHandle(record.original_message.account.identifier)).toBeNull()
    }
    expect(
      read(parseStateRecord({ ...state, payment_provider_responses: [null, 'x', providerResponse] }))
        .payment_provider_responses,
    ).toHaveLength(3)
  })

  it('is rejected with a fixed reason if it is not a record', () => {
    for (const body of [null, undefined, 'x', 3, [], [state]])
      expect(parseStateRecord(body)).toEqual({ ok: false, why: 'not_an_object' })
    for (const id of [undefined, null, '', {}, []])
      expect(parseStateRecord({ ...state, id })).toEqual({ ok: false, why: 'no_id' })
    expect(parseIdentityRecord({ ...identity, id: null })).toEqual({ ok: false, why: 'no_id' })
    expect(parseIdentityRecord('x')).toEqual({ ok: false, why: 'not_an_object' })
  })

  it('keeps undocumented steps that have the form of a step', () => {
    const odd = {
      ...steps,
      sca2: 'SUCCESS',
      'a name of a person': 'NA',
      risk: 'Mara Lindqvist',
      deep: { a: 1 },
      kyc: null,
    }
    const record = read(parseStateRecord({ ...state, workflow_state: odd }))
    expect(Object.keys(record.workflow_state)).toEqual([...Object.keys(steps), 'sca2'])
    expect(createFieldAccess('compliance').listUnclassifiedNames(record)).toEqual({
      names: ['deep', 'risk'],
      more: 1,
    })
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`s${i}`, 'NA']))
    expect(
      Object.keys(read(parseStateRecord({ ...state, workflow_state: many })).workflow_state),
    ).toHaveLength(32)
  })

  it('shows fields of ext masked, and only to compliance', () => {
    const account = { identifier: 'cust-00417', ext: { loyalty: 'zqx7', deep: { a: 'zqx7' }, 'Mara L': 'x' } }
    const record = read(parseStateRecord({ ...state, original_message: { ...originalMessage, account } }))
    expect(createFieldAccess('compliance').maskRecord(record)).toMatchObject({
      original_message: { account: { ext: { loyalty: '••••••••' } } },
      '(unclassified)': { names: ['deep'], more: 1 },
    })
    expect(JSON.stringify(recordsOf(record))).not.toContain('zqx7')
    expect(JSON.stringify(createFieldAccess('support').maskRecord(record))).not.toContain('loyalty')
  })
})

describe('the per-customer list', () => {
  it('keeps entries with an id and counts the others', () => {
    const entry = { transaction_uid: 'tx-1', transaction_state: 'OK', state: 'SUCCESS', workflow: 'W' }
    const list = parseCustomerTransactionList({
      data: [entry, null, 'x', { ...entry, transaction_uid: null }],
    })
    expect(list).toMatchObject({ unreadable: 3, shapeKnown: true })
    expect(list.entries.map((one) => unwrapGuardedForHandle(one.transaction_uid))).toEqual(['tx-1'])
    expect(parseCustomerTransactionList([entry]).entries).toHaveLength(1)
  })

  it.each([[null], ['x'], [{}], [{ data: {} }], [{ items: [] }]])('is empty for other shapes: %j', (body) => {
    expect(parseCustomerTransactionList(body)).toEqual({ entries: [], unreadable: 0, shapeKnown: false })
  })
})

describe('notifications', () => {
  it.each([
    ['array', [notification]],
    ['data', { data: [notification] }],
    ['notifications', { notifications: [notification] }],
  ])('are parsed from the shape %s', (_shape, body) => {
    const list = parseNotificationList(body)
    expect(list.shapeKnown).toBe(true)
    expect(list.entries.map((entry) => [entry.kind, unwrapOperationalText(entry.event)])).toEqual([
      ['transaction', 'kyc_manual_review'],
    ])
  })

  it.each([[null], ['x'], [{}], [{ data: 'x' }], [{ items: [notification] }]])(
    'are empty for other shapes: %j',
    (body) => {
      expect(parseNotificationList(body)).toEqual({ entries: [], shapeKnown: false })
    },
  )

  it('are classified by kind', () => {
    const kinds = parseNotificationList([
      notification,
      transfer,
      'x',
      null,
      { ...transfer, state: 'PENDING' },
      {},
    ]).entries.map(({ kind }) => kind)
    expect(kinds).toEqual([
      'transaction',
      'incoming_transfer',
      'unreadable',
      'unreadable',
      'transaction',
      'transaction',
    ])
  })

  it('show screening hits only to compliance, and tasks only as present', () => {
    const [entry] = parseNotificationList([notification]).entries
    if (entry === undefined) throw new Error('no entry')
    const seen = roles.options.map((role) => createFieldAccess(role).mask(entry.screen_entities).visibility)
    expect(seen).toEqual(['hidden', 'hidden', 'masked', 'hidden', 'hidden'])
    expect(createFieldAccess('support').maskRecord(entry)).toMatchObject({
      outstanding_tasks: { count: 'present' },
    })
    expect(createFieldAccess('support').maskRecord(entry)).toMatchObject({
      card_reference: { masked_pan: '••••1111' },
    })
  })
})

describe('the identity record', () => {
  it('is parsed with documents of any shape', () => {
    const record = read(parseIdentityRecord(identity))
    expect(record.supporting_documents.elements).toHaveLength(2)
    expect(createFieldAccess('compliance').maskRecord(record)).toMatchObject({
      supporting_documents: {
        count: '3',
        elements: [
          { kind: 'PASSPORT', status: '••••••••', created_at: '2025-02-03T09:20:01.004Z' },
          { kind: 'PROOF_OF_ADDRESS' },
        ],
      },
      '(unclassified)': { names: ['document_uid', 'files', 'id'], more: 0 },
    })
    for (const role of ['support', 'finance'] as const)
      expect(createFieldAccess(role).maskRecord(record)).toMatchObject({
        supporting_documents: { count: 'present' },
      })
    expect(unwrapGuardedForHandle(record.id)).toBe(identity.id)
  })
})

describe('arbitrary input', () => {
  const anyJson = fc.jsonValue({ maxDepth: 4 })

  it('never throws', () => {
    fc.assert(
      fc.property(
        anyJson,
        fc.constantFrom(...bodies.map(([, body]) => body)),
        fc.nat(),
        (value, body, place) => {
          const names = Object.keys(body ?? {})
          const odd = {
            ...(typeof body === 'object' ? body : {}),
            [names[place % names.length] ?? 'id']: value,
          }
          for (const one of [value, odd]) {
            parseStateRecord(one)
            parseIdentityRecord(one)
            recordsOf(parseNotificationList([one]).entries)
            recordsOf(parseNotificationList(one).entries)
            recordsOf(parseCustomerTransactionList(one).entries)
          }
        },
      ),
      { numRuns: pickByRunLength(100, 500) },
    )
  })

  it('never prints credentials, and counts them as known fields', () => {
    const [entry] = parseNotificationList([{ ...notification, redirect_url: 'zqx7redirect' }]).entries
    const trees: RecordTree[] = [
      read(parseStateRecord({ ...state, redirect_url: 'zqx7redirect' })),
      read(parseIdentityRecord({ ...identity, download_url: 'zqx7' })),
      entry ?? {},
    ]
    for (const tree of trees) {
      const names: string[] = []
      JSON.stringify(tree, (name, value: unknown) => {
        names.push(name)
        return value
      })
      expect(names).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(.*_url|recurring_id|card_token)$/)]),
      )
      expect(inspect(tree, { depth: null, showHidden: true })).not.toContain('zqx7')
      // Check `secret` too: only its keyed hash is used, so its value must never be printed.
      expect(JSON.stringify(tree)).not.toContain(state.secret)
      for (const one of roles.options)
        expect(JSON.stringify(createFieldAccess(one).maskRecord(tree))).not.toContain(state.secret)
    }
    expect(createFieldAccess('compliance').listUnclassifiedNames(trees[0] ?? {})).toEqual({
      names: [],
      more: 0,
    })
    expect(createFieldAccess('compliance').listUnclassifiedNames(entry ?? {})).toEqual({ names: [], more: 0 })
  })

  it('is not polluted by names that every object has', () => {
    const body: unknown = JSON.parse(
      JSON.stringify({ ...state, workflow_state: {} }).replace(
        /"workflow_state":\{\}/,
        '"workflow_state":{"__proto__":"NA","constructor":"NA","prototype":"NA","sca":"NA"},"__proto__":{"polluted":"NA"},"constructor":{"prototype":{"polluted":1}}',
      ),
    )
    const record = read(parseStateRecord(body))
    expect(Object.keys(record.workflow_state)).toEqual(['sca'])
    expect(Object.getPrototypeOf(record.workflow_state)).toBe(Object.prototype)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect(Reflect.get(record, 'polluted')).toBeUndefined()
    expect(createFieldAccess('compliance').listUnclassifiedNames(record)).toEqual({ names: [], more: 0 })
  })
})

describe('unknown fields', () => {
  const extra = fc.tuple(
    fc.oneof(
      fc.string({ minLength: 1, maxLength: 20 }).map((name) => `zz ${name}`),
      fc.stringMatching(/^zz_[a-z0-9_]{0,30}$/),
      fc.constantFrom('__proto__', 'Mara Lindqvist', 'mara@example.test', 'constructor'),
    ),
    fc.oneof(
      fc.constant('zqx7canary0417'),
      fc.jsonValue({ maxDepth: 2 }).map((value) => ({ zqx7: ['zqx7canary', value] })),
    ),
  )
  // Names of free objects, whose fields have rules of their own.
  const free = new Set(['workflow_state', 'ext'])

  function grown(body: Json, extras: readonly (readonly [string, unknown])[]): Json {
    if (Array.isArray(body)) return body.map((one) => grown(one, extras))
    if (typeof body !== 'object' || body === null) return body
    const copy = Object.fromEntries(
      Object.entries(body).map(([name, member]) => [name, free.has(name) ? member : grown(member, extras)]),
    )
    for (const [name, value] of extras)
      Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true })
    return copy
  }

  it.each(bodies)('change nothing at any depth except the list of names: %s', (_name, body, parse) => {
    fc.assert(
      fc.property(fc.array(extra, { minLength: 1, maxLength: 4 }), (extras) => {
        const before = parse(body)
        const after = parse(grown(body, extras))
        for (const fieldAccess of Object.values(createFieldAccessByRole())) {
          const [was, is] = [before, after].map((tree) =>
            JSON.stringify(fieldAccess.maskRecord(tree), (name, value: unknown) =>
              name === '(unclassified)' ? undefined : value,
            ),
          )
          expect(is).toBe(was)
          const whole = JSON.stringify(fieldAccess.maskRecord(after))
          expect(whole).not.toMatch(/zqx7|Mara Lindqvist|mara@example\.test/)
          if (fieldAccess.role !== 'compliance')
            expect(whole).toBe(JSON.stringify(fieldAccess.maskRecord(before)))
        }
        expect(JSON.stringify(after)).not.toContain('zqx7')
        expect(inspect(after, { depth: null, showHidden: true })).not.toContain('zqx7canary')
      }),
      { numRuns: pickByRunLength(15, 60) },
    )
  })
})
