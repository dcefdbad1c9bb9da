import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memoryFolder = '/dev/shm'
const neededBytes = 6 * 2 ** 30

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize >= neededBytes
  } catch {
    return false
  }
}

/**
 * Puts the temporary files of this run, including databases, into a folder that is removed with this
 * process. The folder lies in memory if there is room: a slow disk then delays no test, and the
 * product's syncs are counted there as well.
 */
export function makeTemporaryFolder(): void {
  const folder = mkdtempSync(join(hasRoomInMemory() ? memoryFolder : tmpdir(), 'paydesk-test-'))
  // Allow traversal: PostgreSQL runs under an account of its own and passes through.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
}
