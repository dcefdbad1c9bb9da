import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type { SelectQueryBuilder } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { Scope } from '../../platform/http/route.ts'
import type { ReceivedNotificationRow } from './present-received.ts'

export interface ReceivedNotificationDeps {
  readonly store: Store
  readonly config: {
    /** Time zone of Paydesk, for people who have not chosen one. */
    readonly zone: string
    readonly environments: readonly {
      readonly name: EnvironmentName
      readonly merchantIds: readonly MerchantId[]
      readonly notification: { readonly proof: 'checksum' | 'bearer' | 'none' }
    }[]
  }
}

/** Returns the environment of a request; the access check admits no other. */
export function getScopeEnvironment({ config }: ReceivedNotificationDeps, { environment }: Scope) {
  const found = config.environments.find(({ name }) => name === environment)
  if (found === undefined) throw new Error('an environment that is not configured')
  return found
}

/** Returns the person's merchants; null if they may see all merchants of the environment. */
export function getRestrictedMerchants(
  deps: ReceivedNotificationDeps,
  scope: Scope,
): readonly MerchantId[] | null {
  const { merchantIds } = getScopeEnvironment(deps, scope)
  return scope.merchants.length === merchantIds.length ? null : scope.merchants
}

type ReceivedSelect = SelectQueryBuilder<
  DatabaseSchema & { transactions: DatabaseSchema['transactions'] },
  'notification_queue',
  object
>

/**
 * Selects the received notifications this person may see: those for transactions of their merchants. The
 * merchant in our records counts; before the first read, the one that the notification names. A row without a
 * merchant (a transfer, an unreadable one) is for people who may see all merchants of the environment.
 */
export function selectReceivedNotificationsInScope(
  deps: ReceivedNotificationDeps,
  scope: Scope,
): ReceivedSelect {
  const limit = getRestrictedMerchants(deps, scope)
  const rows: ReceivedSelect = deps.store.db
    .selectFrom('notification_queue')
    .where('notification_queue.environment', '=', scope.environment)
  if (limit === null) return rows
  return rows.where((eb) =>
    eb(
      eb.fn.coalesce(
        eb
          .selectFrom('transactions')
          .select('transactions.merchant')
          .whereRef('transactions.environment', '=', 'notification_queue.environment')
          .whereRef('transactions.id', '=', 'notification_queue.transaction_id'),
        'notification_queue.merchant',
      ),
      'in',
      limit,
    ),
  )
}

export const receivedNotificationColumns = [
  'notification_queue.seq',
  'notification_queue.environment',
  'notification_queue.received_at',
  'notification_queue.last_at',
  'notification_queue.repeats',
  'notification_queue.proof',
  'notification_queue.status',
  'notification_queue.why',
  'notification_queue.kind',
  'notification_queue.transaction_id',
  'notification_queue.merchant',
  'notification_queue.event',
  'notification_queue.state',
  'notification_queue.compound',
  'notification_queue.amount_minor',
  'notification_queue.currency',
  'notification_queue.tasks',
  'notification_queue.secret_matches',
  'notification_queue.late',
  'notification_queue.effect',
  'notification_queue.confirmed_at',
  'notification_queue.listed',
] as const satisfies readonly `notification_queue.${keyof ReceivedNotificationRow}`[]
