import { parentPort, workerData } from 'node:worker_threads'
import { readAuditHeadFiles } from '../../platform/audit/audit-head-file.ts'
import { parseAuditPublicKey } from '../../platform/audit/signing.ts'
import {
  type AuditLogReader,
  openAuditLogReader,
} from '../../platform/audit/verification/audit-log-reader.ts'
import { verifyAuditLog } from '../../platform/audit/verification/verify.ts'
import {
  type AuditVerificationEnd,
  type AuditVerificationInput,
  type AuditVerificationProgress,
  auditVerificationInputSchema,
} from './verify-messages.ts'

const sendMessage = (message: AuditVerificationProgress | AuditVerificationEnd) =>
  parentPort?.postMessage(message)

/** Wraps a reader to post a progress message after each group of entries. */
function wrapWithProgress(source: AuditLogReader, of: number): AuditLogReader {
  let done = 0
  return {
    ...source,
    async *entries(chain) {
      for await (const rows of source.entries(chain)) {
        yield rows
        done += rows.length
        sendMessage({ what: 'progress', done, of })
      }
    },
  }
}

/** Runs in a worker thread: hashing a million entries must not block requests. */
async function verify({
  dataDir,
  databaseUrl,
  headFile,
  keys,
}: AuditVerificationInput): Promise<AuditVerificationEnd> {
  // Read the heads before the database, so that no head is ahead of the committed entries.
  const heads = await readAuditHeadFiles([headFile], keys.map(parseAuditPublicKey))
  const source = await openAuditLogReader({ dataDir, databaseUrl })
  try {
    const verified = await verifyAuditLog(wrapWithProgress(source, await source.count()), heads)
    const seals = verified.chains.map(({ chain, sealedTo }) => {
      const head = heads.heads.get(chain)?.findLast(({ n }) => n === sealedTo)
      return { chain, at: head?.time_ms ?? null, hash: head?.hash ?? null }
    })
    return { what: 'ended', verified, seals }
  } finally {
    await source.close()
  }
}

sendMessage(await verify(auditVerificationInputSchema.parse(workerData)))
