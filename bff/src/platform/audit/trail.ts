import type { Store } from '../database/database.ts'
import type { Log } from '../runtime/log.ts'
import type { Secret } from '../runtime/secret.ts'
import { adoptOldEntries } from './adopt.ts'
import { officeChain } from './canonical.ts'
import { type HeadState, makeHeads } from './heads.ts'
import { endsOf } from './links.ts'
import { type AuditLog, makeAuditLog } from './log.ts'
import { deriveSigningKey, readSigningKey, type SigningKey } from './signing.ts'

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
export function signingKeys({ audit, dataKeys }: SigningOptions): {
  now: SigningKey
  all: SigningKey[]
} {
  const derived = dataKeys.map(deriveSigningKey)
  const all = audit.key === null ? derived : [readSigningKey(audit.key), ...derived]
  const [now] = all
  if (now === undefined) throw new Error('a data key is needed')
  return { now, all }
}

const words = {
  failing: 'SIGNED HEADS OF THE AUDIT TRAIL CANNOT BE WRITTEN: they wait in memory',
  full: 'SIGNED HEADS OF THE AUDIT TRAIL CANNOT BE WRITTEN and no more can wait: a cut may not be found',
  well: 'signed heads of the audit trail are written again',
} as const

/**
 * While no more signed heads can wait, an entry with a purpose is refused: what it would let out in clear stays
 * in, as where entries cannot be written at all. All else goes on, and every refusal is still recorded.
 */
export function stoppingAtCap(log: AuditLog, heads: () => Pick<HeadState, 'isFull'>): AuditLog {
  return {
    append: (entry) =>
      entry.purpose !== undefined && entry.result === 'allowed' && heads().isFull
        ? Promise.reject(new Error('no more signed heads can wait'))
        : log.append(entry),
  }
}

/** The audit trail of a process: its log, and the signed heads that follow what the log commits. */
export async function openTrail(store: Store, config: AuditOptions, of: { log: Log; instance: string }) {
  const { log, instance } = of
  await adoptOldEntries(store)
  const heads = makeHeads({
    file: config.audit.headFile,
    key: signingKeys(config).now,
    instance,
    alarm: (what, err) => (what === 'well' ? log.info(words.well) : log.error({ err }, words[what])),
  })
  // What was adopted, or written by a command while nobody ran, is signed now and not with the next entry.
  heads.hear(await endsOf(store.db, [officeChain, ...config.environments.map(({ name }) => name)]))
  return {
    ...stoppingAtCap(makeAuditLog(store, instance, Date.now, heads.hear), heads.state),
    heads: () => ({ ...heads.state(), besideDatabase: config.audit.besideDatabase }),
    /** Seals what was committed until now: a chain that began a moment ago has no head yet. */
    sealNow: heads.now,
    stop: heads.stop,
  }
}

export type Trail = Awaited<ReturnType<typeof openTrail>>
