import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { readCommandBlocks } from '../support/debian/install-guide.ts'
import { type DebianSuite, makeBareDebian } from '../support/debian/machine.ts'
import type { WalkResult } from '../support/debian/walk.ts'
import { childEnv, importFlags } from '../support/stack/process.ts'
import { buildPresentRelease } from '../support/stack/releases.ts'

/** Exit code and output of the program of a walk. */
interface Walk {
  readonly code: number
  readonly output: string
  readonly errors: string
}

const walk = join(import.meta.dirname, '../support/debian/walk.ts')

it.each([
  ['With PostgreSQL, behind nginx', 5],
  ['With the embedded database', 3],
])('docs/install.md has the commands "%s" in %i lines', (heading, count) => {
  expect(readCommandBlocks(heading)[0]).toHaveLength(count)
})

// Mounts and namespaces need root, and the guide names the release for this processor.
const canBoot = process.getuid?.() === 0 && process.arch === 'x64'

describe.runIf(isFullRun && canBoot)('docs/install.md, typed as it stands in a bare Debian', () => {
  let archive: string
  beforeAll(async () => {
    const { folder, remove } = await buildPresentRelease({ withArchive: true })
    archive = `${folder}.tar.gz`
    return remove
  }, 1_800_000)

  it.each<[DebianSuite, 'postgresql' | 'embedded']>([
    ['bookworm', 'postgresql'],
    ['bookworm', 'embedded'],
    ['trixie', 'postgresql'],
  ])('leads to a person who is signed in (%s, %s)', { timeout: 1_800_000 }, async (suite, database) => {
    const args = ['--net', '--mount', '--pid', '--mount-proc', '--fork', '--kill-child', process.execPath]
    const { code, output, errors } = await new Promise<Walk>((done) => {
      const child = execFile(
        'unshare',
        [...args, ...importFlags(), walk, makeBareDebian(suite), archive, database],
        { env: { ...childEnv, TMPDIR: tmpdir() }, maxBuffer: 2 ** 26 },
        (_, output, errors) => done({ code: child.exitCode ?? -1, output, errors }),
      )
      process.once('exit', () => child.kill('SIGKILL'))
    })
    expect(code, errors).toBe(0)
    const result = JSON.parse(output.trim().split('\n').at(-1) ?? '') as WalkResult
    const times = result.typed.map(({ command, seconds }) => `${seconds.toFixed(1)} s  ${command}`)
    console.log(
      [`signed in after ${result.seconds.toFixed(1)} s (${suite}, ${database})`, ...times].join('\n'),
    )
    expect(result).toMatchObject({ role: 'support', page: 200, user: 'paydesk' })
    expect(result.cookies).toEqual(['__Host-paydesk_session'])
    expect(result.states).toBe('active\nactive\n')
    expect(result.backups).toEqual([expect.stringMatching(/^paydesk-\d{8}T\d{6}Z\.backup$/)])
  })
})
