import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '../sandbox/start.ts'
import { readFirstLine, startNode } from '../support/stack/children.ts'
import { demoConfig } from '../support/stack/demo-config.ts'
import { freePort } from '../support/stack/ports.ts'
import { Visitor } from '../support/stack/start.ts'
import { startNginx } from './nginx.ts'
import { startInService } from './service.ts'

const here = import.meta.dirname
const seconds = process.env.SECONDS_EACH ?? '5'
const rounds = Number(process.env.ROUNDS ?? 3)

/**
 * Figures of one round: those of the sender, and the processor time (µs) of the measured process per read.
 */
interface Round {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly micros: number
  readonly wrong: number
}

interface Measured {
  readonly name: string
  readonly pids: readonly number[]
  readonly env: Readonly<Record<string, string>>
  readonly rounds: Round[]
}

/** Returns the processor time of a process so far, in milliseconds. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
}

const cpuOfAll = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + cpuOf(pid), 0)

async function round({ pids, env, rounds: done }: Measured, nth: number): Promise<void> {
  const sender = startNode([join(here, 'read-sender.ts')], {
    ...env,
    RUN: String(nth),
    SECONDS_EACH: seconds,
  })
  let before = 0
  const line = await readFirstLine(sender, (text) => {
    if (text === 'warm') before = cpuOfAll(pids)
    return text.startsWith('{')
  })
  const { reads, ...figures } = JSON.parse(line)
  done.push({ ...figures, micros: ((cpuOfAll(pids) - before) * 1_000) / reads })
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const rateOf = ({ rounds: done }: Measured) => median(done.map(({ perSecond }) => perSecond))

function words({ name, rounds: done }: Measured): string {
  const of = (pick: (round: Round) => number) => median(done.map(pick))
  const rates = done.map(({ perSecond }) => perSecond.toFixed(0)).join(' ')
  const wrong = done.reduce((sum, one) => sum + one.wrong, 0)
  const figures = `${of((one) => one.perSecond)
    .toFixed(0)
    .padStart(7)} /s   p50 ${of((one) => one.p50).toFixed(1)} ms   p99 ${of((one) => one.p99).toFixed(1)} ms`
  const each = `${of((one) => one.micros).toFixed(0)} µs processor each`
  return `${name.padEnd(56)} ${figures}   ${each}   (${rates})${wrong > 0 ? `   ${wrong} WRONG` : ''}`
}

/**
 * Starts everything that is measured, on free ports: a minimal payment
 * service, the peers, and the real process.
 */
async function startAll() {
  const [app = 0, service = 0, nginx = 0] = await Promise.all(Array.from({ length: 3 }, () => freePort()))
  const isReady = (line: string) => line === 'ready'
  await readFirstLine(startNode([join(here, 'upstream.ts')], { PORT: String(service) }), isReady)
  const target = { TARGET: `http://127.0.0.1:${service}` }
  const startPeer = async (name: string) => {
    const port = await freePort()
    const peer = startNode([join(here, 'peer.ts')], { ...target, PORT: String(port), PEER: name })
    await readFirstLine(peer, isReady)
    return { port, pid: peer.pid ?? 0 }
  }
  const peers = {
    kept: await startPeer('kept'),
    plain: await startPeer('plain'),
    passed: await startPeer('passed'),
    memory: await startPeer('memory'),
  }
  const nginxMaster = startNginx(nginx, service).pid ?? 0
  const origin = `http://localhost:${app}`
  const sandbox = await startSandbox({ appOrigins: [origin] })
  const config = demoConfig(
    origin,
    { service: target.TARGET, idp: sandbox.idpUrl },
    mkdtempSync(join(tmpdir(), 'paydesk-bench-')),
  )
  const bff = startInService(config)
  await readFirstLine(bff, (line) => line.includes('"listening"'))
  bff.stdout?.resume()
  const ana = new Visitor(origin)
  await ana.signIn('support')
  const cookie = [...ana.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const workers = readFileSync(`/proc/${nginxMaster}/task/${nginxMaster}/children`, 'utf8')
  return {
    bff,
    sandbox,
    peers,
    app,
    nginx: { port: nginx, pids: workers.trim().split(' ').map(Number) },
    headers: `cookie: ${cookie}\r\nx-paydesk: 1\r\n`,
  }
}

/**
 * Measures one masked, recorded read of the real process against proxies that check and record nothing, in
 * one run: warmed up, in turns, with medians. Only the ratios count.
 */
export async function measureReads(print: (line: string) => void): Promise<void> {
  const { bff, sandbox, peers, app, nginx: proxy, headers } = await startAll()
  const asked = { PATH_BEFORE: '/v1/authorization/' }
  const own = { PORT: String(app), PATH_BEFORE: '/api/stage/transactions/', HEADERS: headers }
  const bffPid = [bff.pid ?? 0]
  const row = (name: string, ofPids: readonly number[], env: Record<string, string>): Measured => ({
    name,
    pids: ofPids,
    env,
    rounds: [],
  })
  const peer = (name: string, { pid, port }: { readonly pid: number; readonly port: number }) =>
    row(name, [pid], { ...asked, PORT: String(port) })
  const nginx = row('nginx, passing on', proxy.pids, { ...asked, PORT: String(proxy.port) })
  const measured = peer('Express 5 + http-proxy-middleware 4, agent kept alive', peers.kept)
  const plain = peer('Express 5 + http-proxy-middleware 4, its defaults', peers.plain)
  const passed = peer('Express 5 + undici, bytes passed through', peers.passed)
  const memory = peer('Express 5, the same bytes from memory: asks nobody', peers.memory)
  // Use more ids than concurrent reads, so that no two reads are merged, and few
  // enough for the warm-up to read them all.
  const many = { IDS: '1000', SAME: '1' }
  const each = row('Paydesk, each read asked, masked and recorded', bffPid, { ...own, ...many })
  const first = row('Paydesk, the same at the first sight: noted in the index', bffPid, own)
  const merged = row('Paydesk, equal reads merged, masked and recorded', bffPid, { ...own, IDS: '1' })
  const final = row('Paydesk, final states from memory, masked and recorded', bffPid, {
    ...own,
    IDS: '500',
    LETTER: 'f',
  })
  const all = [nginx, measured, plain, passed, memory, each, first, merged, final]
  for (let nth = 0; nth < rounds; nth += 1) for (const one of all) await round(one, nth)
  for (const one of all) print(words(one))
  const bar = (name: string, value: number, atLeast: number) =>
    print(
      `${name.padEnd(56)} ${value.toFixed(2).padStart(7)}   bar ${atLeast.toFixed(2)}: ${reached(value >= atLeast)}`,
    )
  print('')
  bar('each read to the peer, agent kept alive', rateOf(each) / rateOf(measured), 1)
  bar('each read to the peer, its defaults', rateOf(each) / rateOf(plain), 1)
  bar('each read to nginx', rateOf(each) / rateOf(nginx), 0.4)
  bar('merged reads to the peer, agent kept alive', rateOf(merged) / rateOf(measured), 1.8)
  bar('final states to the peer, agent kept alive', rateOf(final) / rateOf(measured), 1.8)
  const mebibytes = memoryOf(bff.pid ?? 0)
  print(
    `${'memory of the BFF at the end, MiB'.padEnd(56)} ${mebibytes.toFixed(0).padStart(7)}   bar 250: ${reached(mebibytes <= 250)}`,
  )
  await sandbox.stop()
  bff.kill('SIGTERM')
  await new Promise((done) => bff.once('exit', done))
}

function reached(yes: boolean): string {
  return yes ? 'reached' : 'not reached'
}
