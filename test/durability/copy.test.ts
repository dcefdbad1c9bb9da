import { openStore } from '@paydesk/bff/platform/database/database'
import { patientLimits } from '@paydesk/bff/platform/database/patient-limits.test-kit'
import { openPostgres } from '@paydesk/bff/platform/database/postgres'
import { isFullRun, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { describe, expect, it } from 'vitest'
import { fillRows } from '../bench/million-rows.ts'
import { type Backing, type BackingName, openBacking } from '../support/stack/backing.ts'
import { copyOf } from '../support/stack/copies.ts'
import type { demoConfig } from '../support/stack/demo-config.ts'
import { freePort } from '../support/stack/ports.ts'
import { startProduct } from '../support/stack/process.ts'
import { sleepFor } from '../support/stack/sleep.ts'
import { Visitor } from '../support/stack/start.ts'
import { growBodies } from './bodies.ts'
import { newLabBacking, startLab } from './harness.ts'
import { DeliveryLedger } from './ledger.ts'
import { NotificationSender } from './sender.ts'

/** Transactions in the database that is copied. */
const filled = pickByRunLength(0, 200_000)
const before = pickByRunLength(60, 20_000)
const perSecond = pickByRunLength(100, 400)

/** Fills an empty database with transactions of a year, on a connection without the time limit of a statement. */
async function fill(env: ReturnType<typeof demoConfig>, backing: Backing): Promise<void> {
  const databaseUrl = backing.env.DATABASE_URL ?? null
  const store = await openStore({ dataDir: env.PAYDESK_DATA_DIR, databaseUrl, databaseLimits: patientLimits })
  const patient = databaseUrl === null ? null : openPostgres(databaseUrl, { statementMs: 0 })
  const filling = { count: filled, customers: 20_000, dataKey: env.PAYDESK_DATA_KEY, define: backing.change }
  await fillRows({ ...store, db: patient ?? store.db }, filling)
  await patient?.destroy()
  await store.close()
}

// The long form sends and copies so much that two databases at once would only slow each other down.
const suite = isFullRun ? describe : describe.concurrent

suite.each<BackingName>(['embedded', 'postgres'])('backup under load (%s)', (name) => {
  it('is intact, has everything acknowledged before it, and starts', { timeout: 1_800_000 }, async () => {
    const backing = await newLabBacking(name)
    const lab = await startLab(backing)
    if (filled > 0) await fill(lab.env, backing)
    const bodies = await growBodies(lab.sandbox, pickByRunLength(60, 300))
    const product = await startProduct({ env: lab.env })
    const ledger = new DeliveryLedger(`copy-${name}`)
    const sender = new NotificationSender({ origins: [product.origin], ledger })
    let over = false
    let lastEntryAt = Date.now()
    function* untilOver(): Generator<Buffer> {
      while (!over) yield bodies.next()
    }
    const visitor = new Visitor(lab.origin)
    // Before the load, under which a sign-in may be put off.
    await visitor.signIn('support')
    const sending = sender.atRate(untilOver(), perSecond)
    const searches = (async () => {
      const search = { params: { env: 'stage' }, body: { text: 'cust-00417' } }
      while (!over) {
        const askedAt = Date.now()
        // Under this load some are put off. Those that are answered have their entry.
        if ((await visitor.call(endpoints.searchRecords, search)).status === 200) lastEntryAt = askedAt
        await sleepFor(50)
      }
    })()
    while (ledger.count('ok') < before) await sleepFor(50)

    const dueEntryAt = lastEntryAt
    const begun = Date.now()
    const copied = await copyOf(backing, lab.env)
    const took = Date.now() - begun
    over = true
    await Promise.all([sending, searches])
    sender.stop()

    const copy = openBacking({ ...copied.env })
    expect(await copy.damage()).toEqual([])
    const there = new Set(
      (await copy.rows('select digest from notification_queue')).map((row) => String(row.digest)),
    )
    const due = [...ledger.told].filter(([, one]) => one.firstOkAt !== null && one.firstOkAt < begun)
    const count = (table: string) => Number(new RegExp(`^${table}: (\\d+)$`, 'm').exec(copied.printed)?.[1])
    const newest = /^newest audit entry: (.+)$/m.exec(copied.printed)?.[1] ?? ''
    console.log(
      `copy and restore (${name}): ${took} ms, ${count('transactions')} transactions, ` +
        `${count('audit')} audit entries, newest ${newest}, ${due.length} acknowledged before, ${there.size} in it, ` +
        `${ledger.count('ok')} acknowledged in all`,
    )
    expect(due.filter(([key]) => !there.has(key))).toEqual([])
    expect(ledger.count('ok')).toBeGreaterThan(due.length)
    expect(copied.printed).toContain('the audit log is whole')
    expect(count('transactions')).toBeGreaterThanOrEqual(filled)
    expect(count('notification_queue')).toBe(there.size)
    expect(Date.parse(newest)).toBeLessThanOrEqual(begun + took)
    expect(Date.parse(newest)).toBeGreaterThanOrEqual(dueEntryAt)

    const port = String(await freePort())
    const restored = await startProduct({ env: { ...lab.env, ...copied.env, PAYDESK_PORT: port } })
    expect(await restored.stop()).toBe(0)
    await product.kill()
    await ledger.close()
    await lab.sandbox.stop()
    for (const one of [backing, copy]) one.remove()
  })
})
