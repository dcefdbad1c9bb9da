import { randomBytes } from 'node:crypto'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { ImportColumn, ImportIdKind } from '@paydesk/shared/administration/import-csv'
import {
  type IdImport,
  type RefusedImportLine,
  refusedImportLineSchema,
} from '@paydesk/shared/administration/imports'
import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type { CompiledQuery, Selectable } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { formatIsoTime } from '../../platform/runtime/iso-time.ts'
import { appendLiveChange } from '../../records/live-changes.ts'
import {
  type ImportLine,
  type ImportRefusalReason,
  parseImportCsv,
  importRefusalReasonSchema as refusedWhy,
} from './csv.ts'

export interface NewImport {
  readonly environment: EnvironmentName
  readonly of: ImportIdKind
  /** Merchant of the ids; null for transaction ids of any merchant of the environment. */
  readonly merchant: MerchantId | null
  readonly by: 'page' | 'command'
  /** Subject of the caller at the identity provider; null for the command. */
  readonly subject: string | null
  /** Content of the file, unchanged. */
  readonly text: string
  /** Column that a person confirmed; null to read the column that is certain, else the first. */
  readonly column?: ImportColumn | null
}

/** Import with every reason for refusals, for people who run the server; the page shows less. */
export interface StoredImport extends Omit<IdImport, 'refusedLines' | 'moreRefused' | 'service'> {
  readonly refusedLines: readonly { readonly line: number; readonly why: ImportRefusalReason }[]
  /** Number of refused lines by reason; null in a list. */
  readonly refusals: ReadonlyMap<ImportRefusalReason, number> | null
}

/** Selects which of the first 500 refused lines are listed: for every reason, or for their form only. */
type Listing = 'every' | 'form'

export interface ImportStore {
  /**
   * Stores every line encrypted, for the worker. Returns the id of the import. The ids in the lines are
   * repeated nowhere else.
   */
  start(newImport: NewImport): Promise<string>
  /**
   * Returns an import of this environment with its first 500 refused lines as chosen by `listing`, or null.
   */
  show(environment: EnvironmentName, id: string, listing: Listing): Promise<StoredImport | null>
  /** Lists the newest fifty imports, without their refused lines. */
  list(environment: EnvironmentName): Promise<StoredImport[]>
  /**
   * Lists every line refused for its form, in the order of the file and in batches; null without such an import.
   * Lines refused for the answer of the payment service are left out.
   */
  listRefusedLines(
    environment: EnvironmentName,
    id: string,
  ): Promise<AsyncIterable<readonly RefusedImportLine[]> | null>
  /**
   * Stops an import after the lines in progress, and deletes the ids that were not read; false if the import was not
   * running.
   */
  stop(environment: EnvironmentName, id: string): Promise<boolean>
}

/** Encryption context of the ids of one import. */
export const buildImportCipherContext = (environment: string, id: string) => `import/${environment}/${id}`

/** Lines per statement: few enough to go unnoticed, many enough to store a large file soon. */
const linesPerStatement = 200
const maxListedRefusals = 500
const maxListedImports = 50
const exportedLinesPerBatch = 1_000

function newImportId(): string {
  // Take the last twenty of about twenty-five digits, which are uniformly distributed.
  return `m_${BigInt(`0x${randomBytes(16).toString('hex')}`)
    .toString(36)
    .padStart(20, '0')
    .slice(-20)}`
}

/**
 * Returns true if another process holds the write lock of the embedded database: nothing was written, so a
 * retry is safe.
 */
function isLocked(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || !('errcode' in thrown) || typeof thrown.errcode !== 'number') return false
  return (thrown.errcode & 0xff) === 5
}

async function retryWhileLocked<T>(write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write()
    } catch (thrown) {
      // Retry for about two seconds in all, because the caller waits for the answer.
      if (tries === 12 || !isLocked(thrown)) throw thrown
      await pause(25 * tries)
    }
  }
}

type Row = Selectable<DatabaseSchema['imports']>
type RefusedRow = { readonly line: number; readonly why: string | null }

const parseRefusal = (why: string | null): ImportRefusalReason => refusedWhy.safeParse(why).data ?? 'failed'

function buildStoredImport(
  row: Row,
  refused: readonly RefusedRow[],
  refusals: ReadonlyMap<ImportRefusalReason, number> | null,
): StoredImport {
  return {
    import: row.id,
    kind: row.of,
    by: row.made_by,
    status: row.status,
    startedAt: formatIsoTime(row.started_at),
    endedAt: row.ended_at === null ? null : formatIsoTime(row.ended_at),
    lines: row.lines,
    done: row.done,
    added: row.added,
    refused: row.refused,
    refusedLines: refused.map(({ line, why }) => ({ line, why: parseRefusal(why) })),
    refusals,
  }
}

/**
 * Creates the store of imports. The worker (`import-worker.ts`) takes up `running` imports, in any instance.
 */
export function createImportStore(
  store: Store,
  cipher: FieldCipher,
  now: () => number = Date.now,
): ImportStore {
  const { db } = store

  async function storeLines(id: string, { environment, merchant }: NewImport, lines: readonly ImportLine[]) {
    const purpose = buildImportCipherContext(environment, id)
    // Compile the statement once per number of lines, then only bind its parameters.
    let made: CompiledQuery | undefined
    for (let at = 0; at < lines.length; at += linesPerStatement) {
      const rows = lines.slice(at, at + linesPerStatement).map((one) => ({
        import_id: id,
        line: one.line,
        merchant,
        sealed: one.id === null ? null : cipher.seal(purpose, one.id),
        status: one.id === null ? ('refused' as const) : ('waiting' as const),
        why: one.why,
      }))
      if (made === undefined || rows.length < linesPerStatement)
        made = db.insertInto('import_lines').values(rows).compile()
      const filled = { ...made, parameters: rows.flatMap((row) => Object.values(row)) }
      await retryWhileLocked(() => db.executeQuery(filled))
      // Yield, so that requests of staff are not blocked.
      await turn()
    }
  }

  async function* listRefusedBatches(id: string): AsyncGenerator<readonly RefusedImportLine[]> {
    for (let after = 0; ; ) {
      const rows = await db
        .selectFrom('import_lines')
        .select(['line', 'why'])
        .where('import_id', '=', id)
        .where('status', '=', 'refused')
        .where('why', 'in', refusedImportLineSchema.shape.reason.options)
        .where('line', '>', after)
        .orderBy('line')
        .limit(exportedLinesPerBatch)
        .execute()
      const lines = rows.flatMap(
        ({ line, why }) => refusedImportLineSchema.safeParse({ line, reason: why }).data ?? [],
      )
      if (lines.length > 0) yield lines
      const last = rows.at(-1)
      if (last === undefined || rows.length < exportedLinesPerBatch) return
      after = last.line
    }
  }

  return {
    async start(newImport) {
      const { lines, beyond } = await parseImportCsv(newImport.text, newImport.of, newImport.column)
      const id = newImportId()
      const refused = lines.filter((line) => line.id === null).length
      // Keep the status `stopped` until every line is stored: remains of a killed process are never worked
      // on.
      const row = db.insertInto('imports').values({
        id,
        environment: newImport.environment,
        of: newImport.of,
        made_by: newImport.by,
        actor_subject: newImport.subject,
        status: 'stopped',
        started_at: now(),
        ended_at: null,
        lines: lines.length + Math.max(0, beyond - 1),
        done: 0,
        added: 0,
        refused: refused + Math.max(0, beyond - 1),
      })
      await retryWhileLocked(() => row.execute())
      await storeLines(id, newImport, lines)
      const ready = db.updateTable('imports').set({ status: 'running' }).where('id', '=', id)
      await retryWhileLocked(() => ready.execute())
      return id
    },
    async show(environment, id, listing) {
      const row = await db
        .selectFrom('imports')
        .selectAll()
        .where('id', '=', id)
        .where('environment', '=', environment)
        .executeTakeFirst()
      if (row === undefined) return null
      const refused = db
        .selectFrom('import_lines')
        .where('import_id', '=', id)
        .where('status', '=', 'refused')
      const wanted = listing === 'every' ? refused : refused.where('why', 'not in', ['not_found', 'failed'])
      const lines = await wanted.select(['line', 'why']).orderBy('line').limit(maxListedRefusals).execute()
      const counts = await refused
        .select(['why', ({ fn }) => fn.countAll<number>().as('lines')])
        .groupBy('why')
        .execute()
      return buildStoredImport(
        row,
        lines,
        new Map(counts.map((one) => [parseRefusal(one.why), Number(one.lines)])),
      )
    },
    async list(environment) {
      const rows = await db
        .selectFrom('imports')
        .selectAll()
        .where('environment', '=', environment)
        .orderBy('started_at', 'desc')
        .orderBy('id')
        .limit(maxListedImports)
        .execute()
      return rows.map((row) => buildStoredImport(row, [], null))
    },
    async listRefusedLines(environment, id) {
      const found = await db
        .selectFrom('imports')
        .select('id')
        .where('id', '=', id)
        .where('environment', '=', environment)
        .executeTakeFirst()
      return found === undefined ? null : listRefusedBatches(id)
    },
    async stop(environment, id) {
      const stopped = await retryWhileLocked(() =>
        withTransaction(store, async (trx) => {
          const row = await trx
            .updateTable('imports')
            .set({ status: 'stopped', ended_at: now() })
            .where('id', '=', id)
            .where('environment', '=', environment)
            .where('status', '=', 'running')
            .returning(['done', 'refused'])
            .executeTakeFirst()
          if (row === undefined) return false
          // Nobody reads the remaining ids any more: they must not stay, not even encrypted.
          await trx
            .deleteFrom('import_lines')
            .where('import_id', '=', id)
            .where('status', 'in', ['waiting', 'asked'])
            .execute()
          const version = row.done + row.refused + 1
          const change = { environment, merchant: null, kind: 'import', subject_id: id, version } as const
          await appendLiveChange(trx, store.dialect, change, now())
          return true
        }),
      )
      if (stopped) store.wake('changes')
      return stopped
    },
  }
}
