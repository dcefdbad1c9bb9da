import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { Secret } from '../../runtime/secret.ts'
import { openStore, type Store } from '../database.ts'
import { createDatabase, hasPostgres } from '../test-store.test-kit.ts'
import { openBackup } from './backup-file.ts'
import { buildBackupFileName, createBackupStateReader } from './backup-folder.ts'
import { openBackupSource } from './backup-source.ts'
import { makeBackupInFolder } from './make-backup.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'paydesk-backups-'))
const keys = [new Secret('a-data-key-of-thirty-two-characters')] as const
const dayMs = 86_400_000
const now = Date.parse('2026-11-27T02:30:00Z')

const opened: Store[] = []
afterEach(() => Promise.all(opened.splice(0).map((store) => store.close())))

async function newDatabaseFolder(): Promise<string> {
  const dataDir = newFolder()
  opened.push(await openStore({ dataDir, databaseUrl: null }))
  return dataDir
}

const make = (
  dataDir: string,
  folder: string,
  { at = now, isDaily = false, keep = { daily: 3, weekly: 0 } } = {},
) => makeBackupInFolder({ dataDir, databaseUrl: null }, { folder, keep, keys, isDaily, now: at })

const readState = (folder: string) => createBackupStateReader(folder, () => now)()

it('makes one private file that nothing can be read in, and leaves nothing else behind', async () => {
  const [dataDir, folder] = [await newDatabaseFolder(), newFolder()]
  const before = readdirSync(dataDir)
  const file = join(folder, 'paydesk-20261127T023000Z.backup')
  expect(await make(dataDir, folder)).toEqual({ outcome: 'made', file, deleted: [] })
  expect(readdirSync(folder)).toEqual(['paydesk-20261127T023000Z.backup'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'latin1')).not.toMatch(/SQLite format|create table|"rows"/i)
  expect(readdirSync(dataDir).filter((name) => !before.includes(name))).toEqual(['backup.lock'])

  const { content, ...facts } = await openBackup(file, keys)
  expect(facts).toMatchObject({ database: 'sqlite', at: now, rows: { audit: 0, transactions: 0 } })
  const pieces: Buffer[] = []
  for await (const piece of content) pieces.push(piece)
  expect(Buffer.concat(pieces).subarray(0, 15).toString()).toBe('SQLite format 3')
  const bytes = statSync(file).size
  expect(await readState(folder)).toMatchObject({ newest: { at: now, bytes }, count: 1, failedAt: null })
})

it('makes one backup a day for several timers', async () => {
  const [dataDir, folder] = [await newDatabaseFolder(), newFolder()]
  const both = await Promise.all([
    make(dataDir, folder, { isDaily: true }),
    make(dataDir, folder, { isDaily: true }),
  ])
  expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['busy', 'made'])
  const atNight = { isDaily: true, at: Date.parse('2026-11-27T23:59:59Z') }
  expect(await make(dataDir, folder, atNight)).toMatchObject({ outcome: 'present' })
  expect(await make(dataDir, folder, { ...atNight, at: atNight.at + 1_000 })).toMatchObject({
    outcome: 'made',
  })
  expect(readdirSync(folder)).toHaveLength(2)
})

it('deletes only backups of ours that are not kept, after the new one is whole', async () => {
  const [dataDir, folder] = [await newDatabaseFolder(), newFolder()]
  for (let day = 5; day > 0; day -= 1)
    await make(dataDir, folder, { at: now - day * dayMs, keep: { daily: 9, weekly: 0 } })
  const foreign = ['paydesk-20250101T000000Z.backup', 'paydesk-20250101T000000Z.backup.old', 'notes.txt']
  for (const name of foreign) writeFileSync(join(folder, name), 'not ours')
  symlinkSync(join(folder, buildBackupFileName(now - dayMs)), join(folder, 'paydesk-20250102T000000Z.backup'))
  mkdirSync(join(folder, 'paydesk-20250103T000000Z.backup'))
  writeFileSync(join(folder, 'paydesk-20250104T000000Z.backup.partial'), 'of a run that was killed')

  const result = await make(dataDir, folder)
  const gone = [3, 4, 5].map((day) => join(folder, buildBackupFileName(now - day * dayMs)))
  expect(result).toMatchObject({ outcome: 'made', deleted: gone })
  expect(readdirSync(folder).toSorted()).toEqual(
    [
      ...foreign,
      'paydesk-20250102T000000Z.backup',
      'paydesk-20250103T000000Z.backup',
      ...[0, 1, 2].map((day) => buildBackupFileName(now - day * dayMs)),
    ].toSorted(),
  )
})

it('leaves older backups and no half file if a run fails, and says so until one goes well', async () => {
  const [dataDir, folder] = [await newDatabaseFolder(), newFolder()]
  const keepOne = { daily: 1, weekly: 0 }
  await make(dataDir, folder, { at: now - dayMs, keep: keepOne })
  const damaged = newFolder()
  writeFileSync(join(damaged, 'paydesk.db'), Buffer.alloc(8_000, 7))
  await expect(make(damaged, folder, { keep: keepOne })).rejects.toThrow()
  expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual([
    buildBackupFileName(now - dayMs),
  ])
  expect(readdirSync(damaged).toSorted()).toEqual(['backup.lock', 'paydesk.db'])
  expect(await readState(folder)).toMatchObject({ count: 1, failedAt: now })

  await make(dataDir, folder, { keep: keepOne })
  expect(readdirSync(folder)).toEqual([buildBackupFileName(now)])
  expect(await readState(folder)).toMatchObject({ newest: { at: now }, count: 1, failedAt: null })
})

it('makes no folder: a disk that is not mounted must not be taken for an empty one', async () => {
  const missing = join(newFolder(), 'not-mounted')
  await expect(make(await newDatabaseFolder(), missing)).rejects.toThrow('PAYDESK_BACKUP_DIR is not there')
  expect(existsSync(missing)).toBe(false)
  expect(await readState(missing)).toMatchObject({ isReadable: false, newest: null })
})

it.runIf(hasPostgres)(
  'lets one process at a time make a backup of PostgreSQL, from any machine',
  async () => {
    const where = { dataDir: newFolder(), databaseUrl: await createDatabase() }
    const first = await openBackupSource(where)
    expect(await openBackupSource(where)).toBeNull()
    expect(await first?.measure()).toBeGreaterThan(1_000_000)
    await first?.release()
    const next = await openBackupSource(where)
    expect(next).not.toBeNull()
    await next?.release()
  },
)
