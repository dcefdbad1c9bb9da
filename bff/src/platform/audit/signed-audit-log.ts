import type { Store } from '../database/database.ts'
import type { Logger } from '../runtime/log.ts'
import type { Secret } from '../runtime/secret.ts'
import { type AuditLog, createAuditLog } from './audit-log.ts'
import { globalChain } from './canonical.ts'
import { loadChainEnds } from './chain-links.ts'
import { createHeadWriter, type HeadWriterState } from './head-writer.ts'
import { deriveSigningKey, parseSigningKey, type SigningKey } from './signing.ts'

interface SigningOptions {
  /** The key of the configuration; null: one is derived from the first data key. */
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

/** The key that signs heads now, and those that may have signed earlier ones. */
export function loadSigningKeys({ audit, dataKeys }: SigningOptions): {
  current: SigningKey
  all: SigningKey[]
} {
  const derived = dataKeys.map(deriveSigningKey)
  const all = audit.key === null ? derived : [parseSigningKey(audit.key), ...derived]
  const [now] = all
  if (now === undefined) throw new Error('a data key is needed')
  return { current: now, all }
}

const headAlarmMessages = {
  failing: 'SIGNED HEADS OF THE AUDIT TRAIL CANNOT BE WRITTEN: they wait in memory',
  full: 'SIGNED HEADS OF THE AUDIT TRAIL CANNOT BE WRITTEN and no more can wait: a cut may not be found',
  well: 'signed heads of the audit trail are written again',
} as const

/**
 * While no more signed heads can wait, an entry with a purpose is refused: what it would let out in clear stays
 * in, as where entries cannot be written at all. All else goes on, and every refusal is still recorded.
 */
export function blockWhenHeadsFull(log: AuditLog, heads: () => Pick<HeadWriterState, 'isFull'>): AuditLog {
  return {
    append: (entry) =>
      entry.purpose !== undefined && entry.result === 'allowed' && heads().isFull
        ? Promise.reject(new Error('no more signed heads can wait'))
        : log.append(entry),
  }
}

/** The audit trail of a process: its log, and the signed heads that follow what the log commits. */
export async function openSignedAuditLog(
  store: Store,
  config: AuditOptions,
  of: { log: Logger; instance: string },
) {
  const { log, instance } = of
  const heads = createHeadWriter({
    file: config.audit.headFile,
    key: loadSigningKeys(config).current,
    instance,
    alarm: (what, err) =>
      what === 'well' ? log.info(headAlarmMessages.well) : log.error({ err }, headAlarmMessages[what]),
  })
  // What a command wrote while no instance ran is signed now and not with the next entry.
  heads.recordEnds(
    await loadChainEnds(store.db, [globalChain, ...config.environments.map(({ name }) => name)]),
  )
  return {
    ...blockWhenHeadsFull(createAuditLog(store, instance, Date.now, heads.recordEnds), heads.state),
    heads: () => ({ ...heads.state(), besideDatabase: config.audit.besideDatabase }),
    /** Seals what was committed until now: a chain that began a moment ago has no head yet. */
    signHeadsNow: heads.flush,
    stop: heads.stop,
  }
}

export type SignedAuditLog = Awaited<ReturnType<typeof openSignedAuditLog>>
