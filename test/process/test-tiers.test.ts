import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const command = join(import.meta.dirname, '../run/main.ts')

/** Runs a tier of the tests as a person does, outside of this run; returns its exit code and its output. */
function runTier(
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly output: string }> {
  const { PATH, HOME } = process.env
  return new Promise((ended) => {
    const child = execFile(
      process.execPath,
      [command, ...args],
      { env: { PATH, HOME, NO_COLOR: '1' } },
      (_, stdout, stderr) => ended({ code: child.exitCode, output: stdout + stderr }),
    )
  })
}

it('pnpm test:unit runs the tests of one area', async () => {
  const { code, output } = await runTier('unit', 'reveals')
  expect(output).toMatch(/^[1-9]\d* passed, 0 failed$/m)
  expect(code).toBe(0)
})

it('pnpm test:unit refuses an area that does not exist', async () => {
  const { code, output } = await runTier('unit', 'no-such-area')
  expect(output).toContain('There is no area "no-such-area"')
  expect(code).toBe(1)
})
