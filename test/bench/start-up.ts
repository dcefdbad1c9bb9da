import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoConfig } from '../support/stack/demo-config.ts'
import { freePort } from '../support/stack/ports.ts'
import { startPostgres } from '../support/stack/postgres.ts'
import { startInService } from './service.ts'

/** Times of a start on an otherwise idle machine: until the process is ready, or has named what is wrong. */
const barMs = 2_000
const rounds = Number(process.env.ROUNDS ?? 5)

function report(name: string, times: readonly number[]): void {
  const worst = Math.max(...times)
  const median = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? worst
  console.log(
    `${name.padEnd(44)} median ${median.toFixed(0).padStart(5)} ms   worst ${worst.toFixed(0).padStart(5)} ms   ` +
      `bar ${barMs} ms: ${worst <= barMs ? 'reached' : 'not reached'}`,
  )
}

async function timeReady(env: Readonly<Record<string, string>>, origin: string): Promise<number> {
  const begun = performance.now()
  const bff = startInService(env)
  bff.stdout?.resume()
  for (;;) {
    const ready = await fetch(`${origin}/readyz`).catch(() => null)
    if (ready?.ok) break
    await new Promise((later) => setTimeout(later, 10))
  }
  const took = performance.now() - begun
  bff.kill('SIGTERM')
  await once(bff, 'exit')
  return took
}

async function timeWrongConfiguration(): Promise<number> {
  const main = join(import.meta.dirname, '../../bff/src/main.ts')
  const env = { PATH: process.env.PATH ?? '', PAYDESK_SESION_MS: '1', PAYDESK_ENVIRONMENTS: 'stage' }
  const begun = performance.now()
  const bff = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [bff.stdout, bff.stderr]) stream.on('data', (piece) => (said += String(piece)))
  const [code] = await once(bff, 'close')
  for (const name of ['PAYDESK_SESSION_MS?', 'PAYDESK_ORIGIN', 'PAYDESK_STAGE_TOKEN', 'OIDC_ISSUER'])
    if (code !== 78 || !said.includes(name)) throw new Error(`exit code ${code}, and ${name} is not named`)
  return performance.now() - begun
}

async function repeat(name: string, time: () => Promise<number>): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await time())
  report(name, times)
}

async function measureDatabase(name: string, databaseUrl: string): Promise<void> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'paydesk-bench-'))
  // Use addresses without an answer: being ready must not need payment service or identity provider.
  const away = `http://127.0.0.1:${await freePort()}`
  const env = {
    ...demoConfig(origin, { service: away, idp: away }, dataDir),
    PAYDESK_LOG_LEVEL: 'warn',
    ...(databaseUrl === '' ? {} : { DATABASE_URL: databaseUrl }),
  }
  report(`ready, ${name}, new database`, [await timeReady(env, origin)])
  await repeat(`ready, ${name}`, () => timeReady(env, origin))
  rmSync(dataDir, { recursive: true, force: true })
}

console.log('== start ==')
await measureDatabase('embedded', '')
const server = await startPostgres()
await measureDatabase('PostgreSQL', server.url)
await server.stop()
await repeat('wrong configuration named in full', timeWrongConfiguration)
process.exit(0)
