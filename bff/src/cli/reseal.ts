import { ConfigError, readConfig } from '../config/config.ts'
import { sealedFor } from '../features/imports/jobs.ts'
import { inboxPurpose } from '../features/notifications/notification-queue.ts'
import { reasonPurpose } from '../features/notifications/reprocess.ts'
import { snapshotSealed } from '../features/review/decisions/decision-case.ts'
import { deskPurpose } from '../features/review/snapshot.ts'
import { openStore } from '../platform/database/database.ts'
import { makeSeal } from '../platform/database/field-cipher.ts'
import { FolderInUse, lockFolder } from '../platform/database/instance-lock.ts'
import { resealAll } from '../platform/database/reseal/reseal.ts'
import { handlePurpose } from '../records/handles.ts'
import { requestSealed } from '../records/payment-requests.ts'
import { reviewSealed } from '../records/review-items.ts'

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
