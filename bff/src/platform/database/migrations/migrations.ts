import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createApiKeyTables } from './api-keys.ts'
import { createAuditChainTables } from './audit-chain.ts'
import { createAuditCheckpointTable } from './audit-checkpoints.ts'
import { extendAuditLog } from './audit-log.ts'
import { addAuditPurposeColumns } from './audit-purpose.ts'
import { createBreakGlassTable } from './break-glass.ts'
import { createCallerCheckTable } from './caller-checks.ts'
import { createDocumentTables } from './documents.ts'
import { addDownloadKindColumn } from './download-kind.ts'
import { createIdentityTables } from './identities.ts'
import { createMentionTables } from './mentions.ts'
import { createOperatorActionTables } from './operator-actions.ts'
import { createPaymentRequestTable } from './payment-requests.ts'
import { createQuestionTable } from './questions.ts'
import { createReconciliationTables } from './reconciliation.ts'
import { createRecordsTables } from './records.ts'
import { createRevealTables } from './reveals.ts'
import { createReviewTables } from './review.ts'
import { addSavedViewPage } from './saved-view-page.ts'
import { createSubjectRequestTable } from './subject-requests.ts'
import { addWithdrawnByColumns } from './withdrawn-by.ts'

/** The few words in which the two databases differ. */
export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres'
  readonly identity: string
  /** After the type of a text column: compared by bytes, whatever the language of the database. */
  readonly binary: string
}

/**
 * The audit table only ever grows: the database itself refuses changes and deletions, so that a slip
 * in our own code cannot lose an entry.
 */
async function enforceAppendOnly(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  if (dialect.name === 'sqlite') {
    for (const deed of ['update', 'delete']) {
      await sql
        .raw(
          `create trigger audit_no_${deed} before ${deed} on audit begin select raise(abort, 'audit is append-only'); end`,
        )
        .execute(db)
    }
    return
  }
  await sql
    .raw(
      `create function audit_refuse() returns trigger language plpgsql as $$ begin raise exception 'audit is append-only'; end $$`,
    )
    .execute(db)
  for (const [name, deeds, each] of [
    ['audit_append_only', 'update or delete', 'row'],
    ['audit_no_truncate', 'truncate', 'statement'],
  ]) {
    await sql
      .raw(`create trigger ${name} before ${deeds} on audit for each ${each} execute function audit_refuse()`)
      .execute(db)
  }
}

/** Every migration by name, in order. A name that was released is never changed. */
export function listMigrations(dialect: SqlDialect): Record<string, Migration> {
  return {
    '001_handles_sessions_audit': {
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('handles')
          .addColumn('handle', 'varchar(40)', (column) => column.primaryKey())
          .addColumn('kind', 'varchar(16)', (column) => column.notNull())
          .addColumn('environment', 'varchar(20)', (column) => column.notNull())
          .addColumn('merchant', 'varchar(64)', (column) => column.notNull())
          .addColumn('lookup', 'varchar(64)', (column) => column.notNull())
          .addColumn('sealed', 'text', (column) => column.notNull())
          .addColumn('created_at', 'bigint', (column) => column.notNull())
          .addUniqueConstraint('handles_once', ['kind', 'environment', 'merchant', 'lookup'])
          .execute()
        await db.schema
          .createTable('sessions')
          .addColumn('id_hash', 'varchar(64)', (column) => column.primaryKey())
          .addColumn('issuer', 'text', (column) => column.notNull())
          .addColumn('subject', 'text', (column) => column.notNull())
          .addColumn('sealed', 'text', (column) => column.notNull())
          .addColumn('role', 'varchar(16)', (column) => column.notNull())
          .addColumn('provider_session', 'text')
          .addColumn('created_at', 'bigint', (column) => column.notNull())
          .addColumn('seen_at', 'bigint', (column) => column.notNull())
          .addColumn('ends_at', 'bigint', (column) => column.notNull())
          .execute()
        await db.schema
          .createIndex('sessions_by_subject')
          .on('sessions')
          .columns(['issuer', 'subject'])
          .execute()
        await db.schema
          .createTable('audit')
          .addColumn('seq', sql.raw(dialect.identity))
          .addColumn('time_ms', 'bigint', (column) => column.notNull())
          .addColumn('instance', 'varchar(40)', (column) => column.notNull())
          .addColumn('actor_issuer', 'text')
          .addColumn('actor_subject', 'text')
          .addColumn('role', 'varchar(16)')
          .addColumn('session_hash', 'varchar(64)')
          .addColumn('source_address', 'varchar(64)')
          .addColumn('action', 'varchar(40)', (column) => column.notNull())
          .addColumn('result', 'varchar(8)', (column) => column.notNull())
          .addColumn('reason', 'varchar(40)')
          .addColumn('environment', 'varchar(20)')
          .addColumn('merchant', 'varchar(64)')
          .addColumn('subject_kind', 'varchar(16)')
          .addColumn('subject_id', 'varchar(100)')
          .addColumn('reference', 'varchar(20)', (column) => column.notNull())
          .execute()
        await db.schema
          .createIndex('audit_by_subject')
          .on('audit')
          .columns(['subject_kind', 'subject_id'])
          .execute()
        await db.schema
          .createIndex('audit_by_actor')
          .on('audit')
          .columns(['actor_subject', 'time_ms'])
          .execute()
        await enforceAppendOnly(db, dialect)
      },
    },
    '002_office': {
      up: (db: Kysely<unknown>) => createRecordsTables(db, dialect),
    },
    '003_review': {
      async up(db: Kysely<unknown>) {
        await createReviewTables(db, dialect)
        await createQuestionTable(db, dialect)
      },
    },
    '004_drift': {
      up: (db: Kysely<unknown>) => createReconciliationTables(db, dialect),
    },
    '005_operator_actions': {
      up: (db: Kysely<unknown>) => createOperatorActionTables(db, dialect),
    },
    '006_views_of_pages': {
      up: (db: Kysely<unknown>) => addSavedViewPage(db, dialect),
    },
    '007_mentions': {
      up: (db: Kysely<unknown>) => createMentionTables(db, dialect),
    },
    '008_withdrawn_by': { up: (db: Kysely<unknown>) => addWithdrawnByColumns(db) },
    '009_audit_chain': { up: (db: Kysely<unknown>) => createAuditChainTables(db, dialect) },
    '010_audit_purpose': { up: (db: Kysely<unknown>) => addAuditPurposeColumns(db) },
    '011_trail': { up: (db: Kysely<unknown>) => extendAuditLog(db, dialect) },
    '012_cuts_and_subject_requests': {
      async up(db: Kysely<unknown>) {
        await createAuditCheckpointTable(db, dialect)
        await createSubjectRequestTable(db, dialect)
      },
    },
    '013_reveals': { up: (db: Kysely<unknown>) => createRevealTables(db, dialect) },
    '014_callers_identities': {
      async up(db: Kysely<unknown>) {
        await createCallerCheckTable(db, dialect)
        await createIdentityTables(db, dialect)
      },
    },
    '015_documents': { up: (db: Kysely<unknown>) => createDocumentTables(db, dialect) },
    '017_people': { up: (db: Kysely<unknown>) => createBreakGlassTable(db, dialect) },
    '018_payment_requests': { up: (db: Kysely<unknown>) => createPaymentRequestTable(db, dialect) },
    '019_systems': { up: (db: Kysely<unknown>) => createApiKeyTables(db, dialect) },
    '020_download_kind': { up: (db: Kysely<unknown>) => addDownloadKindColumn(db) },
  }
}
