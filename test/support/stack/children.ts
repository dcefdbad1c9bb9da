import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** Child processes that end with this one, however it ends. */
const children = new Set<ChildProcess>()

function endAll(): void {
  for (const child of children) child.kill('SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    endAll()
    process.exit(0)
  })
}
process.on('exit', endAll)

/** Starts a process of this workspace with the given variables on top of our own; its error output is ours. */
export function start(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  child.once('exit', (code) => {
    children.delete(child)
    if (code !== 0 && code !== null) process.exit(code)
  })
  return child
}

/** The first line of output that `matches`, or a rejection when the process ends before. */
export function firstLine(child: ChildProcess, matches: (line: string) => boolean): Promise<string> {
  return new Promise((found, failed) => {
    if (child.stdout === null) return failed(new Error('the process has no output'))
    child.once('exit', () => failed(new Error('the process ended before it was ready')))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (matches(line)) found(line)
    })
  })
}
