import { environmentNameSchema, merchantIdSchema } from '@paydesk/shared/core/ids'
import fc from 'fast-check'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFieldAccess } from '../../platform/access/field-access.ts'
import {
  createTestStore,
  databaseKinds,
  type TestStore,
} from '../../platform/database/test-store.test-kit.ts'
import { loadIdSuggestions, parseIdPrefix, selectTransactionsByPrefix } from './suggest.ts'

describe('parseIdPrefix', () => {
  it.each([
    ['INV-00', 'INV-00'],
    ['  3f6c1c1e ', '3f6c1c1e'],
    ['ab12c3d4-5e', 'ab12c3d4-5e'],
    ['2026/04/00', '2026/04/00'],
    ['12345678', '12345678'],
    ['ab', null],
    ['mara@example', null],
    ['+49 170 1234', null],
    ['Mara Lindqvist', null],
    ['DE8937040044', null],
    ['de89370400440532', null],
    ['4111111111111', null],
    ['4111-1111-1111-1', null],
    ['', null],
    ['x'.repeat(65), null],
  ])('%j gives %j', (typed, beginning) => {
    expect(parseIdPrefix(typed)).toBe(beginning)
  })

  it('never returns a prefix of a printed IBAN, an e-mail address or a card number', () => {
    const country = fc.constantFrom('DE', 'SE', 'GB', 'NO', 'MT')
    const iban = fc.tuple(country, fc.stringMatching(/^\d{2}[A-Z0-9]{3,30}$/)).map((parts) => parts.join(''))
    const isNone = (text: string) => {
      expect(parseIdPrefix(text)).toBeNull()
    }
    fc.assert(fc.property(iban, isNone))
    fc.assert(fc.property(fc.stringMatching(/^[a-z.]{1,20}@[a-z.]{0,20}$/), isNone))
    fc.assert(fc.property(fc.stringMatching(/^\d{12,19}$/), isNone))
  })
})

describe.each(databaseKinds)('suggestions by prefix (%s)', (backing) => {
  let made: TestStore
  beforeAll(async () => {
    made = await createTestStore(backing)
  })
  afterAll(() => made.remove())
  const scope = {
    environment: environmentNameSchema.parse('stage'),
    merchants: [merchantIdSchema.parse('demo-merchant'), merchantIdSchema.parse('demo-outlet')],
    onlyMerchant: null,
  }

  it.each(['id', 'merchant_transaction_id', 'reference'] as const)(
    'uses a range of an index for %s',
    async (column) => {
      const { db, dialect } = made.store
      // Disable sequential scans: the planner reads a table as small as this one whole.
      const plans = await db.connection().execute(async (one) => {
        if (dialect === 'postgres') await sql`set enable_seqscan = off`.execute(one)
        return Promise.all(
          selectTransactionsByPrefix(one, column, 'INV-00', scope).map(async (range) => {
            const words = dialect === 'postgres' ? 'explain' : 'explain query plan'
            const { sql: text, parameters } = range.compile()
            const explained = CompiledQuery.raw(`${words} ${text}`, [...parameters])
            return JSON.stringify((await one.executeQuery(explained)).rows)
          }),
        )
      })
      const bounded =
        dialect === 'postgres'
          ? new RegExp(`Index Cond: [^"]*\\(${column}\\)::text >= 'INV-00'`)
          : new RegExp(`USING (COVERING )?INDEX \\w+ \\([^"]*${column}>\\? AND ${column}<\\?`)
      expect(plans.length).toBe(2)
      for (const plan of plans) expect(plan).toMatch(bounded)
    },
  )

  it('finds transactions of one small merchant among many of other merchants', async () => {
    const { store } = made
    const row = (id: string, merchant: string) => ({
      ...{ environment: 'stage', id, merchant, state: 'SUCCESS', final: 1, review: 0, first_seen: 1 },
      ...{
        first_source: 'read' as const,
        changed_at: 1,
        version: 1,
        finality: 'open' as const,
        received: 0,
        gone: 0,
      },
    })
    const others = Array.from({ length: 2_500 }, (_, n) =>
      row(`tx-1${String(n).padStart(5, '0')}`, 'demo-merchant'),
    )
    for (let at = 0; at < others.length; at += 500)
      await store.db
        .insertInto('transactions')
        .values(others.slice(at, at + 500))
        .execute()
    await store.db.insertInto('transactions').values(row('tx-1zzzzz', 'demo-outlet')).execute()
    const found = async (...merchants: string[]) => {
      const own = { ...scope, merchants: merchants.map((one) => merchantIdSchema.parse(one)) }
      return (await loadIdSuggestions('tx-1', own, createFieldAccess('support'), store)).map(
        ({ text }) => text,
      )
    }
    expect(await found('demo-outlet')).toEqual(['tx-1zzzzz'])
    expect(await found('demo-merchant', 'demo-outlet')).toEqual(others.slice(0, 8).map(({ id }) => id))
  })
})
