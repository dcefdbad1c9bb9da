import { createHash } from 'node:crypto'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Store } from '../platform/database/database.ts'
import { withTransaction } from '../platform/database/transaction.ts'
import type { Logger } from '../platform/runtime/log.ts'
import type { Person, SessionChange } from '../platform/session/person.ts'
import { appendLiveChange } from './live-changes.ts'

/** Derives the id of a person in live events, which only that person receives. */
export function deriveLiveUpdatePersonId({ issuer, subject }: Person): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex')
    .slice(0, 24)
}

/**
 * Publishes changes of sessions to their person and to users who list all sessions. Never rejects, so that
 * sign-in and sign-out do not fail because of it. Sessions belong to no environment, so all changes use
 * `office`, the first one.
 */
export function createSessionChangePublisher(
  store: Pick<Store, 'db' | 'dialect' | 'wake'>,
  log: Logger,
  defaultEnvironment: EnvironmentName,
): (sessions: readonly SessionChange[]) => Promise<void> {
  return async (sessions) => {
    const own = new Set(sessions.map(deriveLiveUpdatePersonId))
    const of = { environment: defaultEnvironment, merchant: null, version: 1 } as const
    const changes = [
      ...sessions.map(({ handle }) => ({ ...of, kind: 'session' as const, subject_id: handle ?? '' })),
      ...[...own].map((subject_id) => ({ ...of, kind: 'session_own' as const, subject_id })),
    ]
    if (changes.length === 0) return
    try {
      await withTransaction(store, (trx) => appendLiveChange(trx, store.dialect, changes, Date.now()))
      store.wake('changes')
    } catch (error) {
      log.warn({ err: error }, 'a change of sessions could not be announced')
    }
  }
}
