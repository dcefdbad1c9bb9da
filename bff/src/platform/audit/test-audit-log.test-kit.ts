import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { createDatabase, createTestStore, type DatabaseKind } from '../database/test-store.test-kit.ts'
import { isFullRun } from '../runtime/run-length.test-kit.ts'
import { Secret } from '../runtime/secret.ts'
import { readAuditHeadFiles } from './audit-head-file.ts'
import { createAuditLog } from './audit-log.ts'
import type { AuditEntry } from './entry.ts'
import type { SignedAuditHead } from './signed-audit-head.ts'
import { parseAuditSigningKey } from './signing.ts'
import { openAuditLogReader } from './verification/audit-log-reader.ts'
import { streamAuditExport } from './verification/export.ts'
import { type AuditVerificationResult, verifyAuditLog } from './verification/verify.ts'

/** Builds an entry as left by a read of a customer. */
export const createTestEntry = (nth: number, environment: string | null = 'stage'): AuditEntry => ({
  action: 'customer.viewed',
  about: { kind: 'customer', id: `c_${String(nth).padStart(20, '0')}`, merchant: 'demo-merchant' },
  result: 'allowed',
  reason: null,
  actor: {
    issuer: 'https://login.example.test',
    subject: nth % 3 === 0 ? 'ana "é" ruíz\\' : 'ana.ruiz',
    role: 'support',
    sessionHash: 'f'.repeat(64),
  },
  environment,
  sourceAddress: '192.0.2.7',
  reference: `PD-${String(nth).padStart(10, '0')}`,
  purpose: { field: 'iban', code: 'subject_request', caseRef: `CASE-${nth}`, stepUpAge: nth },
})

export const createTestSigningKey = () => parseAuditSigningKey(new Secret(randomBytes(32).toString('base64')))

type Sql = (statement: string) => Promise<readonly Record<string, unknown>[]>

/** Copy of a database to tamper with, as its owner: triggers and indexes that refuse changes are dropped. */
export interface TamperableCopy {
  readonly dataDir: string
  readonly databaseUrl: string | null
  sql: Sql
}

const embeddedUnlockSql = `drop trigger audit_no_update; drop trigger audit_no_delete;
  drop trigger audit_links_no_update; drop trigger audit_links_no_delete;
  drop trigger audit_checkpoints_no_update; drop trigger audit_checkpoints_no_delete;
  drop index audit_links_once; drop index audit_links_of`
const postgresUnlockSql = `alter table audit disable trigger user; alter table audit_links disable trigger user;
  alter table audit_checkpoints disable trigger user;
  drop index audit_links_once; drop index audit_links_of`
const auditTables = ['audit', 'audit_links', 'audit_checkpoints']
const keepOriginalSql = auditTables
  .map((table) => `create table original_${table} as table ${table}`)
  .join(';')
const restoreOriginalSql = [
  `truncate ${auditTables.join(', ')}`,
  ...auditTables.map((table) => `insert into ${table} select * from original_${table}`),
].join(';')

const runAt =
  (databaseUrl: string): Sql =>
  async (statement) => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      const done = await client.query(statement)
      return done.rows
    } finally {
      await client.end()
    }
  }

/** Copies a PostgreSQL database, as one whose owner may tamper with it and restore its rows. */
async function copyPostgres(databaseUrl: string): Promise<{ readonly url: string; readonly run: Sql }> {
  const url = await createDatabase(new URL(databaseUrl).pathname.slice(1))
  const run = runAt(url)
  await run(`${postgresUnlockSql}; ${keepOriginalSql}`)
  return { url, run }
}

/**
 * Creates a function that copies an audit log; every copy can be tampered with. On PostgreSQL a copy ends the one
 * before: all are one database whose rows are restored, because a database for each copy costs ten times as much.
 */
export async function createTrailCopier(
  backing: DatabaseKind,
  from: { dataDir: string; databaseUrl: string | null },
) {
  if (backing === 'embedded') {
    const db = new DatabaseSync(join(from.dataDir, 'paydesk.db'))
    db.exec(embeddedUnlockSql)
    db.close()
  }
  let copied: ReturnType<typeof copyPostgres> | undefined
  return async (): Promise<TamperableCopy> => {
    const dataDir = mkdtempSync(join(tmpdir(), 'paydesk-tampered-'))
    if (backing === 'embedded') {
      copyFileSync(join(from.dataDir, 'paydesk.db'), join(dataDir, 'paydesk.db'))
      const run: Sql = async (statement) => {
        const db = new DatabaseSync(join(dataDir, 'paydesk.db'))
        try {
          if (/^\s*select/i.test(statement)) return db.prepare(statement).all()
          // Skip waiting for the disk: no test reads this database after a loss of power.
          db.exec('pragma synchronous = off')
          db.exec(statement)
          return []
        } finally {
          db.close()
        }
      }
      return { dataDir, databaseUrl: null, sql: run }
    }
    copied ??= copyPostgres(from.databaseUrl ?? '')
    const { url, run } = await copied
    await run(restoreOriginalSql)
    return { dataDir, databaseUrl: url, sql: run }
  }
}

export interface TestAuditLog {
  readonly heads: readonly SignedAuditHead[]
  readonly key: ReturnType<typeof createTestSigningKey>
  /** Copies the whole audit log; `oldCopy` lacks the last eight entries of `stage`. */
  copy(): Promise<TamperableCopy>
  oldCopy(): Promise<TamperableCopy>
}

/**
 * Creates an audit log of `stage` with a signed head after every fifth entry, and some entries in the global
 * chain and in `live`.
 */
export async function createTestAuditLog(backing: DatabaseKind, stageEntries = 40): Promise<TestAuditLog> {
  const key = createTestSigningKey()
  const heads: SignedAuditHead[] = []
  async function written(until: number) {
    const made = await createTestStore(backing)
    const log = createAuditLog(
      made.store,
      'instance-1',
      () => 1_748_772_000_000,
      (ends) => {
        for (const [chain, { n, hash }] of ends)
          if ((n % 5 === 0 || n < 3) && until === stageEntries)
            heads.push(key.sign({ chain, n, hash, time_ms: 1_748_772_000_000 + n, instance: 'instance-1' }))
      },
    )
    for (let nth = 1; nth <= until; nth += 1) {
      await log.append(createTestEntry(nth))
      if (nth % 4 === 0) await log.append(createTestEntry(nth, null))
      if (nth % 7 === 0) await log.append(createTestEntry(nth, 'live'))
    }
    await made.store.close()
    return createTrailCopier(backing, made)
  }
  return { heads, key, copy: await written(stageEntries), oldCopy: await written(stageEntries - 8) }
}

export const formatHeadLines = (heads: readonly SignedAuditHead[]) =>
  heads.map((one) => `${JSON.stringify(one)}\n`).join('')

/** Verifies a copy with its head file and returns its export. Deletes the copy. */
export async function verifyAndExport(
  trailCopy: TamperableCopy,
  headText: string,
  key: ReturnType<typeof createTestSigningKey>,
) {
  const headFile = join(trailCopy.dataDir, 'heads.jsonl')
  writeFileSync(headFile, headText)
  const source = await openAuditLogReader(trailCopy)
  const keys = [key.publicKey]
  try {
    const verified: AuditVerificationResult = await verifyAuditLog(
      source,
      await readAuditHeadFiles([headFile], keys),
    )
    let exported = ''
    const asked = { from: null, to: null, chain: null, headFiles: [headFile], keys }
    for await (const text of streamAuditExport(source, asked)) exported += text
    return { verified, exported }
  } finally {
    await source.close()
    rmSync(trailCopy.dataDir, { recursive: true })
  }
}

const checkerFile = join(import.meta.dirname, '../../../audit-check.mjs')

interface CheckerResult {
  readonly code: number
  readonly text: string
}

/**
 * Source of the worker that runs the checker file once per message, like a process: own module, arguments and
 * output.
 */
const checkerWorkerSource = `
  const { parentPort, workerData } = require('node:worker_threads')
  let nth = 0
  parentPort.on('message', async (args) => {
    let text = ''
    process.argv = [process.execPath, workerData, ...args]
    process.exitCode = undefined
    process.stdout.write = (piece) => {
      text += piece
      return true
    }
    await import(workerData + '?' + ++nth)
    parentPort.postMessage({ code: process.exitCode, text })
  })
`
let checkerWorker: Worker | undefined
let lastCheck: Promise<unknown> = Promise.resolve()

/** Runs the stand-alone checker in a long-lived thread: a process per case takes twenty times as long. */
async function runCheckerInWorker(
  exported: string | Buffer,
  more: readonly string[],
): Promise<CheckerResult> {
  checkerWorker ??= new Worker(checkerWorkerSource, {
    eval: true,
    env: {},
    workerData: pathToFileURL(checkerFile).href,
  })
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-check-'))
  const file = join(folder, 'export.jsonl')
  writeFileSync(file, exported)
  const answered = once(checkerWorker, 'message')
  checkerWorker.postMessage([file, ...more])
  const [checked] = await answered
  rmSync(folder, { recursive: true })
  return checked
}

function queueCheckerRun(exported: string | Buffer, more: readonly string[]): Promise<CheckerResult> {
  const next = lastCheck.then(() => runCheckerInWorker(exported, more))
  lastCheck = next.catch(() => undefined)
  return next
}

/** Runs the stand-alone checker over an export; in full runs as its own process. */
export const runChecker = (
  exported: string | Buffer,
  more: readonly string[] = [],
): Promise<CheckerResult> =>
  isFullRun ? runStandaloneChecker(exported, more) : queueCheckerRun(exported, more)

/** Runs the stand-alone checker over an export, copied alone into an empty folder. */
export async function runStandaloneChecker(
  exported: string | Buffer,
  more: readonly string[] = [],
): Promise<CheckerResult> {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-check-'))
  copyFileSync(checkerFile, join(folder, 'audit-check.mjs'))
  writeFileSync(join(folder, 'export.jsonl'), exported)
  return new Promise((done) => {
    const args = ['audit-check.mjs', 'export.jsonl', ...more]
    const child = execFile(process.execPath, args, { cwd: folder, env: {} }, (_error, stdout, stderr) => {
      rmSync(folder, { recursive: true })
      done({ code: child.exitCode ?? -1, text: stdout + stderr })
    })
  })
}
