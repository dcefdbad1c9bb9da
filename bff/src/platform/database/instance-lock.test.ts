import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FolderInUseError, lockDataDir } from './instance-lock.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'paydesk-lock-'))

it('locks a folder for one process at a time, and again after its release', () => {
  const folder = newFolder()
  const first = lockDataDir(folder)
  // Try once only: every attempt waits for a second.
  let refused: unknown
  try {
    lockDataDir(folder)
  } catch (thrown) {
    refused = thrown
  }
  expect(refused).toBeInstanceOf(FolderInUseError)
  expect(String(refused)).toContain(folder)
  lockDataDir(newFolder()).release()
  first.release()
  lockDataDir(folder).release()
})

it('creates the lock file for the owner only, and creates a missing folder', () => {
  const folder = join(newFolder(), 'deep', 'er')
  const lock = lockDataDir(folder)
  expect(statSync(join(folder, 'paydesk.lock')).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  lock.release()
})
