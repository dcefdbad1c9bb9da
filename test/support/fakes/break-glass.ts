import {
  type BreakGlassActivation,
  type BreakGlassActivityLog,
  type BreakGlassFigures,
  type BreakGlassList,
  breakGlassHandleSchema,
} from '@paydesk/shared/compliance/break-glass'
import { someReference } from './ids.ts'
import { buildClearValue, hoursFromNow } from './values.ts'

export const buildBreakGlassHandle = (n: number) =>
  breakGlassHandleSchema.parse(`g_${String(n).padStart(20, '0')}`)

/** Builds emergency access that a colleague started a moment ago and nobody has acknowledged. */
export function buildBreakGlassActivation(
  n = 1,
  change: Partial<BreakGlassActivation> = {},
): BreakGlassActivation {
  return {
    breakGlass: buildBreakGlassHandle(n),
    by: { name: 'Ana Ruiz', me: false },
    role: 'support',
    purpose: 'incident',
    ticket: 'INC-4417',
    text: buildClearValue('Payments of a customer are stuck at night'),
    at: hoursFromNow(-0.1),
    until: hoursFromNow(0.15),
    isOver: false,
    acknowledgement: null,
    mayAcknowledge: true,
    report: null,
    isReportMissing: false,
    ...change,
  }
}

export const buildBreakGlassList = (breaks: readonly BreakGlassActivation[] = []): BreakGlassList => ({
  activations: [...breaks],
  more: false,
})

export function buildBreakGlassFigures(change: Partial<BreakGlassFigures> = {}): BreakGlassFigures {
  const last = Date.parse('2026-06-29')
  const weeks = Array.from({ length: 12 }, (_, at) => ({
    week: new Date(last - (11 - at) * 7 * 86_400_000).toISOString().slice(0, 10),
    count: 0,
  }))
  return { thisWeek: 0, weeks, people: [], waiting: 0, missing: 0, ...change }
}

export function buildBreakGlassActivityLog(
  one: BreakGlassActivation = buildBreakGlassActivation(),
): BreakGlassActivityLog {
  return {
    activation: one,
    counts: [
      { action: 'identity.viewed', kind: 'identity', count: 2 },
      { action: 'customer.viewed', kind: 'customer', count: 1 },
    ],
    entries: [
      {
        at: hoursFromNow(-0.05),
        action: 'identity.viewed',
        result: 'allowed',
        about: { kind: 'identity', id: 'i_0123456789abcdefghij' },
        environment: 'stage',
        reference: someReference,
      },
    ],
    more: false,
  }
}
