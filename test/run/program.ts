import { spawn } from 'node:child_process'
import { join } from 'node:path'

export interface ProgramResult {
  readonly ok: boolean
  /** Output of both streams in order of arrival; empty if the streams were inherited. */
  readonly output: string
  readonly ms: number
}

/**
 * Runs a program of the workspace to its end, or to the end of this process. `path` is relative to `root`.
 */
export function runProgram(
  root: string,
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  output: 'collect' | 'inherit' = 'collect',
): Promise<ProgramResult> {
  const begun = performance.now()
  const child = spawn(join(root, path), args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: output === 'inherit' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const end = () => child.kill()
  process.once('exit', end)
  return new Promise((ended, failed) => {
    child.once('error', failed)
    child.once('close', (code) => {
      process.off('exit', end)
      ended({ ok: code === 0, output: Buffer.concat(chunks).toString(), ms: performance.now() - begun })
    })
  })
}
