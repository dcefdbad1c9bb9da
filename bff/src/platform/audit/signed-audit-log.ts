import type { Store } from '../database/database.ts'
import type { Logger } from '../runtime/log.ts'
import type { Secret } from '../runtime/secret.ts'
import { type AuditHeadWriterState, createAuditHeadWriter } from './audit-head-writer.ts'
import { type AuditLog, createAuditLog } from './audit-log.ts'
import { globalAuditChain } from './canonical.ts'
import { loadAuditChainEnds } from './chain-links.ts'
import { type AuditSigningKey, deriveAuditSigningKey, parseAuditSigningKey } from './signing.ts'

interface SigningOptions {
  /** Configured key; null derives a key from the first data key. */
  readonly audit: { readonly key: Secret | null }
  readonly dataKeys: readonly Secret[]
}

interface AuditOptions extends SigningOptions {
  readonly audit: {
    readonly key: Secret | null
    readonly headFile: string
    readonly besideDatabase: boolean
  }
  readonly environments: readonly { readonly name: string }[]
}

/** Loads the key that signs heads now, and all keys that may have signed earlier heads. */
export function loadAuditSigningKeys({ audit, dataKeys }: SigningOptions): {
  current: AuditSigningKey
  all: AuditSigningKey[]
} {
  const derived = dataKeys.map(deriveAuditSigningKey)
  const all = audit.key === null ? derived : [parseAuditSigningKey(audit.key), ...derived]
  const [now] = all
  if (now === undefined) throw new Error('a data key is needed')
  return { current: now, all }
}

const headAlarmMessages = {
  failing: 'SIGNED HEADS OF THE AUDIT LOG CANNOT BE WRITTEN: they wait in memory',
  full: 'SIGNED HEADS OF THE AUDIT LOG CANNOT BE WRITTEN and no more can wait: a cut may not be found',
  well: 'signed heads of the audit log are written again',
} as const

/**
 * Rejects allowed entries with a purpose while no more signed heads can wait: their values in clear are not
 * sent, as if the entry could not be written. All other entries are still written, refusals included.
 */
export function rejectWhenAuditHeadsFull(
  log: AuditLog,
  heads: () => Pick<AuditHeadWriterState, 'isFull'>,
): AuditLog {
  return {
    append: (entry) =>
      entry.purpose !== undefined && entry.result === 'allowed' && heads().isFull
        ? Promise.reject(new Error('no more signed heads can wait'))
        : log.append(entry),
  }
}

/** Opens the audit log of a process: the log, and the signed heads of what the log commits. */
export async function openSignedAuditLog(
  store: Store,
  config: AuditOptions,
  of: { log: Logger; instance: string },
) {
  const { log, instance } = of
  const heads = createAuditHeadWriter({
    file: config.audit.headFile,
    key: loadAuditSigningKeys(config).current,
    instance,
    alarm: (what, err) =>
      what === 'well' ? log.info(headAlarmMessages.well) : log.error({ err }, headAlarmMessages[what]),
  })
  // Sign now instead of with the next entry: a command may have written entries while no instance ran.
  heads.recordEnds(
    await loadAuditChainEnds(store.db, [globalAuditChain, ...config.environments.map(({ name }) => name)]),
  )
  return {
    ...rejectWhenAuditHeadsFull(createAuditLog(store, instance, Date.now, heads.recordEnds), heads.state),
    heads: () => ({ ...heads.state(), besideDatabase: config.audit.besideDatabase }),
    /** Signs all committed entries: a chain that has just begun has no head yet. */
    signHeadsNow: heads.flush,
    stop: heads.stop,
  }
}

export type SignedAuditLog = Awaited<ReturnType<typeof openSignedAuditLog>>
