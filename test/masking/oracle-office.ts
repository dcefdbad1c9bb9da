import type { Rows } from './oracle-cells.ts'

/** What members of staff write, as shown to somebody of whose own queue it is. */
export const officeRows: Rows = {
  'office.note': ['full', 'full', 'full', 'presence', 'none'],
}
