import type { Migration } from 'kysely/migration'
import { BackupError, copyDatabase, replaceDatabaseWithCopy } from './backup.ts'
import { migrateDatabase, type StoreOptions } from './database.ts'
import { dumpDatabase } from './postgres-copy.ts'

/** `isBack`: the database is as it was before. */
type UpgradeResult =
  | { readonly outcome: 'upgraded'; readonly migrated: readonly string[] }
  | {
      readonly outcome: 'failed'
      readonly step: 'migration' | 'self-check'
      readonly error: unknown
      readonly isBack: boolean
    }

interface UpgradeOptions {
  /** New file for the copy; null if somebody has made one already, which only PostgreSQL allows. */
  readonly copyTo: string | null
  /** Rejects if this version does not work on the migrated database. */
  readonly selfCheck: () => Promise<void>
  /** Migrations beside those of this version. */
  readonly added?: Readonly<Record<string, Migration>>
}

/**
 * Copies the database. Returns a function that restores the copy; null for PostgreSQL, because other programs use
 * it during the upgrade.
 */
async function makeCopy({ dataDir, databaseUrl }: StoreOptions, copyTo: string | null) {
  if (databaseUrl !== null) {
    if (copyTo !== null) await dumpDatabase(databaseUrl, copyTo)
    return null
  }
  if (copyTo === null) throw new BackupError('The embedded database is always copied.')
  await copyDatabase(dataDir, copyTo)
  return () => replaceDatabaseWithCopy(copyTo, dataDir)
}

/**
 * Copies the database, migrates it and checks it. After a failure the embedded database, which nobody uses meanwhile,
 * is put back as it was. PostgreSQL undoes a failed migration by itself; after a failed self-check its tables stay,
 * because the version before works on, beside them.
 */
export async function upgradeDatabase(
  where: StoreOptions,
  { copyTo, selfCheck, added }: UpgradeOptions,
): Promise<UpgradeResult> {
  const putBack = await makeCopy(where, copyTo)
  let step: 'migration' | 'self-check' = 'migration'
  try {
    const migrated = await migrateDatabase(where, added)
    step = 'self-check'
    await selfCheck()
    return { outcome: 'upgraded', migrated }
  } catch (error) {
    putBack?.()
    return { outcome: 'failed', step, error, isBack: putBack !== null || step === 'migration' }
  }
}
