import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { Secret } from '../platform/runtime/secret.ts'

export const auditVariableNames = [
  'PAYDESK_AUDIT_HEAD_FILE',
  'PAYDESK_AUDIT_KEY',
  'PAYDESK_AUDIT_KEEP_DAYS',
] as const

type Source = Readonly<Record<string, string | undefined>>

const keyRequirement = 'must be an Ed25519 private key: PEM, or base64 of its DER or of 32 bytes'

/** Returns the key as base64: PEM without its first and last line. */
export function removePemHeaders(text: string): string {
  return text.replace(/-----(BEGIN|END) PRIVATE KEY-----/g, '').replace(/\s+/g, '')
}

function isEd25519(base64: string): boolean {
  const der = Buffer.from(base64, 'base64')
  if (der.length === 32) return true
  try {
    return createPrivateKey({ key: der, type: 'pkcs8', format: 'der' }).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

function readKey(source: Source, problems: string[]): Secret | null {
  const { PAYDESK_AUDIT_KEY: given, PAYDESK_AUDIT_KEY_FILE: file } = source
  if (given === undefined && file === undefined) return null
  if (given !== undefined && file !== undefined) {
    problems.push('PAYDESK_AUDIT_KEY and PAYDESK_AUDIT_KEY_FILE are both set: keep one')
    return null
  }
  try {
    const key = removePemHeaders(given ?? readFileSync(file ?? '', 'utf8'))
    if (isEd25519(key)) return new Secret(key)
    problems.push(`PAYDESK_AUDIT_KEY ${keyRequirement}`)
  } catch {
    problems.push('PAYDESK_AUDIT_KEY_FILE names a file that cannot be read')
  }
  return null
}

const dayMs = 86_400_000

/** Reads the minimum time (ms) for which entries are kept. */
function readRetentionMs(source: Source, problems: string[]): number {
  const days = Number(source.PAYDESK_AUDIT_KEEP_DAYS ?? 365)
  if (Number.isInteger(days) && days >= 1 && days <= 36_500) return days * dayMs
  problems.push('PAYDESK_AUDIT_KEEP_DAYS must be a whole number of days, 1 to 36500')
  return 365 * dayMs
}

/**
 * Reads the path of the head file, the key that signs heads, and the minimum retention time. Adds errors to
 * `problems`.
 */
export function readAuditConfig(source: Source, dataDir: string, problems: string[]) {
  const headFile = resolve(source.PAYDESK_AUDIT_HEAD_FILE ?? join(dataDir, 'audit-heads.jsonl'))
  const from = relative(resolve(dataDir), headFile)
  return {
    key: readKey(source, problems),
    headFile,
    keptMs: readRetentionMs(source, problems),
    /**
     * True if the head file is in the data folder: access that allows overwriting the embedded database then
     * also allows overwriting the heads.
     */
    besideDatabase: !from.startsWith('..') && !isAbsolute(from),
  }
}
