import type { Check } from '@paydesk/shared/administration/health'
import type { ProofStanding } from '@paydesk/shared/compliance/sight'
import { type LastProof, standingSays } from '../../platform/access/proof-file.ts'
import { type Clock, checked, counted } from './words.ts'

const statuses: Readonly<Record<ProofStanding, Check['status']>> = {
  never: 'unknown',
  unreadable: 'bad',
  failed: 'bad',
  other: 'bad',
  old: 'attention',
  proved: 'good',
}

/** How the last masking proof stands: its date, what it was made of, and whether it is of the matrix in force. */
export function maskingCheck({ standing, proof }: LastProof, clock: Clock, now: number): Check {
  const says = standingSays(standing)
  const name = 'Masking proof'
  if (proof === null) return checked(name, statuses[standing], says, now)
  const { cells, routesWalked, routes, killed, mutants } = proof.figures
  const walked = `${routesWalked.toLocaleString('en')} of ${counted(routes, 'route')} walked`
  const caught = `${killed.toLocaleString('en')} of ${counted(mutants, 'mutant')} caught`
  const words = `${says}; run ${clock(Date.parse(proof.at))}: ${counted(cells, 'cell')}, ${walked}, ${caught}`
  return checked(name, statuses[standing], words, now)
}
