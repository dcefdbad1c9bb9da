import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@paydesk/bff/platform/database/database'
import { expect, it } from 'vitest'
import { fillDemoHistory, historyGroups } from '../support/stack/demo-history.ts'

it('fills an empty database with the history of the demo', async () => {
  const now = Date.parse('2026-06-30T12:00:00Z')
  const dataDir = mkdtempSync(join(tmpdir(), 'paydesk-demo-history-'))
  const { ended, review, requested } = historyGroups
  try {
    await fillDemoHistory({
      dataDir,
      dataKey: 'sandbox-only-data-key-7c02e91b5da8f364',
      issuer: 'http://localhost:4482',
      service: 'http://localhost:4481',
      groups: {
        ended: { ...ended, account: 'stage', first: 1 },
        review: { ...review, account: 'stage', first: 1 + ended.count },
        requested: { ...requested, account: 'stage', first: 1 + ended.count + review.count },
      },
      now,
    })
    const { db, close } = await openStore({ dataDir, databaseUrl: null })
    const count = async (table: 'transactions' | 'decisions') => {
      const rows = await db.selectFrom(table).select(db.fn.countAll<number>().as('rows')).execute()
      return rows[0]?.rows
    }
    const grown = ended.count + review.count + requested.count
    // The large customer is older than the rest, so that the newest rows are those of the history.
    const first = await db
      .selectFrom('transactions')
      .select('id')
      .orderBy('first_seen', 'desc')
      .limit(50)
      .execute()
    expect(first.filter(({ id }) => !id.startsWith('bulk-'))).toEqual([])
    expect(await count('transactions')).toBeGreaterThan(grown + 4_900)
    const statuses = await db.selectFrom('payment_requests').select('status').distinct().execute()
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([
      ...['absent', 'created', 'not_sent', 'refused', 'unknown'],
    ])
    expect(await count('decisions')).toBeGreaterThan(100)
    await close()
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})
