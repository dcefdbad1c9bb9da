import { discrepancyKindSchema } from '@paydesk/shared/cases/reconciliation'
import { germanDiscrepancies } from '@paydesk/shared/messages/de/discrepancies'
import { englishDiscrepancies } from '@paydesk/shared/messages/en/discrepancies'
import { describe, expect, it } from 'vitest'
import { createFieldAccessByRole } from '../../platform/access/field-access.ts'
import { contradictionRules } from './contradictions.ts'
import { discrepancyRules, listVisibleDiscrepancyKinds } from './discrepancy-kinds.ts'

const fieldAccesses = createFieldAccessByRole()

describe('discrepancy kinds', () => {
  it('cover all contradictions except hints', () => {
    const kinds = discrepancyRules.map(({ kind }) => kind)
    expect(new Set(kinds)).toEqual(new Set(discrepancyKindSchema.options))
    expect(contradictionRules.map(({ id }) => id).filter((id) => !kinds.some((kind) => kind === id))).toEqual(
      ['step_open_after_end'],
    )
  })

  it('have texts in each language, which say if a discrepancy never closes', () => {
    for (const [{ kinds }, never] of [
      [englishDiscrepancies, /^Never/],
      [germanDiscrepancies, /^Nie:/],
    ] as const) {
      const texts: Readonly<Record<string, { readonly says: string; readonly closes: string }>> = kinds
      expect(Object.keys(texts).sort()).toEqual(contradictionRules.map(({ id }) => id).sort())
      for (const { says } of Object.values(texts)) expect(says).toMatch(/^[A-Z].+\.$/)
      for (const { kind, settles } of discrepancyRules)
        expect(never.test(kinds[kind].closes), kind).toBe(!settles)
    }
  })

  it('are visible for fully visible fields, and without `allKinds` only for identity and documents', () => {
    const all = discrepancyKindSchema.options
    expect(new Set(listVisibleDiscrepancyKinds(fieldAccesses.finance, true))).toEqual(new Set(all))
    expect(listVisibleDiscrepancyKinds(fieldAccesses.compliance, false)).toEqual([
      'documents_without_step',
      'kyc_done_but_none',
      'other_customer',
      'review_without_step',
      'lifetime_below_seen',
    ])
    const hidden = ['other_currency', 'amounts_differ', 'lifetime_below_seen']
    expect(new Set(listVisibleDiscrepancyKinds(fieldAccesses.auditor, true))).toEqual(
      new Set(all.filter((kind) => !hidden.includes(kind))),
    )
    expect(listVisibleDiscrepancyKinds(fieldAccesses.support, false)).not.toContain('lifetime_below_seen')
  })
})
