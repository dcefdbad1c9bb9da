import { AuditLogMissingError, type AuditSnapshot, type StoredAuditEntry } from './audit-snapshot.ts'
import { openSqliteAuditSnapshot } from './embedded-snapshot.ts'
import { openPostgresAuditSnapshot } from './postgres-snapshot.ts'

/** Read-only view of the audit log at one moment; works next to a running Paydesk on both databases. */
export interface AuditLogReader {
  /** Column names of the entries, sorted. */
  readonly columns: readonly string[]
  chains(): Promise<string[]>
  /**
   * Yields a chain by number, in groups and with constant memory. All columns are null if only the link of an
   * entry is left.
   */
  entries(chain: string): AsyncIterable<readonly StoredAuditEntry[]>
  /** Counts all entries, in and outside chains. */
  count(): Promise<number>
  /** Returns the first hundred entries outside every chain, with their columns. */
  unchainedEntries(): Promise<readonly StoredAuditEntry[]>
  /** Returns the checkpoints of cuts, oldest first. */
  checkpoints(): Promise<readonly StoredAuditCheckpoint[]>
  close(): Promise<void>
}

/** Checkpoint as stored. The database permits removals by `chain` and `n`; `text` is what was signed. */
export interface StoredAuditCheckpoint {
  readonly chain: string
  readonly n: number
  readonly text: string
}

const groupSize = 4_000

function createReader(reader: AuditSnapshot): AuditLogReader {
  const columns = [...reader.columns].sort()
  const list = columns.map((name) => `a."${name}"`).join(', ')
  const links = `select l.n, l.prev, l.hash, ${list} from audit_links l left join audit a on a.seq = l.seq`
  return {
    columns,
    async chains() {
      // Jump from chain to chain along the index (loose index scan) instead of reading every link.
      const rows = await reader.all(
        `with recursive names(chain) as (select min(chain) from audit_links union all
          select (select min(chain) from audit_links where chain > names.chain) from names where names.chain is not null)
          select chain from names where chain is not null`,
      )
      return rows.map(([chain]) => String(chain))
    },
    entries: (chain) =>
      reader.groups(`${links} where l.chain = ${reader.quote(chain)} order by l.n, l.seq`, groupSize),
    async count() {
      return Number((await reader.all('select count(*) from audit'))[0]?.[0] ?? 0)
    },
    unchainedEntries: () =>
      reader.all(
        `select null, null, null, ${list} from audit a left join audit_links l on l.seq = a.seq
          where l.seq is null order by a.seq limit 100`,
      ),
    async checkpoints() {
      const rows = await reader.all('select chain, n, line from audit_checkpoints order by id')
      return rows.map(([chain, n, text]) => ({ chain: String(chain), n: Number(n), text: String(text) }))
    },
    close: () => reader.close(),
  }
}

/**
 * Opens the audit log. Rejects with `AuditLogMissingError` if none exists yet, and with the error of the
 * database if the database cannot be read.
 */
export async function openAuditLogReader(of: {
  dataDir: string
  databaseUrl: string | null
}): Promise<AuditLogReader> {
  const reader =
    of.databaseUrl === null
      ? openSqliteAuditSnapshot(of.dataDir)
      : await openPostgresAuditSnapshot(of.databaseUrl)
  const source = createReader(reader)
  try {
    await source.checkpoints()
    return source
  } catch {
    await source.close()
    throw new AuditLogMissingError('The database has no chains of this version yet: start Paydesk once.')
  }
}
