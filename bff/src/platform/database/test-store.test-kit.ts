import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { z } from 'zod'
import { databaseNames } from '../runtime/run-length.test-kit.ts'
import { openStore, type Store } from './database.ts'
import { patientLimits } from './patient-limits.test-kit.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server in the test runner's process that starts databases on demand. */
    databaseServer: string
  }
}

export const databaseKinds = databaseNames
export type DatabaseKind = (typeof databaseKinds)[number]

/** False if the run leaves out PostgreSQL: tests of PostgreSQL alone are then skipped. */
export const hasPostgres = databaseKinds.includes('postgres')

const postgresAnswer = z.object({ url: z.string(), migratedDatabase: z.string() })
const embeddedAnswer = z.object({ migratedFile: z.string() })

async function askDatabaseServer<T>(path: string, answer: z.ZodType<T>): Promise<T> {
  const response = await fetch(`${inject('databaseServer')}/${path}`, {
    headers: { connection: 'close' },
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return answer.parse(JSON.parse(text))
}

/** Requests the PostgreSQL of this run; the first request starts it. `migratedDatabase` holds the schema. */
export const requestPostgresServer = () => askDatabaseServer('postgres', postgresAnswer)

/** Requests the address of the PostgreSQL of this run, with the right to create databases. */
export const requestPostgresUrl = async () => (await requestPostgresServer()).url

/** Requests the path of an embedded database with the product's schema, to be copied. */
export const requestMigratedFile = async () =>
  (await askDatabaseServer('embedded', embeddedAnswer)).migratedFile

/** Creates a database on the PostgreSQL of this run, empty or a copy of `template`; returns its address. */
export async function createDatabase(template = 'template1'): Promise<string> {
  const name = `unit_${crypto.randomUUID().replaceAll('-', '')}`
  const server = await requestPostgresUrl()
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name} template ${template} strategy file_copy`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Creates a database with the product's schema on the PostgreSQL of this run; returns its address. */
export const createMigratedDatabase = async (): Promise<string> =>
  createDatabase((await requestPostgresServer()).migratedDatabase)

export interface TestStore {
  readonly store: Store
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** Opens the same database over a separate connection. */
  openSecondStore(): Promise<Store>
  remove(): Promise<void>
}

/** Creates an empty database with the product's schema. */
export async function createTestStore(backing: DatabaseKind): Promise<TestStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'paydesk-unit-'))
  const databaseUrl = backing === 'postgres' ? await createMigratedDatabase() : null
  if (databaseUrl === null) copyFileSync(await requestMigratedFile(), join(dataDir, 'paydesk.db'))
  const open = () => openStore({ dataDir, databaseUrl, databaseLimits: patientLimits })
  const store = await open()
  return {
    store,
    dataDir,
    databaseUrl,
    openSecondStore: open,
    async remove() {
      await store.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}
