import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startNode } from '../support/stack/children.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Starts the real process with the flags and variables of the `start` script in `package.json`, and `given`
 * on top. `PROF`: a folder for profiles of its processor time.
 */
export function startInService(given: Readonly<Record<string, string>>): ChildProcess {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [before = '', after = ''] = String(scripts.start).split(' exec node ')
  const env = Object.fromEntries(
    [...before.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  )
  const flags = after.match(/--\S+/g) ?? []
  const profile = process.env.PROF ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROF}`] : []
  const cache = { NODE_COMPILE_CACHE: join(root, env.NODE_COMPILE_CACHE ?? '') }
  return startNode([...flags, ...profile, join(root, 'bff/src/main.ts')], { ...env, ...cache, ...given })
}
