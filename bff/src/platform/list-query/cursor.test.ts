import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createTestActor,
  createTestScope,
  filterArbitrary,
  noonMs,
  testMerchants,
} from '../../features/transaction-list/rows.test-kit.ts'
import { createFieldCipher } from '../database/field-cipher.ts'
import { ProblemError } from '../problem/problem.ts'
import { Secret } from '../runtime/secret.ts'
import { type CursorBinding, decryptCursor, encryptCursor } from './cursor.ts'

const cipher = createFieldCipher([new Secret('some-key-some-key-some-key-some-key-1')])
const place = fc.record({ value: fc.option(fc.nat()), seq: fc.nat() })

function bound(filter: TransactionListFilter): CursorBinding {
  return {
    list: 'transactions',
    filter,
    actor: createTestActor('finance'),
    scope: createTestScope(...testMerchants),
    cipher,
  }
}

function refused(deed: () => unknown): void {
  try {
    deed()
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(ProblemError)
    if (thrown instanceof ProblemError) {
      expect(thrown.id).toBe('bad_request')
      expect(thrown.fields?.map(({ name }) => name)).toEqual(['after'])
    }
    return
  }
  throw new Error('it was taken')
}

describe('a cursor', () => {
  it('opens for the same list, in any order of the filter fields', () => {
    fc.assert(
      fc.property(filterArbitrary, place, (filter, at) => {
        const sealed = encryptCursor(at, noonMs, bound(filter))
        expect(sealed.length).toBeLessThanOrEqual(400)
        const turned = Object.fromEntries(Object.entries(filter).reverse())
        expect(decryptCursor(sealed, bound(turned))).toEqual({ position: at, now: noonMs })
      }),
    )
  })

  it('does not reveal the position', () => {
    const sealed = encryptCursor(
      { value: 1_234_567_890_123, seq: 98_765_432 },
      noonMs,
      bound({ sort: 'amount' }),
    )
    const bytes = Buffer.from(sealed.split('.')[1] ?? '', 'base64url').toString('latin1')
    for (const text of [sealed, bytes]) expect(text).not.toMatch(/1234567890123|98765432/)
  })

  it('opens for no other list, filter, order, environment, scope or person', () => {
    fc.assert(
      fc.property(filterArbitrary, filterArbitrary, place, (filter, other, at) => {
        const sealed = encryptCursor(at, noonMs, bound(filter))
        const text = (one: TransactionListFilter) =>
          JSON.stringify(
            Object.entries(one)
              .filter(([, v]) => v !== undefined)
              .sort(),
          )
        fc.pre(text(filter) !== text(other))
        refused(() => decryptCursor(sealed, bound(other)))
      }),
    )
    const sealed = encryptCursor({ value: 1, seq: 1 }, noonMs, bound({}))
    refused(() => decryptCursor(sealed, { ...bound({}), actor: createTestActor('finance', 'somebody-else') }))
    refused(() => decryptCursor(sealed, { ...bound({}), scope: createTestScope(...testMerchants.slice(1)) }))
    refused(() => decryptCursor(sealed, { ...bound({}), list: 'review' }))
    const production = { ...createTestScope(...testMerchants), environment: 'production' as never }
    refused(() => decryptCursor(sealed, { ...bound({}), scope: production }))
    refused(() =>
      decryptCursor(sealed, { ...bound({}), cipher: createFieldCipher([new Secret('x'.repeat(40))]) }),
    )
  })

  it('is rejected if one bit was altered, like any other text', () => {
    const sealed = encryptCursor({ value: 5, seq: 6 }, noonMs, bound({}))
    const [key = '', body = ''] = sealed.split('.')
    const bytes = Buffer.from(body, 'base64url')
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const altered = Buffer.from(bytes)
        altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        refused(() => decryptCursor(`${key}.${altered.toString('base64url')}`, bound({})))
      }),
    )
    fc.assert(fc.property(fc.string(), (text) => refused(() => decryptCursor(text, bound({})))))
  })
})
