import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { openStore, type Store } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    // Set by the project's global set-up.
    postgresUrl: string
    /** The name of a database there, and a file, in which the product's schema is already. */
    migratedDatabase: string
    migratedFile: string
  }
}

export const backings = ['embedded', 'postgres'] as const
export type Backing = (typeof backings)[number]

/** The address of a new database of the PostgreSQL that the project has set up: empty, or a copy of another one. */
export async function newDatabase(of = 'template1'): Promise<string> {
  const name = `unit_${crypto.randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(`create database ${name} template ${of}`)
  await client.end()
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return url.href
}

export interface NewStore {
  readonly store: Store
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** The same database over a connection of its own. */
  again(): Promise<Store>
  remove(): Promise<void>
}

/** An empty database with the product's own schema. */
export async function newStore(backing: Backing): Promise<NewStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'paydesk-unit-'))
  const databaseUrl = backing === 'postgres' ? await newDatabase(inject('migratedDatabase')) : null
  if (databaseUrl === null) copyFileSync(inject('migratedFile'), join(dataDir, 'paydesk.db'))
  const store = await openStore({ dataDir, databaseUrl })
  return {
    store,
    dataDir,
    databaseUrl,
    again: () => openStore({ dataDir, databaseUrl }),
    async remove() {
      await store.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}
