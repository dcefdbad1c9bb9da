import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../database.ts'
import type { FieldCipher } from '../field-cipher.ts'
import {
  type CipherContexts,
  type ResealCounts,
  type ReviewSnapshotKey,
  resealTable,
} from './reseal-table.ts'

/** Rows per page. */
const pageSize = 500

/** Encrypted column of a table with a single key column. */
interface SealedColumn {
  readonly table:
    | 'review_cases'
    | 'review_notes'
    | 'review_claims'
    | 'review_mentions'
    | 'staff'
    | 'decisions'
    | 'questions'
    | 'discrepancy_explanations'
    | 'subject_access_requests'
    | 'download_requests'
    | 'export_requests'
    | 'break_glass_grants'
    | 'api_keys'
    | 'payment_requests'
    | 'staff_drafts'
  readonly key: 'seq' | 'id' | 'handle'
  readonly column: string
  /** Cipher context: the same for every row, or computed per row. */
  readonly purpose: string | CipherContexts['snapshot']
}

interface SealedRow {
  readonly id: string | number
  readonly environment: string
  readonly sealed: string
}

/** Re-encrypts a value under the current key and writes it; false if no key decrypts the value. */
async function resealValue(
  sealed: string,
  purpose: string,
  cipher: FieldCipher,
  write: (resealed: string) => RawBuilder<unknown>,
  { db }: Store,
): Promise<boolean> {
  const text = cipher.open(purpose, sealed)
  if (text === null) return false
  await write(cipher.seal(purpose, text)).execute(db)
  return true
}

function resealColumn(
  store: Store,
  cipher: FieldCipher,
  { table, key, column, purpose }: SealedColumn,
): Promise<ResealCounts> {
  const [rows, id, value] = [sql.table(table), sql.ref(key), sql.ref(column)]
  const page = async (after: string | number | null) => {
    const further = after === null ? sql`` : sql`and ${id} > ${after}`
    const environment = typeof purpose === 'string' ? sql`''` : sql`environment`
    const read = sql<SealedRow>`select ${id} as id, ${environment} as environment, ${value} as sealed from ${rows}
      where ${value} is not null ${further} order by ${id} limit ${sql.lit(pageSize)}`
    return (await read.execute(store.db)).rows
  }
  return resealTable(
    page,
    (row) => row.id,
    (row) =>
      resealValue(
        row.sealed,
        typeof purpose === 'string' ? purpose : purpose({ environment: row.environment, id: String(row.id) }),
        cipher,
        // Compare with the old value: another writer may have changed the row meanwhile.
        (resealed) =>
          sql`update ${rows} set ${value} = ${resealed} where ${id} = ${row.id} and ${value} = ${row.sealed}`,
        store,
      ),
    cipher,
  )
}

/** Re-encrypts a column of `review_drafts`, whose rows have four key columns. */
function resealSnapshots(
  store: Store,
  cipher: FieldCipher,
  column: 'sealed_record' | 'draft',
  purpose: CipherContexts['desk'],
): Promise<ResealCounts> {
  const value = sql.ref(column)
  const key = sql`(environment, transaction_id, issuer, subject)`
  const same = (row: ReviewSnapshotKey) =>
    sql`(${row.environment}, ${row.transaction_id}, ${row.issuer}, ${row.subject})`
  const page = async (after: ReviewSnapshotKey | null) => {
    const further = after === null ? sql`` : sql`and ${key} > ${same(after)}`
    const read = sql<ReviewSnapshotKey & { sealed: string }>`
      select environment, transaction_id, issuer, subject, ${value} as sealed from review_drafts
      where ${value} is not null ${further}
      order by environment, transaction_id, issuer, subject limit ${sql.lit(pageSize)}`
    return (await read.execute(store.db)).rows
  }
  return resealTable(
    page,
    (row) => row,
    (row) =>
      resealValue(
        row.sealed,
        purpose(row),
        cipher,
        (resealed) =>
          sql`update review_drafts set ${value} = ${resealed} where ${key} = ${same(row)} and ${value} = ${row.sealed}`,
        store,
      ),
    cipher,
  )
}

/** Re-encrypts names and texts of staff, open cases, payment requests and snapshots of decisions. */
export async function resealReviews(
  store: Store,
  cipher: FieldCipher,
  purposes: CipherContexts,
): Promise<ResealCounts> {
  const { staff } = purposes
  const columns: readonly SealedColumn[] = [
    { table: 'review_cases', key: 'seq', column: 'claim_name', purpose: staff },
    ...(['name', 'sealed'] as const).map(
      (column) => ({ table: 'review_notes', key: 'seq', column, purpose: staff }) as const,
    ),
    { table: 'review_claims', key: 'seq', column: 'name', purpose: staff },
    { table: 'review_mentions', key: 'seq', column: 'name', purpose: staff },
    { table: 'staff', key: 'handle', column: 'name', purpose: staff },
    ...(
      ['name', 'sealed_text', 'approval_name', 'approval_text', 'withdrawn_name', 'withdrawn_text'] as const
    ).map((column) => ({ table: 'decisions', key: 'id', column, purpose: staff }) as const),
    ...(['name', 'sealed_question', 'answered_name', 'sealed_answer'] as const).map(
      (column) => ({ table: 'questions', key: 'id', column, purpose: staff }) as const,
    ),
    ...(['name', 'sealed_text'] as const).map(
      (column) => ({ table: 'discrepancy_explanations', key: 'seq', column, purpose: staff }) as const,
    ),
    ...(['name', 'approval_name', 'approval_text'] as const).map(
      (column) => ({ table: 'subject_access_requests', key: 'id', column, purpose: staff }) as const,
    ),
    ...(['name', 'sealed_text', 'sealed_kind', 'answered_name', 'sealed_answer'] as const).map(
      (column) => ({ table: 'download_requests', key: 'id', column, purpose: staff }) as const,
    ),
    ...(['name', 'sealed_text', 'answered_name', 'sealed_answer'] as const).map(
      (column) => ({ table: 'export_requests', key: 'id', column, purpose: staff }) as const,
    ),
    ...(['name', 'sealed_text', 'acknowledged_name', 'sealed_report'] as const).map(
      (column) => ({ table: 'break_glass_grants', key: 'id', column, purpose: staff }) as const,
    ),
    ...(['name', 'revoked_name'] as const).map(
      (column) => ({ table: 'api_keys', key: 'id', column, purpose: staff }) as const,
    ),
    { table: 'payment_requests', key: 'id', column: 'name', purpose: staff },
    ...(['form', 'link', 'secret'] as const).map((part): SealedColumn => {
      const purpose: CipherContexts['snapshot'] = (row) => purposes.request(row, part)
      return { table: 'payment_requests', key: 'id', column: `sealed_${part}`, purpose }
    }),
    { table: 'decisions', key: 'id', column: 'sealed_record', purpose: purposes.snapshot },
    { table: 'staff_drafts', key: 'id', column: 'sealed', purpose: purposes.draft },
  ]
  const all: ResealCounts[] = []
  for (const one of columns) all.push(await resealColumn(store, cipher, one))
  for (const column of ['sealed_record', 'draft'] as const)
    all.push(await resealSnapshots(store, cipher, column, purposes.desk))
  return {
    changed: all.reduce((sum, { changed }) => sum + changed, 0),
    undecryptable: all.reduce((sum, { undecryptable }) => sum + undecryptable, 0),
  }
}
