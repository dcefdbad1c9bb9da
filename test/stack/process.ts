import { type ChildProcess, spawn } from 'node:child_process'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface ProductOptions {
  readonly env: Readonly<Record<string, string>>
  /** Modules that are loaded before the product, such as a planted bug. */
  readonly preload?: readonly string[]
  /** A program, with its arguments, under which the product runs; it must keep the process id. */
  readonly under?: readonly string[]
}

export interface Product {
  readonly origin: string
  readonly pid: number
  /** What it printed last, for the message of a test that fails. */
  said(): string
  /** Ends it without a chance to do anything more; resolves when the process is gone. */
  kill(): Promise<void>
  /** Asks it to end; gives its exit code. */
  stop(): Promise<number | null>
}

/** The answer's status, or null where there is none; on a connection of its own. */
function statusOf(url: string): Promise<number | null> {
  return new Promise((found) => {
    const asked = get(url, { agent: false, timeout: 2_000 }, (response) => {
      response.resume()
      found(response.statusCode ?? null)
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => found(null))
  })
}

const pause = (ms: number) => new Promise((later) => setTimeout(later, ms))
const living = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})

function launch({ env, preload = [], under = [] }: ProductOptions): ChildProcess {
  const main = join(root, 'bff/src/main.ts')
  const imports = [...preload, join(import.meta.dirname, 'gate.ts')].flatMap((one) => ['--import', one])
  const [program = process.execPath, ...args] = [...under, process.execPath, ...imports, main]
  // Starting again and again, nothing needs to be compiled again.
  const base = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: join(tmpdir(), 'paydesk-compiled') }
  const child = spawn(program, args, { env: { ...base, ...env }, stdio: 'pipe' })
  living.add(child)
  child.once('exit', () => living.delete(child))
  // Where the process is gone before it was let through, there is nobody to tell.
  child.stdin?.on('error', () => undefined)
  return child
}

/**
 * A product whose modules are loaded and that has touched nothing yet: neither the database nor the
 * port. `go` lets it start and resolves when it is ready for work.
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
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  const origin = `http://127.0.0.1:${options.env.PAYDESK_PORT ?? ''}`
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return {
    kill,
    async go(): Promise<Product> {
      child.stdin?.write('.')
      const giveUpAt = Date.now() + 90_000
      while ((await statusOf(`${origin}/readyz`)) !== 200) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`The product ended before it was ready:\n${said()}`)
        if (Date.now() > giveUpAt) {
          await kill()
          throw new Error(`The product was not ready within 90 s:\n${said()}`)
        }
        await pause(5)
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

export type Standby = ReturnType<typeof standBy>

/** The real product in a process of its own, ready for work. Rejects with what it said when it ends first. */
export function startProduct(options: ProductOptions): Promise<Product> {
  return standBy(options).go()
}
