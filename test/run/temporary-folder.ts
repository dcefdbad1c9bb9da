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
 * Puts the temporary files of this run, databases among them, into a folder that goes with this process. It lies in
 * memory where there is room: a slow disk then delays no test, and the product's syncs are counted there as well.
 */
export function makeTemporaryFolder(): void {
  const folder = mkdtempSync(join(hasRoomInMemory() ? memoryFolder : tmpdir(), 'paydesk-test-'))
  // PostgreSQL runs under an account of its own and passes through.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
}
