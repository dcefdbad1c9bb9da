import type { HealthCheck } from '@paydesk/shared/administration/health'
import type { MaskingProofStatus } from '@paydesk/shared/compliance/sight'
import { describeProofState, type LastMaskingProof } from '../../platform/access/masking-proof-file.ts'
import { createCheck, pluralizeCount, type ZoneTimeFormatter } from './check-format.ts'

const statuses: Readonly<Record<MaskingProofStatus, HealthCheck['status']>> = {
  never: 'unknown',
  unreadable: 'bad',
  failed: 'bad',
  other: 'bad',
  old: 'attention',
  proved: 'good',
}

/** Checks the last masking proof: its date, its figures, and whether it is of the access policy in force. */
export function checkMaskingProof(
  { standing, proof }: LastMaskingProof,
  clock: ZoneTimeFormatter,
  now: number,
): HealthCheck {
  const says = describeProofState(standing)
  const name = 'Masking proof'
  if (proof === null) return createCheck(name, statuses[standing], says, now)
  const { cells, routesWalked, routes, killed, mutants } = proof.figures
  const walked = `${routesWalked.toLocaleString('en')} of ${pluralizeCount(routes, 'route')} walked`
  const caught = `${killed.toLocaleString('en')} of ${pluralizeCount(mutants, 'mutant')} caught`
  const words = `${says}; run ${clock(Date.parse(proof.at))}: ${pluralizeCount(cells, 'cell')}, ${walked}, ${caught}`
  return createCheck(name, statuses[standing], words, now)
}
