import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** Child processes that end together with this process. */
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

/** Variables of our tools, which the product refuses as unknown. */
const toolVariable = /^PAYDESK_(FULL$|TEST_|PROOF_|DEMO_)/

const ownVariables = () => Object.entries(process.env).filter(([name]) => !toolVariable.test(name))

/**
 * Starts a Node process with `env` added to the environment of this process. Standard error is shared. A
 * child that fails ends this process with the same exit code.
 */
export function startNode(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(process.execPath, args, {
    env: { ...Object.fromEntries(ownVariables()), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  child.once('exit', (code) => {
    children.delete(child)
    if (code !== 0 && code !== null) process.exit(code)
  })
  return child
}

/** Resolves with the first line of output that `matches`. Rejects if the process ends before. */
export function readFirstLine(child: ChildProcess, matches: (line: string) => boolean): Promise<string> {
  return new Promise((found, failed) => {
    if (child.stdout === null) return failed(new Error('the process has no output'))
    child.once('exit', () => failed(new Error('the process ended before it was ready')))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (matches(line)) found(line)
    })
  })
}
