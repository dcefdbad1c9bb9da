import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, inspect } from 'node:util'
import { serialize } from 'node:v8'
import { identityIdSchema, ridSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  GuardedValue,
  guardValue,
  isSameGuardedValue,
  truncateText,
  unwrapGuardedForHandle,
  unwrapGuardedForMasking,
  unwrapOperationalBoolean,
  unwrapOperationalText,
  unwrapResultCode,
} from './guarded.ts'

const CANARY = 'zqx7canary0417'
const secret = guardValue('profile.last_name', CANARY)
const bytes = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))

function messageOf(act: () => unknown): string {
  try {
    return bytes(act())
  } catch (error) {
    return inspect(error, { depth: 10, showHidden: true })
  }
}

class Wrapping extends Error {
  readonly subject = secret
}

const prints: Readonly<Record<string, () => unknown>> = {
  String: () => String(secret),
  template: () => `${secret}`,
  concatenation: () => `${secret}`.concat(secret.toString()),
  'plus operator': () => Reflect.apply(Function('a', 'return a + ""'), null, [secret]),
  'JSON.stringify': () => JSON.stringify({ secret, list: [secret] }),
  inspect: () => inspect(secret),
  'inspect of a record': () =>
    inspect({ a: { b: [secret] } }, { depth: null, showHidden: true, getters: true }),
  'inspect without custom': () => inspect(secret, { customInspect: false, showHidden: true, getters: true }),
  'format %s': () => format('%s', secret),
  'format %o': () => format('%o', secret),
  'format %O': () => format('%O', { secret }),
  'format %j': () => format('%j', { secret }),
  'format %d': () => format('%d', secret),
  spread: () => JSON.stringify({ ...secret }),
  'Object.entries': () => JSON.stringify(Object.entries(secret)),
  'own keys': () => Reflect.ownKeys(secret).map(String).join(),
  'own descriptors': () => inspect(Object.getOwnPropertyDescriptors(secret)),
  'for in': () => {
    let found = ''
    for (const name in secret) found += name
    return found
  },
  'Object.assign': () => inspect(Object.assign({}, secret)),
  structuredClone: () => inspect(structuredClone(secret), { showHidden: true }),
  'v8.serialize': () => serialize(secret),
  'Array.join': () => [secret, secret].join(),
  URLSearchParams: () => new URLSearchParams([['q', String(secret)]]).toString(),
  'Buffer.from': () => Buffer.from(String(secret)),
  toLocaleString: () => secret.toLocaleString(),
  'error cause': () => inspect(new Error('failed', { cause: secret }), { depth: 10, showHidden: true }),
  'error member': () => inspect(new Wrapping('failed'), { depth: 10, showHidden: true }),
  'thrown value': () => {
    throw secret
  },
  'type error': () => Reflect.construct(Date, [secret]),
  'symbol description': () => Symbol(String(secret)).toString(),
  Map: () => inspect(new Map([[secret, secret]]), { depth: 10, showHidden: true }),
}

describe('a guarded value', () => {
  it('is printed in at least 20 ways by this test', () => {
    expect(Object.keys(prints).length).toBeGreaterThanOrEqual(20)
  })

  it.each(Object.entries(prints))('reveals nothing when printed: %s', (_name, print) => {
    expect(messageOf(print)).not.toMatch(/zqx7|canary|0417/i)
  })

  it('opens for masking only in field-access.ts, which applies the cell of the role', () => {
    const root = join(import.meta.dirname, '..')
    const users = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .filter((file) => readFileSync(join(root, file), 'utf8').includes('unwrapGuardedForMasking'))
    expect(users.sort()).toEqual(['access/field-access.ts', 'access/guarded.ts'])
  })

  it('opens only under fields that allow it, enforced by the compiler', () => {
    // @ts-expect-error a name is not operational
    unwrapOperationalText(guardValue('profile.last_name', 'x'))
    // @ts-expect-error a name makes no handle
    unwrapGuardedForHandle(guardValue('profile.last_name', 'x'))
    // @ts-expect-error a field that is not in the access policy cannot be guarded
    guardValue('profile.shoe_size', 'x')
    // @ts-expect-error an unspecified field may be any field, so the value does not open
    unwrapOperationalText(new GuardedValue<GuardedValue['field']>('state.state', 'x'))
    expect(unwrapOperationalText(guardValue('state.state', 'PENDING'))).toBe('PENDING')
  })
})

describe('guardValue', () => {
  it.each([
    [null],
    [undefined],
    [''],
    [{}],
    [[]],
    [['x']],
    [() => 'x'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    ['\u0000'],
  ])('treats %s as absent', (raw) => {
    expect(unwrapGuardedForMasking(guardValue('rid', raw))).toBeNull()
  })

  it('keeps text, booleans and the digits of numbers', () => {
    expect(unwrapGuardedForMasking(guardValue('rid', 'cust-1'))).toBe('cust-1')
    expect(unwrapGuardedForMasking(guardValue('state.test_transaction', false))).toBe(false)
    expect(unwrapGuardedForMasking(guardValue('notification.amount', 100))).toBe('100')
    expect(unwrapGuardedForMasking(guardValue('notification.amount', '900719925474099312345'))).toBe(
      '900719925474099312345',
    )
  })

  it('keeps whole characters without controls, of bounded length, for any input', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 80 }),
        fc.constantFrom('', '\ud83d', '\u0000', '\u202e', '\n'),
        (a, b) => {
          const value = unwrapGuardedForMasking(guardValue('rid', a + b + a))
          if (value === null) return
          expect(value).toEqual(String(value).toWellFormed())
          expect(value).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
        },
      ),
    )
    expect(String(unwrapGuardedForMasking(guardValue('rid', 'x'.repeat(100_000)))).length).toBe(65_536)
    expect(unwrapGuardedForMasking(guardValue('rid', `${'x'.repeat(65_535)}😀`))).toBe('x'.repeat(65_535))
    expect(unwrapGuardedForMasking(guardValue('rid', 'a\ud83d'))).toBe('a\ufffd')
  })

  it('does not turn a broken id into a valid one', () => {
    expect(unwrapGuardedForHandle(guardValue('rid', 'cust\n-1'))).toBe('cust -1')
    expect(unwrapGuardedForHandle(guardValue('rid', 'cust\u0000\u202e-1'))).toBe('cust\ufffd-1')
    const forms = {
      rid: ridSchema,
      'response.id': transactionIdSchema,
      'identity.id': identityIdSchema,
    } as const
    const unwanted = fc.constantFrom(
      '\u0000',
      '\n',
      '\u001b',
      '\u007f',
      '\u0085',
      '\u202e',
      '\u2066',
      '\ud83d',
    )
    fc.assert(
      fc.property(
        fc.constantFrom('rid', 'response.id', 'identity.id'),
        fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{3,40}$/),
        fc.array(unwanted, { minLength: 1, maxLength: 3 }),
        fc.nat(),
        (field, id, some, at) => {
          expect(forms[field].safeParse(unwrapGuardedForHandle(guardValue(field, id))).data).toBe(id)
          const where = at % (id.length + 1)
          const broken = id.slice(0, where) + some.join('') + id.slice(where)
          expect(forms[field].safeParse(unwrapGuardedForHandle(guardValue(field, broken))).success).toBe(
            false,
          )
        },
      ),
    )
  })

  it('does not accept a boolean as an id', () => {
    for (const raw of [true, false]) expect(unwrapGuardedForHandle(guardValue('response.id', raw))).toBeNull()
  })

  it('does not turn a broken code or amount into a valid one', () => {
    expect(unwrapResultCode(guardValue('response.code', 'IS\u00000101'))).toBeNull()
    expect(unwrapOperationalText(guardValue('state.state', 'SUC\u202eCESS'))).toBe('SUC\ufffdCESS')
    expect(unwrapOperationalBoolean(guardValue('state.test_transaction', 'tr\u0000ue'))).toBeNull()
  })
})

describe('opening a guarded value', () => {
  it('opens flags given as booleans or as their words', () => {
    const flag = (raw: unknown) => unwrapOperationalBoolean(guardValue('state.test_transaction', raw))
    expect([true, false, 'true', 'false', 'yes', null, 1].map(flag)).toEqual([
      true,
      false,
      true,
      false,
      null,
      null,
      null,
    ])
  })

  it('opens result codes only in code form', () => {
    const code = (raw: unknown) => unwrapResultCode(guardValue('response.code', raw))
    expect(['IS0101', '00', 'OK000', 'Lindqvist', 'LINDQVIST', '2025-06-01', null].map(code)).toEqual([
      'IS0101',
      '00',
      'OK000',
      null,
      null,
      null,
      null,
    ])
  })

  it('compares values without opening them', () => {
    expect(isSameGuardedValue(guardValue('profile.dob', '1988-04-17'), '1988-04-17')).toBe(true)
    expect(isSameGuardedValue(guardValue('profile.dob', '1988-04-17'), '1988-04-18')).toBe(false)
    expect(isSameGuardedValue(guardValue('profile.dob', null), '')).toBe(false)
    expect(isSameGuardedValue(guardValue('state.test_transaction', true), 'true')).toBe(true)
  })

  it('truncates at whole characters', () => {
    expect(truncateText('ab😀', 3)).toBe('ab')
    expect(truncateText('ab😀', 4)).toBe('ab😀')
  })
})
