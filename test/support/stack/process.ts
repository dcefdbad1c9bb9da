import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sleepFor } from './sleep.ts'

const root = join(import.meta.dirname, '../../..')

export interface ProductOptions {
  readonly env: Readonly<Record<string, string>>
  /** Modules loaded before the product, such as a planted bug. */
  readonly preload?: readonly string[]
  /** Program with arguments that runs the product; must keep the process id. */
  readonly under?: readonly string[]
}

export interface ProductProcess {
  readonly origin: string
  readonly pid: number
  /** Last output of the product, for the message of a failing test. */
  said(): string
  /** Sends SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
}

/** Status of the response; null if there is none. Opens a separate connection. */
function statusOf(url: string): Promise<number | null> {
  return new Promise((found) => {
    const clientRequest = get(url, { agent: false, timeout: 2_000 }, (response) => {
      response.resume()
      found(response.statusCode ?? null)
    })
    clientRequest.on('timeout', () => clientRequest.destroy())
    clientRequest.on('error', () => found(null))
  })
}

const longestStartMs = 90_000
const living = new Set<ChildProcess>()
const compiled = join(tmpdir(), 'paydesk-compiled')
const memo = join(compiled, `resolved-${process.pid}.json`)
// Remove a leftover file: an earlier process may have had the same id.
rmSync(memo, { force: true })
mkdirSync(compiled, { recursive: true })
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL')
  rmSync(memo, { force: true })
})

const { PATH = '', TEST_PLANT } = process.env

/** Environment of a process that loads the product's modules: no import is resolved or compiled twice. */
export const childEnv: Readonly<Record<string, string>> = {
  PATH,
  NODE_COMPILE_CACHE: compiled,
  RESOLVE_MEMO: memo,
  ...(TEST_PLANT === undefined ? {} : { TEST_PLANT }),
}

/**
 * `--import` flags for a process that loads the product's modules: the planted bug of this run, if any,
 * before `preload`.
 */
export function importFlags(preload: readonly string[] = []): readonly string[] {
  const plant = TEST_PLANT === undefined ? [] : [join(root, 'test/plants/load-plant.ts')]
  const all = [join(import.meta.dirname, 'resolve-memo.ts'), ...plant, ...preload]
  return all.flatMap((one) => ['--import', one])
}

function launch({ env, preload = [], under = [] }: ProductOptions): ChildProcess {
  const main = join(root, 'bff/src/main.ts')
  const imports = importFlags([...preload, join(import.meta.dirname, 'gate.ts')])
  const [program = process.execPath, ...args] = [...under, process.execPath, ...imports, main]
  const child = spawn(program, args, {
    env: { ...childEnv, ...env },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  })
  living.add(child)
  child.once('exit', () => living.delete(child))
  // Ignore write errors: the process may be gone before the start signal.
  child.stdin?.on('error', () => undefined)
  return child
}

/**
 * Starts a process that has loaded the product's modules but has touched neither the database nor the port.
 * `go` starts the product and resolves when the product is ready.
 */
export function standBy(options: ProductOptions) {
  const child = launch(options)
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      lines.push(chunk.toString())
      if (lines.length > 60) lines.shift()
    })
  const said = () => lines.join('')
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const listens = new Promise<void>((heard) => child.stdio[3]?.once('data', heard))
  const origin = `http://127.0.0.1:${options.env.PAYDESK_PORT ?? ''}`
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return {
    kill,
    said,
    /** Exit code, once the process has ended and all of its output was read. */
    ended,
    async go(): Promise<ProductProcess> {
      child.stdin?.write('.')
      const giveUpAt = Date.now() + longestStartMs
      await Promise.race([
        listens,
        ended,
        new Promise((over) => void setTimeout(over, longestStartMs).unref()),
      ])
      while ((await statusOf(`${origin}/readyz`)) !== 200) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`The product ended before it was ready:\n${said()}`)
        if (Date.now() > giveUpAt) {
          await kill()
          throw new Error(`The product was not ready within ${longestStartMs} ms:\n${said()}`)
        }
        await sleepFor(20)
      }
      return {
        origin,
        pid: child.pid ?? 0,
        said,
        kill,
        async stop() {
          child.kill('SIGTERM')
          return ended
        },
      }
    },
  }
}

/**
 * Starts the real product in a separate process. Resolves when the product is ready. Rejects with the
 * product's output if the product ends first or is not ready in time.
 */
export function startProduct(options: ProductOptions): Promise<ProductProcess> {
  return standBy(options).go()
}
