import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readAuditHeadFiles } from '@paydesk/bff/platform/audit/audit-head-file'
import { deriveAuditSigningKey } from '@paydesk/bff/platform/audit/signing'
import { openAuditLogReader } from '@paydesk/bff/platform/audit/verification/audit-log-reader'
import { verifyAuditLog } from '@paydesk/bff/platform/audit/verification/verify'
import { isFullRun, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { Secret } from '@paydesk/bff/platform/runtime/secret'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { numberFrom } from '../sandbox/ids.ts'
import type { Backing, BackingName } from '../support/stack/backing.ts'
import { childEnv, importFlags } from '../support/stack/process.ts'
import { sleepFor } from '../support/stack/sleep.ts'
import { newLabBacking } from './harness.ts'

const kills = pickByRunLength(2, 20)
const never = () => false
const key = 'a-key-of-the-tests-a-key-of-the-tests-01'
const plant = join(import.meta.dirname, 'plants/chain-without-lock.ts')

interface Writer {
  readonly acknowledged: string[]
  readonly begun: Promise<void>
  kill(): Promise<void>
  ended: Promise<unknown>
}

/** Starts one instance of the audit log in its own process. */
function startWriter(
  backing: Backing,
  headFile: string,
  more: Readonly<Record<string, string>> = {},
): Writer {
  const { planted = '', ...env } = more
  const child: ChildProcess = spawn(
    process.execPath,
    [...importFlags(planted === '' ? [] : [plant]), join(import.meta.dirname, 'audit-writer.ts')],
    {
      env: {
        ...childEnv,
        DATA_DIR: backing.env.PAYDESK_DATA_DIR ?? '',
        DATABASE_URL: backing.env.DATABASE_URL ?? '',
        HEAD_FILE: headFile,
        KEY: key,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const acknowledged: string[] = []
  const ended = once(child, 'close')
  const begun = new Promise<void>((tell) => {
    if (child.stdout === null) throw new Error('the writer has no output')
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'begun') tell()
      // Ignore other lengths: the last line of a killed writer may be cut off.
      else if (line.length === 13) acknowledged.push(line)
    })
  })
  async function kill() {
    child.kill('SIGKILL')
    await ended
  }
  return { acknowledged, begun, kill, ended }
}

async function verified(backing: Backing, headFile: string) {
  const heads = await readAuditHeadFiles([headFile], [deriveAuditSigningKey(new Secret(key)).publicKey])
  const { PAYDESK_DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl = null } = backing.env
  const source = await openAuditLogReader({ dataDir, databaseUrl })
  const result = await verifyAuditLog(source, heads)
  await source.close()
  return { ...result, heads: [...heads.heads.values()].flat().length }
}

const chainNames = ['global', 'live', 'stage']

/** Returns the names of the chains with a signed head in the file; empty if the file does not exist yet. */
function chainsWithHead(headFile: string): Set<string> {
  if (!existsSync(headFile)) return new Set()
  const names = [...readFileSync(headFile, 'utf8').matchAll(/"chain":"([a-z]+)"/g)].map(
    ([, name = '']) => name,
  )
  return new Set(names)
}

const backings: Backing[] = []
afterAll(() => {
  for (const backing of backings) backing.remove()
})

async function prepared(name: BackingName): Promise<{ backing: Backing; headFile: string }> {
  const backing = await newLabBacking(name)
  backings.push(backing)
  return { backing, headFile: join(backing.env.PAYDESK_DATA_DIR ?? '', 'heads.jsonl') }
}

/** Returns the acknowledged references without a linked audit event. */
async function lost(backing: Backing, acknowledged: readonly string[]): Promise<string[]> {
  const rows = await backing.rows(
    'select reference from audit join audit_links on audit_links.seq = audit.seq',
  )
  const there = new Set(rows.map(({ reference }) => String(reference)))
  return acknowledged.filter((one) => !there.has(one))
}

describe.concurrent.each([
  ['embedded', 1],
  ['postgres', 2],
] as const)('audit log under kill -9 (%s, %i instances)', (name, instances) => {
  it('has no gap, no fork, and every acknowledged event', { timeout: 300_000 }, async () => {
    const place = await prepared(name)
    const started = Array.from({ length: instances }, () => startWriter(place.backing, place.headFile))
    const all = [...started]
    let under = 0
    const begun = performance.now()
    for (let kill = 0; kill < kills; kill += 1) {
      const at = kill % instances
      const victim = started[at]
      await victim?.begun
      // Wait for a number of acknowledgements, not a time: on any machine the kill falls into the work.
      const wanted = 1 + numberFrom(`audit-kill|${kill}`, 100)
      while ((victim?.acknowledged.length ?? 0) < wanted) await sleepFor(2)
      // Block the links in every other round (PostgreSQL only, where links have a lock of their own): then
      // the kill falls between the rows of the events and their links.
      const unlock =
        kill % 2 === 1 && name === 'postgres' ? await place.backing.blockWriters('audit_links', never) : null
      await sleepFor(numberFrom(`moment|${kill}`, 10))
      await victim?.kill()
      await unlock?.()
      under += victim?.acknowledged.length ?? 0
      const next = startWriter(place.backing, place.headFile)
      started[at] = next
      all.push(next)
    }
    for (const one of started) while (one.acknowledged.length === 0) await sleepFor(2)
    // Wait for the heads: they are signed some time after their events, and a chain without one is a finding.
    while (chainsWithHead(place.headFile).size < chainNames.length) await sleepFor(2)
    await Promise.all(started.map((one) => one.kill()))
    const rate = all.flatMap((one) => one.acknowledged).length / ((performance.now() - begun) / 1_000)
    const acknowledged = all.flatMap((one) => one.acknowledged)
    const { findings, entries, chains, heads } = await verified(place.backing, place.headFile)
    console.log(
      `audit chain (${name}): ${kills + instances} kills, ${acknowledged.length} acknowledged (${under} by the killed), ` +
        `${entries} entries in ${chains.length} chains, ${heads} signed heads, ${findings.length} findings, ` +
        `${Math.round(rate)} acknowledged a second, kills and starts included`,
    )
    expect(findings).toEqual([])
    expect(chains.map(({ chain }) => chain)).toEqual(chainNames)
    expect(under).toBeGreaterThanOrEqual(kills)
    expect(entries).toBeGreaterThanOrEqual(acknowledged.length)
    expect(await lost(place.backing, acknowledged)).toEqual([])
    expect(await place.backing.damage()).toEqual([])
  })
})

describe.runIf(isFullRun)('two instances without the chain lock (planted bug)', () => {
  const both = async (place: { backing: Backing; headFile: string }, planted: string) => {
    const env = { planted, SECONDS: '5' }
    const writers = [0, 1].map(() => startWriter(place.backing, place.headFile, env))
    await Promise.all(writers.map(({ ended }) => ended))
    return writers.flatMap(({ acknowledged }) => acknowledged)
  }

  it('cannot fork the chain while the index keeps numbers unique', { timeout: 120_000 }, async () => {
    const place = await prepared('postgres')
    const acknowledged = await both(place, 'yes')
    const { findings, entries } = await verified(place.backing, place.headFile)
    expect(findings).toEqual([])
    expect(entries).toBe(acknowledged.length)
  })

  it('fork the chain without that index, and verification finds the fork', { timeout: 120_000 }, async () => {
    const place = await prepared('postgres')
    const client = new pg.Client({ connectionString: place.backing.env.DATABASE_URL })
    await client.connect()
    await client.query('drop index audit_links_once')
    await client.query('create index on audit_links (chain, n)')
    await client.end()
    await both(place, 'yes')
    const { findings } = await verified(place.backing, place.headFile)
    expect(findings.map(({ what }) => what)).toContain('fork')
  })
})
