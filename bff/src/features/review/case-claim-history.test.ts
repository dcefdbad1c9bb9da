import { expect, it } from 'vitest'
import { listCaseClaimEvents } from './case-claim-history.ts'

const claim = { started_at: 10, until: 100, ended_at: null, ending: null }
const now = { clock: 50, caseEndedAt: null, isTakeOver: false }

it.each([
  ['a claim that holds', claim, now, ['claimed 10']],
  ['a claim whose lease ended', claim, { ...now, clock: 100 }, ['claimed 10', 'expired 100']],
  [
    'a released claim',
    { ...claim, ended_at: 30, ending: 'released' },
    { ...now, clock: 200 },
    ['claimed 10', 'released 30'],
  ],
  [
    'a claim that a colleague took over',
    { ...claim, ended_at: 30, ending: 'taken_over' },
    { ...now, clock: 200 },
    ['claimed 10'],
  ],
  ['a claim by take-over, which its note tells', claim, { ...now, isTakeOver: true }, []],
  [
    'a claim by take-over whose lease ended',
    claim,
    { ...now, clock: 100, isTakeOver: true },
    ['expired 100'],
  ],
  [
    'a claim whose case ended before the lease',
    claim,
    { ...now, clock: 200, caseEndedAt: 60 },
    ['claimed 10'],
  ],
  [
    'a claim whose case ended after the lease',
    claim,
    { ...now, clock: 200, caseEndedAt: 160 },
    ['claimed 10', 'expired 100'],
  ],
] as const)('lists the events of %s', (_, row, facts, events) => {
  expect(listCaseClaimEvents(row, facts).map(({ kind, at }) => `${kind} ${at}`)).toEqual(events)
})
