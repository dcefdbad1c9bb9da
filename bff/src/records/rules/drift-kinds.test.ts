import { driftKind } from '@paydesk/shared/work/drift'
import { describe, expect, it } from 'vitest'
import { sightsOf } from '../../platform/access/field-access.ts'
import { rules } from './contradictions.ts'
import { driftRules, driftTexts, kindsSeen } from './drift-kinds.ts'

const sights = sightsOf()

describe('which contradictions become items', () => {
  it('all but what is only a hint', () => {
    const kinds = driftRules.map(({ kind }) => kind)
    expect(new Set(kinds)).toEqual(new Set(driftKind.options))
    expect(rules.map(({ id }) => id).filter((id) => !kinds.some((kind) => kind === id))).toEqual([
      'step_open_after_end',
    ])
  })

  it('each has its texts, and those that nothing can take back say that they never close', () => {
    const texts = driftTexts(driftKind.options)
    expect(texts.map(({ id }) => id)).toEqual(driftRules.map(({ kind }) => kind))
    for (const text of texts)
      for (const words of [text.says, text.means, text.todo, text.closes])
        expect(words).toMatch(/^[A-Z].+\.$/)
    for (const { kind, settles } of driftRules)
      expect(/^Never/.test(texts.find(({ id }) => id === kind)?.closes ?? ''), kind).toBe(!settles)
  })

  it('a role is told of what it sees in full, and without `every` of identity and documents only', () => {
    const all = driftKind.options
    expect(new Set(kindsSeen(sights.finance, true))).toEqual(new Set(all))
    expect(kindsSeen(sights.compliance, false)).toEqual([
      'documents_without_step',
      'kyc_done_but_none',
      'other_customer',
      'review_without_step',
      'lifetime_below_seen',
    ])
    const hidden = ['other_currency', 'amounts_differ', 'lifetime_below_seen']
    expect(new Set(kindsSeen(sights.auditor, true))).toEqual(
      new Set(all.filter((kind) => !hidden.includes(kind))),
    )
    expect(kindsSeen(sights.support, false)).not.toContain('lifetime_below_seen')
  })
})
