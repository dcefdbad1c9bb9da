import { ConfigError, readConfig } from './config.ts'
import { sealedFor } from './imports/jobs.ts'
import { handlePurpose } from './known/handles.ts'
import { requestSealed } from './known/payment-requests.ts'
import { reviewSealed } from './known/review-items.ts'
import { inboxPurpose } from './notifications/inbox.ts'
import { reasonPurpose } from './notifications/reprocess.ts'
import { snapshotSealed } from './review/decision-case.ts'
import { deskPurpose } from './review/desk.ts'
import { openStore } from './store/database.ts'
import { FolderInUse, lockFolder } from './store/instance-lock.ts'
import { resealAll } from './store/reseal.ts'
import { makeSeal } from './store/seal.ts'

/** Seals everything under PAYDESK_DATA_KEY, so that PAYDESK_OLD_DATA_KEY can be taken away (docs/backup.md). */
const purposes = {
  handle: (row: { kind: 'customer' | 'identity'; environment: string; merchant: string }) =>
    handlePurpose(row.kind, row.environment, row.merchant),
  inbox: (row: { environment: string; digest: string }) => inboxPurpose(row.environment, row.digest),
  reason: (row: { environment: string; inbox_seq: number }) => reasonPurpose(row.environment, row.inbox_seq),
  importLine: (row: { environment: string; import_id: string }) => sealedFor(row.environment, row.import_id),
  staff: reviewSealed,
  snapshot: (row: { environment: string; id: string }) => snapshotSealed(row.environment, row.id),
  desk: deskPurpose,
  request: requestSealed,
}

async function run(): Promise<number> {
  const config = readConfig(process.env)
  // Beside a running service on the embedded database each would hold up the other's commits.
  const claim = config.databaseUrl === null ? lockFolder(config.dataDir) : null
  const databaseUrl = config.databaseUrl?.reveal() ?? null
  const store = await openStore({ dataDir: config.dataDir, databaseUrl })
  const done = await resealAll(store, makeSeal(config.dataKeys), purposes)
  await store.close()
  claim?.release()
  for (const [table, { changed, unopened }] of Object.entries(done))
    process.stdout.write(`${table}: ${changed} sealed anew, ${unopened} opened by no key\n`)
  return Object.values(done).some(({ unopened }) => unopened > 0) ? 1 : 0
}

try {
  process.exitCode = await run()
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof FolderInUse)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error instanceof ConfigError ? 78 : 75
}
