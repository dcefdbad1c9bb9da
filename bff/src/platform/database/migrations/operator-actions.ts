import type { Kysely } from 'kysely'
import {
  type ColumnDefinition,
  type ColumnDialect,
  createTables,
  createTextType,
  notNull,
  timeType,
} from './columns.ts'

const tables = (
  text: ReturnType<typeof createTextType>,
): Readonly<Record<string, readonly ColumnDefinition[]>> => ({
  operator_actions: [
    ['id', text(24, 'primary key')],
    ['environment', text(20, notNull)],
    ['transaction_id', text(64, notNull)],
    ['merchant', text(64, notNull)],
    ['decision_id', text(24, notNull)],
    ['action', text(12, notNull)],
    ['target', text(80)],
    ['status', text(12, notNull)],
    ['why', text(20)],
    ['tries', `integer ${notNull} default 0`],
    ['planned_at', `${timeType} ${notNull}`],
    ['due_at', `${timeType} ${notNull}`],
    ['sent_at', timeType],
    ['answered_at', timeType],
    ['http_status', 'integer'],
    ['code', text(40)],
    ['instance', text(40)],
  ],
})

const indexes: readonly string[] = [
  // A decision is carried out once.
  'create unique index operator_actions_by_decision on operator_actions (decision_id)',
  // A task or a cancellation is asked for once, whoever decided and however often; only a refusal or a
  // request that never left makes room for another.
  `create unique index operator_actions_once on operator_actions (environment, target)
    where status in ('sending', 'answered', 'unknown')`,
  // While it is not known what became of a request, nothing else is asked about that transaction.
  `create unique index operator_actions_one_open on operator_actions (environment, transaction_id)
    where status in ('sending', 'unknown')`,
  // What is to be sent, the longest waiting first.
  `create index operator_actions_planned on operator_actions (environment, due_at) where status = 'planned'`,
  // Requests of an instance that has ended.
  `create index operator_actions_sending on operator_actions (environment, sent_at) where status = 'sending'`,
]

/** Migration 005: requests to the service that carry out decisions. */
export function createOperatorActionTables(db: Kysely<unknown>, words: ColumnDialect): Promise<void> {
  return createTables(db, tables(createTextType(words)), indexes)
}
