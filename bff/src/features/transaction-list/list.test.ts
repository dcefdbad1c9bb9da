import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFieldCipher } from '../../platform/database/field-cipher.ts'
import {
  createTestStore,
  databaseKinds,
  type TestStore,
} from '../../platform/database/test-store.test-kit.ts'
import type { Scope } from '../../platform/http/route.ts'
import type { CursorPosition } from '../../platform/list-query/cursor.ts'
import { pickByRunLength } from '../../platform/runtime/run-length.test-kit.ts'
import { Secret } from '../../platform/runtime/secret.ts'
import { createHandleStore } from '../../records/handles.ts'
import { createFilterChoicesLoader } from './choices.ts'
import { openTransactionExportBatches } from './export.ts'
import { isUnsatisfiableFilter, loadTransactionPage, type TransactionPageDeps } from './list.ts'
import { getTransactionCursorPosition, readTransactionRows } from './pages.ts'
import { resolveTransactionListFilter } from './resolve-filter.ts'
import {
  buildTestColumns,
  compareListRows,
  createTestActor,
  createTestScope,
  filterArbitrary,
  generateTestId,
  insertTestRows,
  isExpectedRow,
  noonMs,
  rowArbitrary,
  type StoredTransactionRow,
  testMerchants,
} from './rows.test-kit.ts'

const actor = createTestActor('finance')

describe.each(databaseKinds)('the transactions list (%s)', (backing) => {
  let made: TestStore
  let deps: TransactionPageDeps
  let all: StoredTransactionRow[]

  beforeAll(async () => {
    made = await createTestStore(backing)
    const { store } = made
    const cipher = createFieldCipher([new Secret('some-key-some-key-some-key-some-key-1')])
    deps = {
      store,
      cipher,
      handles: createHandleStore(store, cipher),
      choices: createFilterChoicesLoader(store),
      config: { zone: 'Europe/Berlin' },
    }
    await insertTestRows(fc.sample(rowArbitrary, { numRuns: 600, seed: 7 }), store)
    all = await store.db.selectFrom('transactions').selectAll().execute()
  })
  afterAll(() => made.remove())

  async function pages(
    filter: TransactionListFilter,
    scope: Scope,
    between: () => Promise<void> = async () => {},
  ) {
    const found: string[] = []
    let after: string | undefined
    let first: { count: number; more: boolean } | undefined
    do {
      const page = await loadTransactionPage({ ...filter, after }, { actor, scope }, deps, () => noonMs)
      first ??= page
      found.push(...page.lines.map(({ row }) => row.id))
      after = page.next ?? undefined
      await between()
    } while (after !== undefined)
    return { found, count: first?.count }
  }

  it('consecutive pages contain exactly the rows of the filter in its order, with their count', async () => {
    const scopes = fc.subarray(testMerchants, { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(filterArbitrary, scopes, async (filter, own) => {
        const expected = all
          .filter((row) => isExpectedRow(row, filter, own, noonMs))
          .sort((one, other) => compareListRows(one, other, filter))
          .map((row) => row.id)
        const { found, count } = await pages(filter, createTestScope(...own))
        expect(found).toEqual(expected)
        expect(count).toBe(expected.length)
      }),
      { numRuns: pickByRunLength(40, 300) },
    )
  })

  it('an index scan returns many rows in the same order as sorting', async () => {
    await fc.assert(
      fc.asyncProperty(filterArbitrary, async (filter) => {
        const expected = all
          .filter((row) => isExpectedRow(row, filter, testMerchants, noonMs))
          .sort((one, other) => compareListRows(one, other, filter))
          .map((row) => row.id)
        const resolvedTransactionFilter = await resolveTransactionListFilter(
          filter,
          { actor, scope: createTestScope(...testMerchants) },
          deps,
          noonMs,
        )
        if (isUnsatisfiableFilter(resolvedTransactionFilter)) return
        const found: string[] = []
        for (let after: CursorPosition | null = null, more = true; more; ) {
          // Pass no access path, as if every condition had more rows than are sorted at once.
          const rows = await readTransactionRows(
            resolvedTransactionFilter,
            { after, limit: 40, accessPath: null },
            deps.store,
          )
          found.push(...rows.map((row) => row.id))
          const last = rows.at(-1)
          more = last !== undefined && rows.length === 40
          if (last !== undefined) after = getTransactionCursorPosition(last, resolvedTransactionFilter)
        }
        expect(found).toEqual(expected)
      }),
      { numRuns: pickByRunLength(40, 200) },
    )
  })

  it('an export contains the same rows, each once', async () => {
    await fc.assert(
      fc.asyncProperty(filterArbitrary, async (filter) => {
        const expected = all
          .filter((row) => isExpectedRow(row, filter, testMerchants, noonMs))
          .map((row) => row.id)
        const who = {
          actor,
          scope: createTestScope(...testMerchants),
          gone: new AbortController().signal,
          now: noonMs,
          language: 'en' as const,
        }
        const exported: string[] = []
        for await (const rows of await openTransactionExportBatches(filter, who, deps))
          exported.push(...rows.map((row) => row.transaction))
        expect(exported.sort()).toEqual(expected.sort())
      }),
      { numRuns: pickByRunLength(10, 40) },
    )
  })

  it('an export stops reading once its reader has left', async () => {
    let batches = 0
    const handles = {
      ...deps.handles,
      resolveAll: (...of: Parameters<typeof deps.handles.resolveAll>) => {
        batches += 1
        return deps.handles.resolveAll(...of)
      },
    }
    const left = new AbortController()
    const scope = createTestScope(...testMerchants)
    const call = { actor, scope, gone: left.signal, now: noonMs, language: 'en' as const }
    const read = (await openTransactionExportBatches({}, call, { ...deps, handles }))[Symbol.asyncIterator]()
    expect(batches).toBe(0)
    await read.next()
    expect(batches).toBe(1)
    left.abort()
    expect((await read.next()).done).toBe(true)
    expect(batches).toBe(1)
  })

  it('rows added or changed between pages cause no gaps and no duplicates among the others', async () => {
    const { db } = made.store
    for (const sort of ['seen', 'changed', 'amount'] as const) {
      const [touched, ...others] =
        fc.sample(fc.shuffledSubarray(all, { minLength: 600 }), { numRuns: 1, seed: 3 })[0] ?? []
      if (touched === undefined) throw new Error('no rows')
      const extra: string[] = []
      const { found } = await pages({ sort, order: 'asc' }, createTestScope(...testMerchants), async () => {
        await db
          .updateTable('transactions')
          .set({ changed_at: noonMs + 30 * 86_400_000, amount_minor: 5, version: 2 })
          .where('seq', '=', touched.seq)
          .execute()
        const [one] = fc.sample(rowArbitrary, 1)
        if (one === undefined) return
        extra.push(generateTestId())
        await db
          .insertInto('transactions')
          .values(buildTestColumns(one, extra.at(-1) ?? ''))
          .execute()
      })
      const ids = new Set(others.map((row) => row.id))
      expect(found.filter((id) => ids.has(id)).sort()).toEqual([...ids].sort())
      await db.deleteFrom('transactions').where('id', 'in', extra).execute()
      await db.updateTable('transactions').set(touched).where('seq', '=', touched.seq).execute()
    }
  })
})
