import { permission, role } from '@paydesk/shared/core/permissions'
import { describe, expect, it } from 'vitest'
import { resolveFieldAccessRole, resolvePermissions } from './permissions.ts'

/** Written down a second time: whoever widens it has to say so here too. */
const given = ['identity.read', 'identity.record', 'reveal.use', 'document.read']
const taken = [
  'index.export',
  'review.work',
  'ledger.reprocess',
  'drift.explain',
  'document.download',
  'subject.export',
  'trail.export',
]
const mayBreak = new Set<string>(['support', 'finance'])

describe('behind broken glass', () => {
  it.each(role.options)('%s may exactly what the list says', (one) => {
    const own = resolvePermissions(one)
    const wide = resolvePermissions(one, true)
    if (!mayBreak.has(one)) {
      expect(wide).toEqual(own)
      expect(resolveFieldAccessRole(one, true)).toBe(one)
      return
    }
    const known: readonly string[] = permission.options
    const expected = [...own, ...given.filter((name) => known.includes(name))].filter(
      (name) => !taken.includes(name),
    )
    expect([...wide].sort()).toEqual([...new Set(expected)].sort())
    expect([resolveFieldAccessRole(one, false), resolveFieldAccessRole(one, true)]).toEqual([
      one,
      'compliance',
    ])
  })

  it('nobody may decide, export, download or administer', () => {
    for (const one of ['support', 'finance'] as const)
      for (const name of resolvePermissions(one, true))
        expect(name).not.toMatch(/\.(export|work|download|reprocess|explain|end|every\.end|run)$/)
  })

  it('only support and finance break it', () => {
    expect(role.options.filter((one) => resolvePermissions(one).has('glass.break'))).toEqual([...mayBreak])
  })
})
