import { roleSchema, staffPermissionSchema } from '@paydesk/shared/core/permissions'
import { describe, expect, it } from 'vitest'
import { resolveFieldAccessRole, resolvePermissions } from './permissions.ts'

/** Second copy of the list, so that a change of the rights must be made here too. */
const given = ['identity.read', 'identity.record', 'reveal.use', 'document.read']
const taken = [
  'records.export',
  'review.work',
  'notification_queue.reprocess',
  'reconciliation.explain',
  'document.download',
  'subject_access.export',
  'audit.export',
  'payment_request.create',
]
const mayBreak = new Set<string>(['support', 'finance'])

describe('during break-glass access', () => {
  it.each(roleSchema.options)('%s has exactly the listed permissions', (one) => {
    const own = resolvePermissions(one)
    const wide = resolvePermissions(one, true)
    if (!mayBreak.has(one)) {
      expect(wide).toEqual(own)
      expect(resolveFieldAccessRole(one, true)).toBe(one)
      return
    }
    const known: readonly string[] = staffPermissionSchema.options
    const expected = [...own, ...given.filter((name) => known.includes(name))].filter(
      (name) => !taken.includes(name),
    )
    expect([...wide].sort()).toEqual([...new Set(expected)].sort())
    expect([resolveFieldAccessRole(one, false), resolveFieldAccessRole(one, true)]).toEqual([
      one,
      'compliance',
    ])
  })

  it('no role may decide, export, download or administer', () => {
    for (const one of ['support', 'finance'] as const)
      for (const name of resolvePermissions(one, true))
        expect(name).not.toMatch(/\.(export|work|download|reprocess|explain|end|every\.end|run)$/)
  })

  it('only support and finance may use break-glass', () => {
    expect(roleSchema.options.filter((one) => resolvePermissions(one).has('break_glass.start'))).toEqual([
      ...mayBreak,
    ])
  })
})
