import { type ReviewTaskId, reviewTaskIdSchema } from '@paydesk/shared/core/ids'
import type { Kysely, Selectable } from 'kysely'
import { isJsonObject, type JsonObject, parseJson } from '../../payment-service/parsing/json.ts'
import { defaultUpstreamLimits } from '../../payment-service/parsing/limits.ts'
import { parseNotificationRecord } from '../../payment-service/parsing/wire.ts'
import { unwrapGuardedForHandle } from '../../platform/access/guarded.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { buildNotificationCipherContext } from './notification-queue.ts'

/** Facts about acting on a transaction, from its trusted notifications. */
export interface AnnouncedReviewTasks {
  /** Tasks that the newest notification names; null for each without a valid id. */
  readonly tasks: readonly (ReviewTaskId | null)[]
  /** True if one of the notifications tells of a card. */
  readonly card: boolean
  /** False while a notification waits for its confirmation by a read. */
  readonly settled: boolean
}

type StoredBody = Pick<
  Selectable<DatabaseSchema['notification_queue']>,
  'environment' | 'digest' | 'sealed' | 'tasks'
>

/** Newest notifications that are searched for a card. */
const maxNotifications = 20

function openBody({ environment, digest, sealed }: StoredBody, cipher: FieldCipher): JsonObject | null {
  const bytes = cipher.openBytes(buildNotificationCipherContext(environment, digest), sealed)
  const parsed = bytes === null ? null : parseJson(bytes, defaultUpstreamLimits.json)
  return parsed?.ok && isJsonObject(parsed.value) ? parsed.value : null
}

/** Returns as many tasks as were counted on arrival: an unreadable one is null, not missing. */
function parseTasks({ tasks }: StoredBody, body: JsonObject | null): (ReviewTaskId | null)[] {
  const elements = body === null ? [] : parseNotificationRecord(body).outstanding_tasks.elements
  return Array.from({ length: tasks ?? 0 }, (_, nth) => {
    const element = elements[nth]
    return element === undefined
      ? null
      : (reviewTaskIdSchema.safeParse(unwrapGuardedForHandle(element.id)).data ?? null)
  })
}

const mentionsCard = (body: JsonObject | null) =>
  isJsonObject(body?.card_reference) && Object.values(body.card_reference).some((value) => value !== null)

/**
 * Reads what notifications name for an operator action (service-facts, Operator actions). Trusts only
 * notifications that a read has confirmed and that carry the transaction's secret or, if no secret was
 * compared, a proved origin.
 */
export function createAnnouncedReviewTasksReader(cipher: FieldCipher) {
  return async (
    db: Kysely<DatabaseSchema>,
    environment: string,
    transaction: string,
  ): Promise<AnnouncedReviewTasks> => {
    const ofTransaction = db
      .selectFrom('notification_queue')
      .where('environment', '=', environment)
      .where('transaction_id', '=', transaction)
    const waiting = await ofTransaction
      .select('seq')
      .where('status', 'in', ['new', 'waiting'])
      .limit(1)
      .executeTakeFirst()
    const rows = await ofTransaction
      .select(['environment', 'digest', 'sealed', 'tasks', 'late'])
      .where('status', '=', 'confirmed')
      .where('kind', '=', 'transaction')
      .where((eb) =>
        eb.or([
          eb('secret_matches', '=', 1),
          eb.and([eb('secret_matches', 'is', null), eb('proof', '!=', 'none')]),
        ]),
      )
      .orderBy('seq', 'desc')
      .limit(maxNotifications)
      .execute()
    // A late notification tells of a review that is over.
    const newest = rows.find(({ tasks, late }) => tasks !== null && late === 0)
    return {
      tasks: newest === undefined ? [] : parseTasks(newest, openBody(newest, cipher)),
      card: rows.some((row) => mentionsCard(openBody(row, cipher))),
      settled: waiting === undefined,
    }
  }
}
