import type { PostgresLimits } from './postgres.ts'

/**
 * Time limits of PostgreSQL in tests (ms): a machine that stalls for seconds must not fail a test of something else.
 */
export const patientLimits = { waitMs: 60_000, statementMs: 60_000 } satisfies PostgresLimits
