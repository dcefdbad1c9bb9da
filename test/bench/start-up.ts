import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNode } from '../support/stack/children.ts'
import { demoConfig } from '../support/stack/demo-config.ts'
import { freePort } from '../support/stack/ports.ts'
import { startPostgres } from '../support/stack/postgres.ts'
import { buildPresentRelease } from '../support/stack/releases.ts'
import { startInService } from './service.ts'

/** Times of a start on an otherwise idle machine: until the process is ready, or has named what is wrong. */
const barMs = 2_000
const rounds = Number(process.env.ROUNDS ?? 5)

/** One start: until the answer of `/readyz`, and the processor time until then (ms). */
interface StartTime {
  readonly ready: number
  readonly processor: number | null
}

type Environment = Readonly<Record<string, string>>
type Starter = (env: Environment) => ChildProcess

const medianOf = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0

function report(name: string, times: readonly StartTime[]): void {
  const ready = times.map((time) => time.ready)
  const worst = Math.max(...ready)
  const processor = times.flatMap((time) => time.processor ?? [])
  console.log(
    `${name.padEnd(44)} median ${medianOf(ready).toFixed(0).padStart(5)} ms   worst ${worst.toFixed(0).padStart(5)} ms   ` +
      `processor ${(processor.length === 0 ? '-' : medianOf(processor).toFixed(0)).padStart(5)} ms   ` +
      `bar ${barMs} ms: ${worst <= barMs ? 'reached' : 'not reached'}`,
  )
}

/** Reads the processor time of a process until now (ms), from `/proc`, which counts in hundredths of a second. */
function readProcessorTime({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function timeReady(starter: Starter, env: Environment, origin: string): Promise<StartTime> {
  const begun = performance.now()
  const bff = starter(env)
  bff.stdout?.resume()
  for (;;) {
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    if (answer?.ok) break
    await new Promise((later) => setTimeout(later, 10))
  }
  const ready = performance.now() - begun
  const processor = readProcessorTime(bff)
  bff.kill('SIGTERM')
  await once(bff, 'exit')
  return { ready, processor }
}

async function timeWrongConfiguration(command: readonly [string, ...string[]]): Promise<StartTime> {
  const [program, ...args] = command
  const env = { PATH: process.env.PATH ?? '', PAYDESK_SESION_MS: '1', PAYDESK_ENVIRONMENTS: 'stage' }
  const begun = performance.now()
  const bff = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [bff.stdout, bff.stderr]) stream.on('data', (piece) => (said += String(piece)))
  const [code] = await once(bff, 'close')
  for (const name of ['PAYDESK_SESSION_MS?', 'PAYDESK_ORIGIN', 'PAYDESK_STAGE_TOKEN', 'OIDC_ISSUER'])
    if (code !== 78 || !said.includes(name)) throw new Error(`exit code ${code}, and ${name} is not named`)
  return { ready: performance.now() - begun, processor: null }
}

async function repeat(name: string, time: () => Promise<StartTime>): Promise<void> {
  const times: StartTime[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await time())
  report(name, times)
}

async function measureDatabase(name: string, databaseUrl: string, starter: Starter): Promise<void> {
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
  report(`ready, ${name}, new database`, [await timeReady(starter, env, origin)])
  await repeat(`ready, ${name}`, () => timeReady(starter, env, origin))
  rmSync(dataDir, { recursive: true, force: true })
}

/** Measures Express that answers as ready and does nothing else: what Node and the machine take. */
async function measurePeer(): Promise<void> {
  const port = await freePort()
  const startPeer: Starter = (env) => startNode([join(import.meta.dirname, 'idle-peer.ts')], env)
  const time = () => timeReady(startPeer, { PORT: String(port) }, `http://localhost:${port}`)
  await repeat('ready, peer: Express alone', time)
}

console.log('== start ==')
const release = await buildPresentRelease()
const startInRelease: Starter = (env) =>
  spawn(join(release.folder, 'bin/paydesk'), ['start'], {
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
const server = await startPostgres()
await measurePeer()
await measureDatabase('release, embedded', '', startInRelease)
await measureDatabase('release, PostgreSQL', server.url, startInRelease)
await measureDatabase('source, embedded', '', startInService)
await measureDatabase('source, PostgreSQL', server.url, startInService)
await server.stop()
const program = join(release.folder, 'bin/paydesk')
await repeat('wrong configuration named, release', () => timeWrongConfiguration([program, 'start']))
const main = join(import.meta.dirname, '../../bff/src/main.ts')
await repeat('wrong configuration named, source uncached', () =>
  timeWrongConfiguration([process.execPath, main]),
)
release.remove()
process.exit(0)
