import type { GlassBreak, GlassFigures, GlassPage, GlassSeen } from '@paydesk/shared/compliance/glass'
import { glassHandle } from '@paydesk/shared/compliance/glass'
import { someReference } from './ids.ts'
import { clear, inHours } from './values.ts'

export const glassNumbered = (n: number) => glassHandle.parse(`g_${String(n).padStart(20, '0')}`)

/** Broken by a colleague a moment ago, and acknowledged by nobody. */
export function glassBreak(n = 1, change: Partial<GlassBreak> = {}): GlassBreak {
  return {
    glass: glassNumbered(n),
    by: { name: 'Ana Ruiz', me: false },
    role: { id: 'support', label: 'Support' },
    purpose: 'incident',
    ticket: 'INC-4417',
    text: clear('Payments of a customer are stuck at night'),
    at: inHours(-0.1),
    until: inHours(0.15),
    isOver: false,
    acknowledged: null,
    mayAcknowledge: true,
    report: null,
    isReportMissing: false,
    ...change,
  }
}

export const glassPage = (breaks: readonly GlassBreak[] = []): GlassPage => ({
  breaks: [...breaks],
  more: false,
})

export function glassFigures(change: Partial<GlassFigures> = {}): GlassFigures {
  const last = Date.parse('2026-06-29')
  const weeks = Array.from({ length: 12 }, (_, at) => ({
    week: new Date(last - (11 - at) * 7 * 86_400_000).toISOString().slice(0, 10),
    count: 0,
  }))
  return { thisWeek: 0, weeks, people: [], waiting: 0, missing: 0, ...change }
}

export function glassSeen(one: GlassBreak = glassBreak()): GlassSeen {
  return {
    break: one,
    counts: [
      { action: 'identity.viewed', says: 'opened an identity record', count: 2 },
      { action: 'customer.viewed', says: 'opened a customer', count: 1 },
    ],
    entries: [
      {
        at: inHours(-0.05),
        action: 'identity.viewed',
        says: 'opened',
        result: 'allowed',
        about: { words: 'identity record', id: 'i_0123456789abcdefghij' },
        environment: 'stage',
        reference: someReference,
      },
    ],
    more: false,
  }
}
