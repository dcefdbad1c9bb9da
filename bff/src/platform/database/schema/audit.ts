import type { Generated } from 'kysely'

/** The audit trail's chains: one link for each entry, in a table of its own beside the entries. */
export interface AuditChainSchema {
  audit_links: {
    /** Name of an environment, or `office` for what belongs to none. */
    chain: string
    /** 1, 2, 3 … within the chain, without gaps. */
    n: number
    /** The entry in `audit` that stands in this place. */
    seq: number
    /** Hash of the entry before, 64 hexadecimal digits; zeros before the first. */
    prev: string
    /** Hash of this entry: docs/audit.md has its form. */
    hash: string
  }
  /** A row says that there were entries before there were chains: they are linked at the next start. */
  /** What cuts by retention left: they cover the entries that are gone. */
  audit_checkpoints: {
    id: Generated<number>
    chain: string
    /** The last entry that goes. */
    n: number
    /** The line as it was signed and as the head file has it. */
    line: string
  }
}
