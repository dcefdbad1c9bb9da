import type { OracleRows } from './oracle-cells.ts'

/** Texts that staff write, as shown to a reader of the same review queue. */
export const officeRows: OracleRows = {
  'office.note': ['full', 'full', 'full', 'presence', 'none'],
}
