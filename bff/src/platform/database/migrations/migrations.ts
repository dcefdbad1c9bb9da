import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createOperatorActions } from './actions.ts'
import { createAuditChain } from './audit-chain.ts'
import { createAuditCheckpoints } from './audit-cut.ts'
import { addAuditPurpose } from './audit-purpose.ts'
import { createCallers } from './callers.ts'
import { createDocuments } from './documents.ts'
import { addDownloadKind } from './download-kind.ts'
import { createDrift } from './drift.ts'
import { createHandovers } from './handover.ts'
import { createIdentities } from './identities.ts'
import { createMentions } from './mentions.ts'
import { createOffice } from './office.ts'
import { createPeople } from './people.ts'
import { createPaymentRequests } from './requests.ts'
import { createReveals } from './reveal.ts'
import { createReview } from './review.ts'
import { createSubjectRequests } from './subjects.ts'
import { createSystems } from './systems.ts'
import { createTrail } from './trail.ts'
import { giveViewsPages } from './views.ts'
import { addWithdrawnBy } from './withdrawn.ts'

/** The few words in which the two databases differ. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  readonly identity: string
  /** After the type of a text column: compared by bytes, whatever the language of the database. */
  readonly binary: string
}

/**
 * The audit table only ever grows: the database itself refuses changes and deletions, so that a slip
 * in our own code cannot lose an entry.
 */
async function appendOnly(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
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
export function migrationsFor(dialect: Dialect): Record<string, Migration> {
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
        await appendOnly(db, dialect)
      },
    },
    '002_office': {
      up: (db: Kysely<unknown>) => createOffice(db, dialect),
    },
    '003_review': {
      async up(db: Kysely<unknown>) {
        await createReview(db, dialect)
        await createHandovers(db, dialect)
      },
    },
    '004_drift': {
      up: (db: Kysely<unknown>) => createDrift(db, dialect),
    },
    '005_operator_actions': {
      up: (db: Kysely<unknown>) => createOperatorActions(db, dialect),
    },
    '006_views_of_pages': {
      up: (db: Kysely<unknown>) => giveViewsPages(db, dialect),
    },
    '007_mentions': {
      up: (db: Kysely<unknown>) => createMentions(db, dialect),
    },
    '008_withdrawn_by': { up: (db: Kysely<unknown>) => addWithdrawnBy(db) },
    '009_audit_chain': { up: (db: Kysely<unknown>) => createAuditChain(db, dialect) },
    '010_audit_purpose': { up: (db: Kysely<unknown>) => addAuditPurpose(db) },
    '011_trail': { up: (db: Kysely<unknown>) => createTrail(db, dialect) },
    '012_cuts_and_subject_requests': {
      async up(db: Kysely<unknown>) {
        await createAuditCheckpoints(db, dialect)
        await createSubjectRequests(db, dialect)
      },
    },
    '013_reveals': { up: (db: Kysely<unknown>) => createReveals(db, dialect) },
    '014_callers_identities': {
      async up(db: Kysely<unknown>) {
        await createCallers(db, dialect)
        await createIdentities(db, dialect)
      },
    },
    '015_documents': { up: (db: Kysely<unknown>) => createDocuments(db, dialect) },
    '017_people': { up: (db: Kysely<unknown>) => createPeople(db, dialect) },
    '018_payment_requests': { up: (db: Kysely<unknown>) => createPaymentRequests(db, dialect) },
    '019_systems': { up: (db: Kysely<unknown>) => createSystems(db, dialect) },
    '020_download_kind': { up: (db: Kysely<unknown>) => addDownloadKind(db) },
  }
}
