import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@paydesk/bff/platform/database/database'
import { expect, it } from 'vitest'
import { fillDemoHistory, historyGroups } from '../support/stack/demo-history.ts'

it('fills an empty database with the history of the demo', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'paydesk-demo-history-'))
  const { ended, review } = historyGroups
  try {
    await fillDemoHistory({
      dataDir,
      dataKey: 'sandbox-only-data-key-7c02e91b5da8f364',
      issuer: 'http://localhost:4482',
      groups: {
        ended: { ...ended, account: 'stage', first: 1 },
        review: { ...review, account: 'stage', first: 1 + ended.count },
      },
      now: Date.parse('2026-06-30T12:00:00Z'),
    })
    const { db, close } = await openStore({ dataDir, databaseUrl: null })
    const count = async (table: 'transactions' | 'decisions') => {
      const rows = await db.selectFrom(table).select(db.fn.countAll<number>().as('rows')).execute()
      return rows[0]?.rows
    }
    expect(await count('transactions')).toBe(ended.count + review.count)
    expect(await count('decisions')).toBeGreaterThan(100)
    await close()
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})
