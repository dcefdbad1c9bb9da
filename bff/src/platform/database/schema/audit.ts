import type { Generated } from 'kysely'

/** Chains of the audit log: one link per entry, in a separate table beside the entries. */
export interface AuditChainTables {
  audit_links: {
    /** Name of an environment, or `global` for entries that belong to no environment. */
    chain: string
    /** Position in the chain: 1, 2, 3 … without gaps. */
    n: number
    /** `audit.seq` of the entry at this position. */
    seq: number
    /** Hash of the previous entry, 64 hexadecimal digits; zeros for the first entry. */
    prev: string
    /** Hash of this entry, in the form that docs/audit.md describes. */
    hash: string
  }
  /** Checkpoints that retention writes when it deletes entries; they cover the deleted entries. */
  audit_checkpoints: {
    id: Generated<number>
    chain: string
    /** Position of the last deleted entry. */
    n: number
    /** Signed line, identical to the line in the head file. */
    line: string
  }
}
