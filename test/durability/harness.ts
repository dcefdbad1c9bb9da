import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  requestMigratedFile,
  requestPostgresServer,
} from '@paydesk/bff/platform/database/test-store.test-kit'
import { expect } from 'vitest'
import { type Sandbox, startSandbox } from '../sandbox/start.ts'
import { controlSandbox, readService, valueAt } from '../sandbox/test-client.ts'
import {
  type Backing,
  type BackingName,
  copyEmbedded,
  copyPostgres,
  openBacking,
} from '../support/stack/backing.ts'
import { demoConfig, notifyUrl } from '../support/stack/demo-config.ts'
import { freePort } from '../support/stack/ports.ts'
import { sleepFor } from '../support/stack/sleep.ts'
import { newDatabase } from '../support/stack/start.ts'

/** Creates an empty database that already has the schema, so that the first start migrates nothing. */
export async function newLabBacking(name: BackingName): Promise<Backing> {
  return name === 'embedded'
    ? copyEmbedded(await requestMigratedFile())
    : copyPostgres(await requestPostgresServer())
}

/** Creates an empty database, in which the first start makes the schema of its version. */
export async function newEmptyBacking(name: BackingName): Promise<Backing> {
  const dataDir = mkdtempSync(join(tmpdir(), 'paydesk-durability-'))
  if (name === 'embedded') return openBacking({ PAYDESK_DATA_DIR: dataDir })
  const { url } = await requestPostgresServer()
  return openBacking({ PAYDESK_DATA_DIR: dataDir, DATABASE_URL: await newDatabase(url) })
}

/**
 * Starts a sandbox and returns the variables of a Paydesk instance beside it on a free port. `front` is the
 * origin that the sandbox notifies, if it differs from the origin of Paydesk.
 */
export async function startLab(backing: Backing, env: Readonly<Record<string, string>> = {}, front?: string) {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const sandbox = await startSandbox({
    // Fix the port: after an outage the payment service listens there again.
    servicePort: await freePort(),
    appOrigins: [origin],
    notifyUrl: notifyUrl(front ?? origin),
    retryScale: 0.05,
    operatorActions: true,
  })
  const world = { service: sandbox.serviceUrl, idp: sandbox.idpUrl }
  return {
    origin,
    sandbox,
    env: {
      ...demoConfig(origin, world, backing.env.PAYDESK_DATA_DIR),
      PAYDESK_LOG_LEVEL: 'warn',
      PAYDESK_SIGN_INS_PER_MINUTE: '10000',
      PAYDESK_SEARCHES_PER_MINUTE: '10000',
      PAYDESK_REVIEW_CALLS_PER_MINUTE: '100000',
      PAYDESK_REVEALS_PER_HOUR: '100000',
      ...backing.env,
      ...env,
    },
  }
}

/**
 * Polls until `holds` returns no complaints, and returns the elapsed time (ms). Fails with the last
 * complaints if their number has not decreased for `withinMs`: a slow machine only takes longer.
 */
export async function waitUntilHolds(
  holds: () => Promise<readonly string[]>,
  withinMs: number,
  everyMs = 250,
): Promise<number> {
  const begun = Date.now()
  let movedAt = begun
  let complaints = await holds()
  while (complaints.length > 0) {
    if (Date.now() - movedAt > withinMs) expect(complaints.slice(0, 20)).toEqual([])
    await sleepFor(everyMs)
    const before = complaints.length
    complaints = await holds()
    if (complaints.length < before) movedAt = Date.now()
  }
  return Date.now() - begun
}

/** Returns the transactions whose state in the index is missing or differs from the payment service. */
export async function listStateDifferences(
  sandbox: Sandbox,
  backing: Backing,
  ids: readonly string[],
): Promise<readonly string[]> {
  const rows = await backing.rows(`select id, state from transactions where environment = 'stage'`)
  const known = new Map(rows.map((row) => [String(row.id), String(row.state)]))
  const complaints: string[] = []
  for (const id of ids) {
    const { json } = await readService(sandbox, `/v1/authorization/${id}`)
    const state = String(valueAt(json, 'state'))
    if (known.get(id) !== state) complaints.push(`${id}: ${known.get(id) ?? 'unknown'}, not ${state}`)
  }
  return complaints
}

/** Returns the number of state reads, and the most reads of any kind within one second. */
export async function readsOf(sandbox: Sandbox): Promise<{ count: number; busiestSecond: number }> {
  const reads = await controlSandbox(sandbox, 'GET', 'reads')
  return {
    count: Number(valueAt(reads, 'state', 'count') ?? 0),
    busiestSecond: Number(valueAt(reads, 'any', 'busiestSecond') ?? 0),
  }
}
