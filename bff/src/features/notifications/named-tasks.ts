import { type TaskId, taskId } from '@paydesk/shared/core/ids'
import type { Kysely, Selectable } from 'kysely'
import { isJsonObject, type JsonObject, parseJson } from '../../payment-service/parsing/json.ts'
import { defaultLimits } from '../../payment-service/parsing/limits.ts'
import { parseNotificationRecord } from '../../payment-service/parsing/wire.ts'
import { openForHandle } from '../../platform/access/guarded.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { notificationContextFor } from './notification-queue.ts'

/** What the notifications of a transaction that are believed say about acting on it. */
interface NamedTasks {
  /** Tasks that the newest one names, as many as it names; null each that has not the form of an id. */
  readonly tasks: readonly (TaskId | null)[]
  /** True where one of them tells of a card. */
  readonly card: boolean
  /** False while one waits that a read has not confirmed yet. */
  readonly settled: boolean
}

type StoredBody = Pick<Selectable<DatabaseSchema['inbox']>, 'environment' | 'digest' | 'sealed' | 'tasks'>

/** So many of the newest are looked into for a card. */
const maxNotifications = 20

function openBody({ environment, digest, sealed }: StoredBody, seal: FieldCipher): JsonObject | null {
  const bytes = seal.openBytes(notificationContextFor(environment, digest), sealed)
  const parsed = bytes === null ? null : parseJson(bytes, defaultLimits.json)
  return parsed?.ok && isJsonObject(parsed.value) ? parsed.value : null
}

/** As many as the body was counted to have when it came in: what cannot be read is none, and not nothing. */
function parseTasks({ tasks }: StoredBody, body: JsonObject | null): (TaskId | null)[] {
  const elements = body === null ? [] : parseNotificationRecord(body).outstanding_tasks.elements
  return Array.from({ length: tasks ?? 0 }, (_, nth) => {
    const element = elements[nth]
    return element === undefined ? null : (taskId.safeParse(openForHandle(element.id)).data ?? null)
  })
}

const mentionsCard = (body: JsonObject | null) =>
  isJsonObject(body?.card_reference) && Object.values(body.card_reference).some((value) => value !== null)

/**
 * Reads what notifications name for an operator's action (service-facts, Operator actions). Believed is
 * what a read has confirmed, of proved origin or knowing the transaction's secret, and never another one.
 */
export function createNamedTasksReader(seal: FieldCipher) {
  return async (
    db: Kysely<DatabaseSchema>,
    environment: string,
    transaction: string,
  ): Promise<NamedTasks> => {
    const ofTransaction = db
      .selectFrom('inbox')
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
    // One that came late tells of a review that is over.
    const newest = rows.find(({ tasks, late }) => tasks !== null && late === 0)
    return {
      tasks: newest === undefined ? [] : parseTasks(newest, openBody(newest, seal)),
      card: rows.some((row) => mentionsCard(openBody(row, seal))),
      settled: waiting === undefined,
    }
  }
}
