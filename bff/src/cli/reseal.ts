import { ConfigError, readConfig } from '../config/config.ts'
import { buildDraftCipherContext } from '../features/drafts/draft-store.ts'
import { buildImportCipherContext } from '../features/imports/import-store.ts'
import { buildNotificationCipherContext } from '../features/notifications/notification-queue.ts'
import { buildReprocessReasonCipherContext } from '../features/notifications/reprocess.ts'
import { buildCaseSnapshotCipherContext } from '../features/review/case-snapshot.ts'
import { buildDecisionSnapshotCipherContext } from '../features/review/decisions/load-decision.ts'
import { openStore } from '../platform/database/database.ts'
import { createFieldCipher } from '../platform/database/field-cipher.ts'
import { FolderInUseError, lockDataDir } from '../platform/database/instance-lock.ts'
import { resealAllValues } from '../platform/database/reseal/reseal.ts'
import { buildHandleCipherContext } from '../records/handles.ts'
import { buildPaymentRequestCipherContext } from '../records/payment-requests.ts'
import { staffTextCipherContext } from '../records/review-cases.ts'

/**
 * Re-encrypts all stored fields under PAYDESK_DATA_KEY, so that PAYDESK_OLD_DATA_KEY can be removed
 * (docs/backup.md).
 */
const purposes = {
  handle: (row: { kind: 'customer' | 'identity'; environment: string; merchant: string }) =>
    buildHandleCipherContext(row.kind, row.environment, row.merchant),
  notification_queue: (row: { environment: string; digest: string }) =>
    buildNotificationCipherContext(row.environment, row.digest),
  reason: (row: { environment: string; notification_seq: number }) =>
    buildReprocessReasonCipherContext(row.environment, row.notification_seq),
  importLine: (row: { environment: string; import_id: string }) =>
    buildImportCipherContext(row.environment, row.import_id),
  staff: staffTextCipherContext,
  snapshot: (row: { environment: string; id: string }) =>
    buildDecisionSnapshotCipherContext(row.environment, row.id),
  desk: buildCaseSnapshotCipherContext,
  draft: buildDraftCipherContext,
  request: buildPaymentRequestCipherContext,
}

async function run(): Promise<number> {
  const config = readConfig(process.env)
  // Lock the data folder: next to a running Paydesk, both processes would block each other's commits.
  const claim = config.databaseUrl === null ? lockDataDir(config.dataDir) : null
  const databaseUrl = config.databaseUrl?.reveal() ?? null
  const store = await openStore({ dataDir: config.dataDir, databaseUrl })
  const done = await resealAllValues(store, createFieldCipher(config.dataKeys), purposes)
  await store.close()
  claim?.release()
  for (const [table, { changed, undecryptable }] of Object.entries(done))
    process.stdout.write(`${table}: ${changed} encrypted again, ${undecryptable} opened by no key\n`)
  return Object.values(done).some(({ undecryptable }) => undecryptable > 0) ? 1 : 0
}

try {
  process.exitCode = await run()
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof FolderInUseError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error instanceof ConfigError ? 78 : 75
}
