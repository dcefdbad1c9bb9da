import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@paydesk/bff/store/database'
import type { TestProject } from 'vitest/node'
import { migratedDatabase, startPostgres } from './postgres.ts'
import { newDatabase } from './start.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    migratedDatabase: string
    migratedFile: string
  }
}

/**
 * One cluster for the tests of a project; each test file makes its own database in it. The product's schema is
 * made once for each kind of database, and copied by whoever needs an empty office: hundreds do.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-migrated-'))
  const databaseUrl = await newDatabase(cluster.url, { name: migratedDatabase })
  for (const url of [databaseUrl, null]) {
    const store = await openStore({ dataDir: folder, databaseUrl: url })
    await store.close()
  }
  project.provide('postgresUrl', cluster.url)
  project.provide('migratedDatabase', migratedDatabase)
  project.provide('migratedFile', join(folder, 'paydesk.db'))
  return async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
