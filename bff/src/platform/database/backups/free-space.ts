import { statfs } from 'node:fs/promises'
import { BackupError } from '../backup.ts'

/** Bytes that stay free for everything else on the disk. */
const reserveBytes = 64 * 1024 ** 2

const toMegabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2)

/** Throws `BackupError` if the disk of the folder has less free space than these bytes. */
export async function requireFreeSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free < bytes + reserveBytes)
    throw new BackupError(
      `There is too little space in ${folder}: ${toMegabytes(bytes + reserveBytes)} MB are needed, ${toMegabytes(free)} MB are free.`,
    )
}
