/** True in the long form of the tests (`pnpm test:full`), which sets PAYDESK_FULL=1. */
export const isFullRun = process.env.PAYDESK_FULL === '1'

/** Chooses between the value for `pnpm test` and the value for the long form: counts, lists, times. */
export function pickByRunLength<T>(short: T, full: T): T {
  return isFullRun ? full : short
}

/** Databases under test. The quick tiers use no PostgreSQL: they set PAYDESK_TEST_POSTGRES=off. */
export const databaseNames = (
  process.env.PAYDESK_TEST_POSTGRES === 'off' ? ['embedded'] : ['embedded', 'postgres']
) as readonly ('embedded' | 'postgres')[]
