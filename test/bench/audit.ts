import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuditLog } from '@paydesk/bff/platform/audit/audit-log'
import { type AuditChainEnds, linkAuditRows } from '@paydesk/bff/platform/audit/chain-links'
import { openStore } from '@paydesk/bff/platform/database/database'
import { startNode } from '../support/stack/children.ts'
import { startPostgres } from '../support/stack/postgres.ts'

/**
 * Measures the audit log: entries per second with the embedded database and over two instances on PostgreSQL,
 * and the time to verify a million entries.
 */
const million = Number(process.env.ENTRIES ?? 1_000_000)
const seconds = Number(process.env.SECONDS_EACH ?? 5)
const folder = mkdtempSync(join(tmpdir(), 'paydesk-bench-audit-'))

const row = (nth: number, environment: string | null) => ({
  time_ms: 1_748_772_000_000 + nth,
  instance: '0f3c9a7e55d1',
  actor_issuer: 'https://login.example.test',
  actor_subject: 'ana.ruiz',
  role: 'support',
  session_hash: 'f'.repeat(64),
  source_address: '192.0.2.7',
  action: 'customer.viewed',
  result: 'allowed' as const,
  reason: null,
  environment,
  merchant: 'demo-merchant',
  subject_kind: 'customer',
  subject_id: `c_${String(nth).padStart(20, '0')}`,
  reference: `PD-${String(nth).padStart(10, '0')}`,
})

async function logged(): Promise<string> {
  const store = await openStore({ dataDir: join(folder, 'log'), databaseUrl: null })
  const log = createAuditLog(store, 'bench')
  const until = performance.now() + seconds * 1_000
  let entries = 0
  const lane = async () => {
    while (performance.now() < until) {
      await log.append({
        action: 'customer.viewed',
        about: { kind: 'customer', id: `c_${String(entries).padStart(20, '0')}`, merchant: 'demo-merchant' },
        result: 'allowed',
        reason: null,
        actor: {
          issuer: 'https://login.example.test',
          subject: 'ana.ruiz',
          role: 'support',
          sessionHash: 'f'.repeat(64),
        },
        environment: 'stage',
        sourceAddress: '192.0.2.7',
        reference: `PD-${String(entries).padStart(10, '0')}`,
      })
      entries += 1
    }
  }
  await Promise.all(Array.from({ length: 32 }, lane))
  await store.close()
  return `${Math.round(entries / seconds).toLocaleString('en')} entries/s over 32 lanes`
}

async function overTwo(): Promise<string> {
  const server = await startPostgres()
  const store = await openStore({ dataDir: folder, databaseUrl: server.url })
  await store.close()
  let entries = 0
  const env = {
    DATABASE_URL: server.url,
    HEAD_FILE: join(folder, 'heads.jsonl'),
    KEY: 'a-key-of-the-bench-a-key-of-the-bench-01',
    SECONDS: String(seconds),
  }
  const ends = [0, 1].map(async () => {
    const child = startNode([join(import.meta.dirname, '../durability/audit-writer.ts')], env)
    child.stdout?.on('data', (chunk: Buffer) => {
      entries += chunk.toString().split('PD-').length - 1
    })
    await new Promise((ended) => child.once('close', ended))
  })
  await Promise.all(ends)
  await server.stop()
  return `${Math.round(entries / seconds).toLocaleString('en')} entries/s over two instances of 8 writers, with heads`
}

async function fill(where: { dataDir: string; databaseUrl: string | null }): Promise<void> {
  const store = await openStore(where)
  let ends: AuditChainEnds = new Map()
  for (let from = 0; from < million; from += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, at) => ({
      seq: from + at + 1,
      ...row(from + at, at % 10 === 0 ? null : 'stage'),
    }))
    const { links, after } = linkAuditRows(rows, ends)
    ends = after
    await store.db.transaction().execute(async (trx) => {
      await trx.insertInto('audit').values(rows).execute()
      await trx.insertInto('audit_links').values(links).execute()
    })
  }
  await store.close()
}

/** Verifies in a process of its own, so that its memory is only that of the verification. */
async function verified(databaseUrl: string | null): Promise<string> {
  const dataDir = join(folder, databaseUrl === null ? 'million' : 'million-beside')
  await fill({ dataDir, databaseUrl })
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
  const child = startNode([join(import.meta.dirname, 'audit-verify.ts')], env)
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  await new Promise((ended) => child.once('close', ended))
  return said.trim()
}

async function verifiedOnPostgres(): Promise<string> {
  const server = await startPostgres()
  const said = await verified(server.url)
  await server.stop()
  return said
}

/** Measures the unavoidable part: SHA-256 of as many texts of that length, one after the other. */
function hashedOnly(): string {
  const text = JSON.stringify({ ...row(1, 'stage'), chain: 'stage', n: 1, prev: 'f'.repeat(64) })
  const begun = performance.now()
  let last = ''
  for (let nth = 0; nth < million; nth += 1) last = hash('sha256', text + last, 'hex')
  const took = (performance.now() - begun) / 1_000
  return `${Math.round(million / took).toLocaleString('en')} texts/s, ${took.toFixed(1)} s (${last.slice(0, 4)})`
}

console.log('== audit log ==')
console.log(`embedded log:      ${await logged()}`)
console.log(`PostgreSQL:        ${await overTwo()}`)
console.log(`verify, embedded:  ${await verified(null)}`)
console.log(`verify, PostgreSQL: ${await verifiedOnPostgres()}`)
console.log(`SHA-256 alone:     ${hashedOnly()}`)
rmSync(folder, { recursive: true })
process.exit(0)
