import { randomBytes } from 'node:crypto'
import { createAuditHeadWriter } from '@paydesk/bff/platform/audit/audit-head-writer'
import { createAuditLog } from '@paydesk/bff/platform/audit/audit-log'
import { deriveAuditSigningKey } from '@paydesk/bff/platform/audit/signing'
import { openStore } from '@paydesk/bff/platform/database/database'
import { patientLimits } from '@paydesk/bff/platform/database/patient-limits.test-kit'
import { generateSupportReference } from '@paydesk/bff/platform/runtime/reference'
import { Secret } from '@paydesk/bff/platform/runtime/secret'

/**
 * Audit log of one instance with WRITERS concurrent writers; a writer waits for its event before the next
 * one. Prints the reference of every acknowledged event. Ends after SECONDS unless killed before.
 */
const {
  DATA_DIR = '',
  DATABASE_URL = '',
  HEAD_FILE = '',
  KEY = '',
  WRITERS = '8',
  SECONDS = '600',
} = process.env
const store = await openStore({
  dataDir: DATA_DIR,
  databaseUrl: DATABASE_URL || null,
  databaseLimits: patientLimits,
})
const instance = randomBytes(6).toString('hex')
const alarm = (what: string) => process.stderr.write(`heads: ${what}\n`)
const heads = createAuditHeadWriter({
  file: HEAD_FILE,
  key: deriveAuditSigningKey(new Secret(KEY)),
  instance,
  alarm,
  intervalMs: 50,
})
const log = createAuditLog(store, instance, Date.now, heads.recordEnds)

const chains = ['stage', 'stage', 'live', null]
const until = performance.now() + Number(SECONDS) * 1_000
let failures = 0

async function write(nth: number): Promise<void> {
  while (performance.now() < until) {
    const reference = generateSupportReference()
    const entry = {
      action: 'customer.viewed',
      about: { kind: 'customer', id: `c_${String(nth).padStart(20, '0')}`, merchant: 'demo-merchant' },
      result: 'allowed',
      reason: null,
      actor: {
        issuer: 'https://login.example.test',
        subject: 'ana.ruiz',
        role: 'support',
        sessionHash: 'f'.repeat(64),
      },
      environment: chains[nth % chains.length] ?? null,
      sourceAddress: '192.0.2.7',
      reference,
    } as const
    await log.append(entry).then(
      () => process.stdout.write(`${reference}\n`),
      (error: unknown) => {
        failures += 1
        if (failures > 5_000) throw error
      },
    )
  }
}

process.stdout.write('begun\n')
await Promise.all(Array.from({ length: Number(WRITERS) }, (_, nth) => write(nth)))
await heads.stop()
await store.close()
