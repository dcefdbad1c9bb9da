import { parentPort, workerData } from 'node:worker_threads'
import { readHeads } from '../../platform/audit/head-file.ts'
import { readPublicKey } from '../../platform/audit/signing.ts'
import { openTrailSource, type TrailSource } from '../../platform/audit/verification/source.ts'
import { verifyTrail } from '../../platform/audit/verification/verify.ts'
import { type Ended, type Progress, type VerifyOf, verifyOf } from './verify-messages.ts'

const tell = (message: Progress | Ended) => parentPort?.postMessage(message)

/** The same source; every group that is read is told. */
function counting(source: TrailSource, of: number): TrailSource {
  let done = 0
  return {
    ...source,
    async *entries(chain) {
      for await (const rows of source.entries(chain)) {
        yield rows
        done += rows.length
        tell({ what: 'progress', done, of })
      }
    },
  }
}

/** Away from the thread that answers: nobody waits while a million entries are hashed. */
async function verify({ dataDir, databaseUrl, headFile, keys }: VerifyOf): Promise<Ended> {
  // Before the database: no head is ahead of what is committed.
  const heads = await readHeads([headFile], keys.map(readPublicKey))
  const source = await openTrailSource({ dataDir, databaseUrl })
  try {
    const verified = await verifyTrail(counting(source, await source.count()), heads)
    const seals = verified.chains.map(({ chain, sealedTo }) => {
      const head = heads.heads.get(chain)?.findLast(({ n }) => n === sealedTo)
      return { chain, at: head?.time_ms ?? null, hash: head?.hash ?? null }
    })
    return { what: 'ended', verified, seals }
  } finally {
    await source.close()
  }
}

tell(await verify(verifyOf.parse(workerData)))
