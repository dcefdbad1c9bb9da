import type { DatabaseLimits } from './database.ts'

/**
 * Time limits of both databases in tests (ms): a machine that stalls for seconds must not fail a test of something else.
 */
export const patientLimits = { waitMs: 60_000, statementMs: 60_000, syncMs: 60_000 } satisfies DatabaseLimits
