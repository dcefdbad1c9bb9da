import { openStore } from '@paydesk/bff/platform/database/database'

/**
 * Measures one row per synchronised commit over one connection, in a database with the product's own tables:
 * the rate of a product that stores each notification by itself. Prints one JSON line.
 */
const seconds = Number(process.env.SECONDS_EACH ?? 4)
const store = await openStore({
  dataDir: process.env.DATA_DIR ?? '',
  databaseUrl: process.env.DATABASE_URL || null,
})
const sealed = 'x'.repeat(1_500)
let serial = 0
const row = () => {
  serial += 1
  const digest = `${process.pid}-${serial}`.padStart(64, '0')
  return {
    environment: 'bench',
    digest,
    received_at: 1,
    last_at: 1,
    repeats: 0,
    proof: 'none' as const,
    sealed,
  }
}
const query = store.db.insertInto('notification_queue').values(row()).compile()
const insert = () => store.db.executeQuery({ ...query, parameters: Object.values(row()) })
for (const until = performance.now() + 500; performance.now() < until; ) await insert()
const first = serial
const begun = performance.now()
while (performance.now() < begun + seconds * 1_000) await insert()
const perSecond = ((serial - first) * 1_000) / (performance.now() - begun)
await store.db.deleteFrom('notification_queue').where('environment', '=', 'bench').execute()
await store.close()
console.log(JSON.stringify({ perSecond }))
