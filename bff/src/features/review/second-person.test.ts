import { decisionReason, verdict } from '@paydesk/shared/work/decision'
import { secondRule } from '@paydesk/shared/work/review'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reasonNamed, reasonsOf, usualReasons } from './reasons.ts'
import { neededFor, needsInWords } from './second-person.ts'

const rule = fc.constantFrom(...secondRule.options)
const item = fc.uniqueArray(rule).map((rules) => ({ second: rules.join(',') }))
const verdicts = fc.constantFrom(...verdict.options)
const earlier = fc.array(fc.record({ verdict: verdicts }), { maxLength: 4 })

describe('the rules for a second person', () => {
  it('hold whatever the item holds, in one order, and no other but a reversal', () => {
    fc.assert(
      fc.property(item, earlier, verdicts, (of, before, wanted) => {
        const needed = neededFor(of, before, wanted)
        const held = of.second === '' ? [] : of.second.split(',')
        for (const one of held) expect(needed).toContain(one)
        expect(needed).toEqual(secondRule.options.filter((one) => needed.includes(one)))
        const others = needed.filter((one) => !held.includes(one))
        expect(others.every((one) => one === 'reversal')).toBe(true)
      }),
    )
  })

  it('a reversal is what says something else than any earlier decision, whatever became of that', () => {
    fc.assert(
      fc.property(earlier, verdicts, (before, wanted) => {
        const turns = before.some((one) => one.verdict !== wanted)
        expect(neededFor({ second: '' }, before, wanted)).toEqual(turns ? ['reversal'] : [])
      }),
    )
  })

  it('a word that is no rule is a mistake, never "none is needed"', () => {
    expect(() => neededFor({ second: 'amount,else' }, [], 'accept')).toThrow()
  })

  it('each has words of its own', () => {
    const all = needsInWords(secondRule.options)
    expect(new Set(all).size).toBe(secondRule.options.length)
    for (const words of all) expect(words.length).toBeGreaterThan(15)
  })
})

describe('reasons', () => {
  it('are of the contract’s form, several for each kind of decision, each code once in it', () => {
    for (const one of usualReasons) expect(decisionReason.parse(one)).toEqual(one)
    for (const wanted of verdict.options) {
      const own = usualReasons.filter((one) => one.verdict === wanted)
      expect(own.length).toBeGreaterThanOrEqual(5)
      expect(new Set(own.map(({ code }) => code)).size).toBe(own.length)
    }
  })

  it('of a deployment replace the usual ones; one that is gone keeps its code', () => {
    const own = [{ verdict: 'accept' as const, code: 'own_reason', words: 'Ours' }]
    expect(reasonsOf({ reasons: own })).toBe(own)
    expect(reasonsOf({ reasons: null })).toBe(usualReasons)
    expect(reasonNamed(own, 'accept', 'own_reason').words).toBe('Ours')
    expect(reasonNamed(own, 'reject', 'own_reason').words).toBe('own_reason')
  })
})
