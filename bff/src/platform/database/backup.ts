import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'

/** Why no copy was made: a sentence for whoever runs the command. */
export class BackupError extends Error {}

function syncToDisk(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

/** Throws where the copy is damaged; leaves it as one file, without a log beside it. */
function verifyCopy(target: string): void {
  const copy = new DatabaseSync(target)
  try {
    copy.exec('pragma journal_mode = delete')
    const [result] = copy.prepare('pragma integrity_check').all()
    if (result?.integrity_check !== 'ok') throw new BackupError('The copy is damaged and was removed.')
  } finally {
    copy.close()
  }
}

/**
 * Copies the embedded database in `dataDir` to a new file while the service works on it: everything that
 * was acknowledged before this began is in the copy. The copy is checked, synced, and readable by its
 * owner only. Throws `NoCopy` where there is no database, the target exists, or the copy is damaged.
 */
export async function copyDatabase(dataDir: string, target: string): Promise<void> {
  const file = join(dataDir, 'paydesk.db')
  if (!existsSync(file)) throw new BackupError(`There is no database in ${dataDir}.`)
  try {
    // Made here and empty: nothing is overwritten, and nobody else may read what is going to be in it.
    closeSync(openSync(target, 'wx', 0o600))
  } catch {
    throw new BackupError(`${target} exists already or cannot be made. Name a new file.`)
  }
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    // In one step, which is one state of the database: in several, each commit would start it anew.
    await backup(source, target, { rate: 2_147_483_647 })
    verifyCopy(target)
    syncToDisk(target)
    syncToDisk(dirname(target))
  } catch (error) {
    rmSync(target, { force: true })
    throw error
  } finally {
    source.close()
  }
}
