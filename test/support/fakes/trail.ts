import type {
  TrailEntry,
  TrailFigures,
  TrailPage,
  TrailPerson,
  TrailVerification,
} from '@paydesk/shared/compliance/trail'
import { trailPersonHandle } from '@paydesk/shared/compliance/trail'
import type { PersonSaw, TrailAct, WhoSaw } from '@paydesk/shared/compliance/trail-seen'
import { mara, someReference } from './ids.ts'
import { clear, inHours, masked } from './values.ts'

export const personNumbered = (n: number) => trailPersonHandle.parse(`p_${String(n).padStart(20, '0')}`)

const ana = (change: Partial<TrailPerson> = {}): TrailPerson => ({
  person: personNumbered(1),
  name: clear('Ana Ruiz'),
  me: false,
  ...change,
})

/** The n-th entry, the newest first. */
export function entry(n: number, change: Partial<TrailEntry> = {}): TrailEntry {
  return {
    entry: `stage-${4_117 - n}`,
    chain: 'stage',
    n: 4_117 - n,
    hash: '0123456789ab',
    prev: 'ba9876543210',
    at: inHours(-n / 60),
    person: ana(),
    role: 'Support',
    group: 'reads',
    says: 'opened',
    about: { words: 'customer', id: masked('••••ghij', 'last4'), place: null },
    field: null,
    purpose: null,
    ticket: null,
    stepUpAge: null,
    result: 'allowed',
    outcome: null,
    reference: someReference,
    source: clear('192.0.2.7'),
    instance: '0f3c0f3c0f3c',
    ...change,
  }
}

const refusal = (n: number) =>
  entry(n, {
    says: 'revealed a value of',
    group: 'reveals',
    field: 'date of birth',
    purpose: { code: 'customer_call', words: 'The customer is on the phone or wrote to us' },
    ticket: '5512',
    stepUpAge: 41,
    result: 'refused',
    outcome: 'not for your role',
  })

export const ownEntry = (n: number) =>
  entry(n, {
    person: ana({ me: true }),
    about: { words: 'customer', id: clear(mara), place: { page: 'customer', customer: mara } },
  })

export const trailPage = (change: Partial<TrailPage> = {}): TrailPage => ({
  entries: [refusal(0), ...Array.from({ length: 11 }, (_, n) => entry(n + 1))],
  next: null,
  lookedBackTo: null,
  sees: 'every',
  ...change,
})

export const verifiedTrail = (change: object = {}): Extract<TrailVerification, { state: 'done' }> => ({
  state: 'done',
  startedAt: inHours(-0.01),
  endedAt: inHours(0),
  took: 140,
  whole: true,
  entries: 12_412,
  chains: [
    {
      chain: 'office',
      entries: 312,
      last: 312,
      sealedTo: 312,
      cutTo: 0,
      sealedAt: inHours(-0.02),
      head: 'aaaaaaaaaaaa',
    },
    {
      ...{ chain: 'stage', entries: 12_100, last: 12_100, sealedTo: 12_100, cutTo: 0 },
      ...{ sealedAt: inHours(-0.01), head: 'bbbbbbbbbbbb' },
    },
  ],
  findings: [],
  ...change,
})

const deeds = { entries: 412, reads: 300, reveals: 2, refused: 3, failed: 1 }

export const trailFigures = (change: Partial<TrailFigures> = {}): TrailFigures => ({
  day: '2026-06-30',
  today: deeds,
  people: [
    { person: ana(), ...deeds, entries: 400 },
    {
      person: { person: personNumbered(2), name: clear('Clara Weiss'), me: false },
      ...{ entries: 12, reads: 8, reveals: 0, refused: 0, failed: 0 },
    },
  ],
  morePeople: false,
  coverage: [
    { chain: 'stage', entries: 12_100, since: inHours(-2_000) },
    { chain: 'office', entries: 312, since: inHours(-2_001) },
  ],
  sees: 'every',
  verified: { state: 'never' },
  ...change,
})

const act = (change: Partial<TrailAct> = {}): TrailAct => ({
  group: 'reads',
  says: 'opened',
  words: 'customer',
  records: 1,
  field: null,
  purpose: null,
  ticket: null,
  result: 'allowed',
  times: 3,
  firstAt: inHours(-20),
  lastAt: inHours(-0.2),
  ...change,
})

export const whoSaw = (change: Partial<WhoSaw> = {}): WhoSaw => ({
  records: 12,
  entries: 7,
  people: [
    {
      person: ana(),
      roles: ['Support'],
      times: 7,
      firstAt: inHours(-20),
      lastAt: inHours(-0.2),
      acts: [
        act(),
        act({ words: 'transaction', records: 3, times: 3 }),
        act({
          ...{
            says: 'revealed a value of',
            group: 'reveals',
            field: 'date of birth',
            ticket: '5512',
            times: 1,
          },
          purpose: { code: 'customer_call', words: 'The customer is on the phone or wrote to us' },
        }),
      ],
    },
  ],
  more: false,
  ...change,
})

export const personSaw = (change: Partial<PersonSaw> = {}): PersonSaw => ({
  person: ana(),
  from: '2026-06-24',
  to: '2026-06-30',
  entries: 9,
  days: [
    {
      day: '2026-06-30',
      records: [
        {
          about: { words: 'customer', id: masked('••••ghij', 'last4'), place: null },
          times: 3,
          lastAt: inHours(-0.2),
          acts: [act()],
        },
        {
          about: null,
          times: 6,
          lastAt: inHours(-1),
          acts: [act({ says: 'listed transactions', words: null, times: 6 })],
        },
      ],
    },
  ],
  more: false,
  ...change,
})
