import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { listBackups } from '../platform/database/backups/backup-folder.ts'
import { type CheckResult, fault, ok, warning } from './findings.ts'

export function checkProxy({ origin, trustProxy }: Config): CheckResult {
  const isHttps = origin.protocol === 'https:'
  if (trustProxy.length > 0) return ok('PAYDESK_TRUST_PROXY names who may tell the address of a caller')
  if (!isHttps) return ok('none: PAYDESK_ORIGIN is plain http')
  return fault(
    'PAYDESK_TRUST_PROXY is not set, but people use https: everybody would share one address and one limit',
  )
}

const minFreeBytes = 256 * 1024 ** 2
const lowFreeBytes = 2 * 1024 ** 3

/** Returns the folder, or the nearest one above it that exists. */
async function findExisting(folder: string): Promise<string> {
  const exists = await access(folder).then(
    () => true,
    () => false,
  )
  return exists || dirname(folder) === folder ? folder : findExisting(dirname(folder))
}

const canUse = (folder: string, mode: number) =>
  access(folder, mode).then(
    () => true,
    () => false,
  )

async function describeFreeSpace(folder: string, variable: string): Promise<CheckResult> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const text = `${Math.floor(free / 1024 ** 2)} MB free for ${variable}`
  if (free < minFreeBytes) return fault(text)
  return free < lowFreeBytes ? warning(text) : ok(text)
}

export async function checkDisk({ dataDir }: Config): Promise<CheckResult> {
  const folder = await findExisting(resolve(dataDir))
  if (!(await canUse(folder, constants.W_OK | constants.X_OK)))
    return fault('the folder of PAYDESK_DATA_DIR cannot be written by this user')
  return describeFreeSpace(folder, 'PAYDESK_DATA_DIR')
}

/** True if the file system of a folder is mounted for reading only, as for the server in compose.yaml. */
const isReadOnly = async (folder: string) => {
  const error: unknown = await access(folder, constants.W_OK).catch((reason: unknown) => reason)
  return error instanceof Error && 'code' in error && error.code === 'EROFS'
}

export async function checkBackups({
  backups: { folder },
  dataDir,
  databaseUrl,
}: Config): Promise<CheckResult> {
  if (folder === null) return warning('PAYDESK_BACKUP_DIR is not set: Paydesk makes no backups')
  if (!(await canUse(folder, constants.R_OK | constants.X_OK)))
    return fault('the folder of PAYDESK_BACKUP_DIR is not there, or cannot be read by this user')
  if (await isReadOnly(folder)) {
    const [newest] = await listBackups(folder)
    const age =
      newest === undefined ? 'there is no backup yet' : `newest of ${new Date(newest.at).toISOString()}`
    return warning(
      `${age}; PAYDESK_BACKUP_DIR can only be read here: another container must make the backups`,
    )
  }
  if (!(await canUse(folder, constants.W_OK)))
    return fault('the folder of PAYDESK_BACKUP_DIR cannot be written by this user')
  const space = await describeFreeSpace(folder, 'PAYDESK_BACKUP_DIR')
  if (space.level === 'fault') return space
  const [newest] = await listBackups(folder)
  if (newest === undefined) return warning('there is no backup yet: paydesk backup makes one')
  const { dev } = await stat(await findExisting(resolve(dataDir)))
  if (databaseUrl === null && dev === (await stat(folder)).dev)
    return warning('PAYDESK_BACKUP_DIR is on the disk of the database, and would be lost with it')
  return { ...space, text: `newest of ${new Date(newest.at).toISOString()}, ${space.text}` }
}
