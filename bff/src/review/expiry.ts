import type { EnvironmentName } from '@paydesk/shared/ids'
import type { Log } from '../http/log.ts'
import { sleep } from '../rereads/waiting.ts'
import { type DecisionStore, expireDecisions } from './settling.ts'

/** Every look at decisions ends the late ones too; this is for those that nobody looks at. */
const everyMs = 5_000

/** Ends decisions of an environment that nobody answered in time, again and again, until `signal`. */
export async function keepExpiring(
  { store, log }: { readonly store: DecisionStore; readonly log: Log },
  environment: EnvironmentName,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await expireDecisions(store, environment)
    } catch (thrown) {
      // The reader beside it goes on.
      log.error({ err: thrown, environment }, 'late decisions could not be ended')
    }
    await sleep(everyMs, signal)
  }
}
