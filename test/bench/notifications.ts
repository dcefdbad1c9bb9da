import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFirstLine, startNode } from '../support/stack/children.ts'
import { demoConfig, notificationTokens } from '../support/stack/demo-config.ts'
import { freePort } from '../support/stack/ports.ts'
import { startPostgres } from '../support/stack/postgres.ts'
import { startInService } from './service.ts'

/**
 * Measures acknowledged notifications per second of the real process on both databases,
 * sent by another process, against the row-by-row commit rate of the same database in
 * the same run; a slow rate shows the tail.
 */
const here = import.meta.dirname
const seconds = process.env.SECONDS_EACH ?? '8'

interface Rate {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly most: number
  readonly statuses: Readonly<Record<string, number>>
}

async function ask(file: string, env: Record<string, string>): Promise<Rate> {
  return JSON.parse(await readFirstLine(startNode([join(here, file)], env), (line) => line.startsWith('{')))
}

function processorOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function print(name: string, rate: Rate, more = ''): void {
  const wrong = Object.entries(rate.statuses).filter(([status]) => status !== '202')
  console.log(
    `${name.padEnd(58)} ${rate.perSecond.toFixed(0).padStart(7)} /s   p50 ${rate.p50.toFixed(1)} ms   p99 ${rate.p99.toFixed(1)} ms   most ${rate.most.toFixed(0)} ms${more}${wrong.length > 0 ? `   WRONG ${JSON.stringify(wrong)}` : ''}`,
  )
}

const bars = { ratio: 3, p99: 50 }

function bar(name: string, value: number, text: string, isReached: (value: number) => boolean): void {
  console.log(
    `${name.padEnd(58)} ${value.toFixed(2).padStart(7)}   bar ${text}: ${isReached(value) ? 'reached' : 'not reached'}`,
  )
}

async function measure(name: string, databaseUrl: string): Promise<void> {
  const database = { DATA_DIR: mkdtempSync(join(tmpdir(), 'paydesk-bench-')), DATABASE_URL: databaseUrl }
  const single = () => ask('commit-rate.ts', { ...database, SECONDS_EACH: '3' })
  const before = await single()
  const port = await freePort()
  const away = `http://127.0.0.1:${await freePort()}`
  const bff = startInService({
    // Use an address without a payment service: acknowledging must not need it.
    ...demoConfig(`http://localhost:${port}`, { service: away, idp: away }),
    PAYDESK_NOTIFICATION_QUEUE_MAX: '10000000',
    PAYDESK_LOG_LEVEL: 'warn',
    ...(databaseUrl === '' ? {} : { DATABASE_URL: databaseUrl }),
  })
  bff.stdout?.resume()
  for (;;) {
    const alive = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (alive?.ok) break
    await new Promise((later) => setTimeout(later, 50))
  }
  const sending = { PORT: String(port), TOKEN: notificationTokens.stage, SECONDS_EACH: seconds }
  const slow = await ask('sender.ts', { ...sending, SENDERS: '10', PER_SECOND: '50', RUN: '1' })
  const used = processorOf(bff.pid)
  const crowd = await ask('sender.ts', { ...sending, SENDERS: '64', RUN: '2' })
  const each = ((processorOf(bff.pid) - used) * 1_000) / (crowd.perSecond * (Number(seconds) + 2))
  bff.kill('SIGTERM')
  await new Promise((done) => bff.once('exit', done))
  const after = await single()
  const rate = (before.perSecond + after.perSecond) / 2
  console.log(
    `${`${name}, one row each commit, one connection`.padEnd(58)} ${rate.toFixed(0).padStart(7)} /s   (${before.perSecond.toFixed(0)} before, ${after.perSecond.toFixed(0)} after)`,
  )
  print(`${name}, 64 senders`, crowd, `   ${each.toFixed(0)} µs processor each`)
  print(`${name}, 50 a second`, slow)
  bar(
    `${name}, ratio to one row each commit`,
    crowd.perSecond / rate,
    `at least ${bars.ratio}`,
    (value) => value >= bars.ratio,
  )
  bar(`${name}, p99 of 64 senders, ms`, crowd.p99, `at most ${bars.p99}`, (value) => value <= bars.p99)
  console.log('')
}

const only = process.env.ONLY
if (only !== 'postgres') await measure('embedded', '')
if (only !== 'embedded') {
  const server = await startPostgres()
  await measure('PostgreSQL', server.url)
  await server.stop()
}
process.exit(0)
