import { fieldNames } from '@paydesk/bff/platform/access/policy/access-policy'
import { fingerprintAccessPolicy } from '@paydesk/bff/platform/access/policy/effective-policy'
import { type MaskingProof, maskingProofSchema } from '@paydesk/shared/compliance/field-permissions'

const outputs = { support: 100, finance: 100, compliance: 100, auditor: 100, admin: 100 }
const cover = { checks: ['copy', 'markers', 'worlds'], exits: ['screen', 'header'], pairs: 212, mutants: 60 }
const covered = { support: cover, finance: cover, compliance: cover, auditor: cover, admin: cover }

/**
 * Result of a masking proof that passed just now for the default field permissions; `change` replaces fields.
 */
export function proofOf(change: Partial<MaskingProof> = {}): MaskingProof {
  return maskingProofSchema.parse({
    format: 1,
    at: new Date().toISOString(),
    seconds: 312.4,
    commit: null,
    fingerprint: fingerprintAccessPolicy([]),
    passed: true,
    figures: {
      fields: 118,
      roles: 5,
      cells: 590,
      cellsCovered: 590,
      routes: 60,
      routesWalked: 60,
      ways: 300,
      waysWalked: 300,
      exits: 8,
      exitsCovered: 8,
      pairs: 5_000,
      pairsOfMasks: 90_000,
      answers: 40_000,
      mutants: 36_000,
      killed: 36_000,
      tests: 900,
      testsFailed: 0,
    },
    outputs: {
      screen: outputs,
      record: outputs,
      csv: outputs,
      live: outputs,
      error: outputs,
      header: outputs,
      log: outputs,
      database: outputs,
    },
    faults: [],
    cells: Object.fromEntries(fieldNames.map((field) => [field, covered])),
    ...change,
  })
}
