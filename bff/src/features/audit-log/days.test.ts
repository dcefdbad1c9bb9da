import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../platform/problem/problem.ts'
import { resolveAuditDays } from './days.ts'

const zone = 'Europe/Berlin'

describe('days of the audit log', () => {
  it('are the last seven by default or the requested ones, at most 31', () => {
    const now = Date.parse('2026-06-30T12:00:00Z')
    expect(resolveAuditDays(zone, {}, now)).toMatchObject({ first: '2026-06-24', last: '2026-06-30' })
    expect(resolveAuditDays(zone, {}, now).days).toHaveLength(7)
    expect(() => resolveAuditDays(zone, { from: '2026-05-30', to: '2026-06-30' }, now)).toThrow(ProblemError)
    expect(() => resolveAuditDays(zone, { from: '2026-06-30', to: '2026-06-29' }, now)).toThrow(ProblemError)
    const day = fc.integer({ min: 11_000, max: 20_000 })
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 30 }), (start, more) => {
        const name = (at: number) => new Date(at * 86_400_000).toISOString().slice(0, 10)
        const { days, from, to } = resolveAuditDays(zone, { from: name(start), to: name(start + more) }, now)
        expect(days.map((one) => one.day)).toEqual(
          Array.from({ length: more + 1 }, (_, n) => name(start + n)),
        )
        expect(days[0]?.from).toBe(from)
        expect(to).toBeGreaterThan(days.at(-1)?.from ?? 0)
      }),
    )
  })
})
