import { AuditLogMissingError, type AuditSnapshot, type StoredEntry } from './audit-snapshot.ts'
import { openEmbeddedSnapshot } from './embedded-snapshot.ts'
import { openPostgresSnapshot } from './postgres-snapshot.ts'

/** The trail at one moment, read-only; open beside a running service on both databases. */
export interface AuditLogReader {
  /** Names of the columns of the entries, sorted. */
  readonly columns: readonly string[]
  chains(): Promise<string[]>
  /** A chain in order of its numbers, in groups; memory stays flat. All columns are null where the entry itself is gone. */
  entries(chain: string): AsyncIterable<readonly StoredEntry[]>
  /** How many entries there are, in a chain or not. */
  count(): Promise<number>
  /** Entries that stand in no chain, each with its columns: the first hundred. */
  unchainedEntries(): Promise<readonly StoredEntry[]>
  /** Checkpoints of cuts, in the order in which they were made. */
  checkpoints(): Promise<readonly StoredCheckpoint[]>
  close(): Promise<void>
}

/** What the database lets through goes by `chain` and `n`; `text` is what was signed. */
export interface StoredCheckpoint {
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
      // Jumps from chain to chain along the index: no look at every link.
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

/** Rejects with `NoTrail` where there is no trail yet, and with the database's error where it cannot be read. */
export async function openAuditLogReader(of: {
  dataDir: string
  databaseUrl: string | null
}): Promise<AuditLogReader> {
  const reader =
    of.databaseUrl === null ? openEmbeddedSnapshot(of.dataDir) : await openPostgresSnapshot(of.databaseUrl)
  const source = createReader(reader)
  try {
    await source.checkpoints()
    return source
  } catch {
    await source.close()
    throw new AuditLogMissingError('The database has no chains of this version yet: start Paydesk once.')
  }
}
