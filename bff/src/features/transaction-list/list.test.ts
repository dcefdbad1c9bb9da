import type { IndexFilter } from '@paydesk/shared/payments/indexed'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSeal } from '../../platform/database/field-cipher.ts'
import { backings, type NewStore, newStore } from '../../platform/database/new-store.test-kit.ts'
import type { Scope } from '../../platform/http/route.ts'
import type { Place } from '../../platform/list-query/cursor.ts'
import { sized } from '../../platform/runtime/run-length.test-kit.ts'
import { Secret } from '../../platform/runtime/secret.ts'
import { makeHandles } from '../../records/handles.ts'
import { makeChoices } from './choices.ts'
import { exportLines } from './export.ts'
import { type ListNeeds, listPage, matchesNothing } from './list.ts'
import { placeOf, readRows } from './pages.ts'
import {
  actorAs,
  anyFilter,
  anyRow,
  columnsOf,
  compare,
  fits,
  insertRows,
  merchants,
  newId,
  noon,
  type Row,
  scopeOf,
} from './rows.test-kit.ts'
import { wantedOf } from './wanted.ts'

const actor = actorAs('finance')

describe.each(backings)('the transactions list (%s)', (backing) => {
  let made: NewStore
  let needs: ListNeeds
  let all: Row[]

  beforeAll(async () => {
    made = await newStore(backing)
    const { store } = made
    const seal = makeSeal([new Secret('some-key-some-key-some-key-some-key-1')])
    needs = { store, seal, handles: makeHandles(store, seal), choices: makeChoices(store) }
    await insertRows(fc.sample(anyRow, { numRuns: 600, seed: 7 }), store)
    all = await store.db.selectFrom('transactions').selectAll().execute()
  })
  afterAll(() => made.remove())

  async function pages(filter: IndexFilter, scope: Scope, between: () => Promise<void> = async () => {}) {
    const found: string[] = []
    let after: string | undefined
    let first: { count: number; more: boolean } | undefined
    do {
      const page = await listPage({ ...filter, after }, { actor, scope }, needs, () => noon)
      first ??= page
      found.push(...page.lines.map(({ row }) => row.id))
      after = page.next ?? undefined
      await between()
    } while (after !== undefined)
    return { found, count: first?.count }
  }

  it('pages one after another are exactly the rows of the filter in its order, and counted', async () => {
    const scopes = fc.subarray(merchants, { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(anyFilter, scopes, async (filter, own) => {
        const expected = all
          .filter((row) => fits(row, filter, own, noon))
          .sort((one, other) => compare(one, other, filter))
          .map((row) => row.id)
        const { found, count } = await pages(filter, scopeOf(...own))
        expect(found).toEqual(expected)
        expect(count).toBe(expected.length)
      }),
      { numRuns: sized(40, 300) },
    )
  })

  it('many rows are met in order as few are sorted', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter, async (filter) => {
        const expected = all
          .filter((row) => fits(row, filter, merchants, noon))
          .sort((one, other) => compare(one, other, filter))
          .map((row) => row.id)
        const wanted = wantedOf(filter, scopeOf(...merchants), noon)
        if (matchesNothing(wanted)) return
        const found: string[] = []
        for (let after: Place | null = null, more = true; more; ) {
          // As where every part of the filter has more rows than are sorted at once.
          const rows = await readRows(wanted, { after, limit: 40, way: null }, needs.store)
          found.push(...rows.map((row) => row.id))
          const last = rows.at(-1)
          more = last !== undefined && rows.length === 40
          if (last !== undefined) after = placeOf(last, wanted)
        }
        expect(found).toEqual(expected)
      }),
      { numRuns: sized(40, 200) },
    )
  })

  it('an export is the same rows, each once', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter, async (filter) => {
        const expected = all.filter((row) => fits(row, filter, merchants, noon)).map((row) => row.id)
        const who = {
          actor,
          scope: scopeOf(...merchants),
          sent: () => {},
          gone: new AbortController().signal,
        }
        const text: string[] = []
        for await (const chunk of exportLines(filter, who, needs, noon)) text.push(chunk)
        const lines = text.join('').trimEnd().split('\r\n').slice(1)
        expect(lines.map((line) => line.split(',')[0]).sort()).toEqual(expected.sort())
      }),
      { numRuns: sized(10, 40) },
    )
  })

  it('an export is read no further once its reader has left', async () => {
    let batches = 0
    const handles = {
      ...needs.handles,
      resolveAll: (...of: Parameters<typeof needs.handles.resolveAll>) => {
        batches += 1
        return needs.handles.resolveAll(...of)
      },
    }
    const left = new AbortController()
    const who = { actor, scope: scopeOf(...merchants), sent: () => {}, gone: left.signal }
    const lines = exportLines({}, who, { ...needs, handles }, noon)[Symbol.asyncIterator]()
    await lines.next()
    expect(batches).toBe(0)
    await lines.next()
    expect(batches).toBe(1)
    left.abort()
    expect((await lines.next()).done).toBe(true)
    expect(batches).toBe(1)
  })

  it('rows that come and change between pages leave no gap and no double among the others', async () => {
    const { db } = made.store
    for (const sort of ['seen', 'changed', 'amount'] as const) {
      const [touched, ...others] =
        fc.sample(fc.shuffledSubarray(all, { minLength: 600 }), { numRuns: 1, seed: 3 })[0] ?? []
      if (touched === undefined) throw new Error('no rows')
      const extra: string[] = []
      const { found } = await pages({ sort, order: 'asc' }, scopeOf(...merchants), async () => {
        await db
          .updateTable('transactions')
          .set({ changed_at: noon + 30 * 86_400_000, amount_minor: 5, version: 2 })
          .where('seq', '=', touched.seq)
          .execute()
        const [one] = fc.sample(anyRow, 1)
        if (one === undefined) return
        extra.push(newId())
        await db
          .insertInto('transactions')
          .values(columnsOf(one, extra.at(-1) ?? ''))
          .execute()
      })
      const ids = new Set(others.map((row) => row.id))
      expect(found.filter((id) => ids.has(id)).sort()).toEqual([...ids].sort())
      await db.deleteFrom('transactions').where('id', 'in', extra).execute()
      await db.updateTable('transactions').set(touched).where('seq', '=', touched.seq).execute()
    }
  })
})
