import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { firstLine, start } from '../children.ts'
import { demoConfig } from '../demo-config.ts'
import { startSandbox } from '../sandbox/start.ts'
import { freePort } from '../stack/postgres.ts'
import { Visitor } from '../stack/start.ts'

/** One masked, recorded read beside a proxy that does nothing, in one run; the ratio is what counts. */
const seconds = Number(process.env.SECONDS_EACH ?? 8)
const connections = 32

const [app, service, peer] = [await freePort(), await freePort(), await freePort()]
const origin = `http://localhost:${app}`
const sandbox = await startSandbox({ appOrigins: [origin] })
await firstLine(
  start([join(import.meta.dirname, 'upstream.ts')], { PORT: String(service) }),
  (line) => line === 'ready',
)
const proxy = start([join(import.meta.dirname, 'peer.ts')], {
  PORT: String(peer),
  TARGET: `http://127.0.0.1:${service}`,
})
await firstLine(proxy, (line) => line === 'ready')
const bff = start(
  [
    ...(process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof'] : []),
    join(import.meta.dirname, '../../bff/src/main.ts'),
  ],
  {
    ...demoConfig(
      origin,
      { service: `http://127.0.0.1:${service}`, idp: sandbox.idpUrl },
      mkdtempSync(join(tmpdir(), 'paydesk-bench-')),
    ),
  },
)
await firstLine(bff, (line) => line.includes('"listening"'))
bff.stdout?.resume()

const ana = new Visitor(origin)
await ana.signIn('support')
const cookie = [...ana.jar].map(([name, value]) => `${name}=${value}`).join('; ')

function memoryOf(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
}

/** Processor time of a process so far, in milliseconds: comparable even while the machine is busy. */
function cpuOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function measure(
  name: string,
  pid: number | undefined,
  url: string,
  pathOf: (n: number) => string,
  headers: Record<string, string>,
) {
  const requests = Array.from({ length: 4_000 }, (_, n) => ({ path: pathOf(n) }))
  await autocannon({ url, connections, duration: 2, headers, requests })
  const before = cpuOf(pid)
  const result = await autocannon({ url, connections, duration: seconds, headers, requests })
  const each = ((cpuOf(pid) - before) * 1_000) / result.requests.total
  const wrong = result.non2xx + result.errors
  console.log(
    `${name.padEnd(52)} ${result.requests.average.toFixed(0).padStart(7)} /s   p50 ${result.latency.p50} ms   p99 ${result.latency.p99} ms   ${each.toFixed(0)} µs processor each${wrong > 0 ? `   ${wrong} WRONG` : ''}`,
  )
  return result.requests.average
}

const own = { cookie, 'x-paydesk': '1' }
const id = (prefix: string, n: number) => `${prefix}f6c1c1e-6a0b-4f0e-9a53-${String(n).padStart(12, '0')}`
const base = await measure(
  'Express 5 + http-proxy-middleware 4, doing nothing',
  proxy.pid,
  `http://127.0.0.1:${peer}`,
  (n) => `/v1/authorization/${id('3', n)}`,
  {},
)
const each = await measure(
  'Paydesk, each read asked, masked and recorded',
  bff.pid,
  origin,
  (n) => `/api/stage/transactions/${id('3', n)}`,
  own,
)
const merged = await measure(
  'Paydesk, equal reads merged, masked and recorded',
  bff.pid,
  origin,
  () => `/api/stage/transactions/${id('3', 1)}`,
  own,
)
const kept = await measure(
  'Paydesk, final states from memory, recorded',
  bff.pid,
  origin,
  (n) => `/api/stage/transactions/${id('f', n % 500)}`,
  own,
)
console.log(
  `\nratio to the peer: each read ${(each / base).toFixed(2)}, merged ${(merged / base).toFixed(2)}, final from memory ${(kept / base).toFixed(2)}`,
)
console.log(`memory of the BFF at the end: ${memoryOf(bff.pid).toFixed(0)} MiB`)
await sandbox.stop()
if (process.env.PROF) {
  bff.kill('SIGTERM')
  await new Promise((r) => setTimeout(r, 3000))
}
process.exit(0)
