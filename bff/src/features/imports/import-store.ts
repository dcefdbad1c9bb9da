import { randomBytes } from 'node:crypto'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { ImportView } from '@paydesk/shared/administration/imports'
import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type { CompiledQuery, Selectable } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import {
  type ImportIdKind,
  type ImportLine,
  type ImportRefusal,
  parseImportCsv,
  importRefusal as refusedWhy,
} from './csv.ts'

export interface NewImport {
  readonly environment: EnvironmentName
  readonly of: ImportIdKind
  /** The merchant whose ids they are; null for transaction ids of any merchant of the environment. */
  readonly merchant: MerchantId | null
  readonly by: 'page' | 'command'
  /** Who asked, as the identity provider names them; null for the command. */
  readonly subject: string | null
  /** The file, as it came. */
  readonly text: string
}

/** An import with every reason, for whoever runs the machine; the page shows less of it. */
export interface StoredImport extends Omit<ImportView, 'refusedLines' | 'moreRefused' | 'service'> {
  readonly refusedLines: readonly { readonly line: number; readonly why: ImportRefusal }[]
  /** How many lines were refused for each reason; null in a list. */
  readonly refusals: ReadonlyMap<ImportRefusal, number> | null
}

/** Which of its first 500 refused lines are listed. */
type Listing = 'every' | 'form'

export interface ImportStore {
  /** Stores every line, sealed, for the worker; gives the import's id. Ids are not repeated anywhere. */
  start(asked: NewImport): Promise<string>
  /** An import of this environment with its first 500 refused lines, of every reason or for their form, or null. */
  show(environment: EnvironmentName, id: string, listing: Listing): Promise<StoredImport | null>
  /** The newest fifty, without their refused lines. */
  list(environment: EnvironmentName): Promise<StoredImport[]>
  /** Ends it after the lines that are being worked on; false where it was not running. */
  stop(environment: EnvironmentName, id: string): Promise<boolean>
}

/** What the ids of one import are sealed for. */
export const importContextFor = (environment: string, id: string) => `import/${environment}/${id}`

/** Lines of one statement: few enough that nobody notices it, many enough that a large file is soon stored. */
const linesPerStatement = 200
const maxListedRefusals = 500
const maxListedImports = 50

function newImportId(): string {
  // The last twenty of some twenty-five digits: each as likely as the others.
  return `m_${BigInt(`0x${randomBytes(16).toString('hex')}`)
    .toString(36)
    .padStart(20, '0')
    .slice(-20)}`
}

/** Another process may hold the embedded database's write lock: nothing was written, so it is tried again. */
function isLocked(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || !('errcode' in thrown) || typeof thrown.errcode !== 'number') return false
  return (thrown.errcode & 0xff) === 5
}

async function retryWhileLocked<T>(write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write()
    } catch (thrown) {
      // About two seconds in all: whoever waits for the answer must have one.
      if (tries === 12 || !isLocked(thrown)) throw thrown
      await pause(25 * tries)
    }
  }
}

const time = (at: number) => new Date(at).toISOString()

type Row = Selectable<DatabaseSchema['imports']>
type RefusedRow = { readonly line: number; readonly why: string | null }

const parseRefusal = (why: string | null): ImportRefusal => refusedWhy.safeParse(why).data ?? 'failed'

function buildStoredImport(
  row: Row,
  refused: readonly RefusedRow[],
  refusals: ReadonlyMap<ImportRefusal, number> | null,
): StoredImport {
  return {
    import: row.id,
    of: row.of,
    by: row.made_by,
    status: row.status,
    startedAt: time(row.started_at),
    endedAt: row.ended_at === null ? null : time(row.ended_at),
    lines: row.lines,
    done: row.done,
    added: row.added,
    refused: row.refused,
    refusedLines: refused.map(({ line, why }) => ({ line, why: parseRefusal(why) })),
    refusals,
  }
}

/** Imports as they are stored. The worker (`work.ts`) takes up what is `running`, in whichever instance. */
export function createImportStore(
  store: Store,
  seal: FieldCipher,
  now: () => number = Date.now,
): ImportStore {
  const { db } = store

  async function storeLines(id: string, { environment, merchant }: NewImport, lines: readonly ImportLine[]) {
    const purpose = importContextFor(environment, id)
    // A statement depends on how many lines it is for: made once, then only filled.
    let made: CompiledQuery | undefined
    for (let at = 0; at < lines.length; at += linesPerStatement) {
      const rows = lines.slice(at, at + linesPerStatement).map((one) => ({
        import_id: id,
        line: one.line,
        merchant,
        sealed: one.id === null ? null : seal.seal(purpose, one.id),
        status: one.id === null ? ('refused' as const) : ('waiting' as const),
        why: one.why,
      }))
      if (made === undefined || rows.length < linesPerStatement)
        made = db.insertInto('import_lines').values(rows).compile()
      const filled = { ...made, parameters: rows.flatMap((row) => Object.values(row)) }
      await retryWhileLocked(() => db.executeQuery(filled))
      // Requests of staff come in between.
      await turn()
    }
  }

  return {
    async start(asked) {
      const { lines, beyond } = await parseImportCsv(asked.text, asked.of)
      const id = newImportId()
      const refused = lines.filter((line) => line.id === null).length
      // Seen as stopped until every line is stored: what a killed process leaves behind is never worked on.
      const row = db.insertInto('imports').values({
        id,
        environment: asked.environment,
        of: asked.of,
        made_by: asked.by,
        actor_subject: asked.subject,
        status: 'stopped',
        started_at: now(),
        ended_at: null,
        lines: lines.length + Math.max(0, beyond - 1),
        done: 0,
        added: 0,
        refused: refused + Math.max(0, beyond - 1),
      })
      await retryWhileLocked(() => row.execute())
      await storeLines(id, asked, lines)
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
    async stop(environment, id) {
      const { numUpdatedRows } = await db
        .updateTable('imports')
        .set({ status: 'stopped', ended_at: now() })
        .where('id', '=', id)
        .where('environment', '=', environment)
        .where('status', '=', 'running')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
