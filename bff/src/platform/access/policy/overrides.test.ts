import { describe, expect, it } from 'vitest'
import { createFieldAccess, createFieldAccessByRole } from '../field-access.ts'
import { guardValue } from '../guarded.ts'
import { resolvePermissions } from '../permissions.ts'
import { formatPolicyCell, listLooserPolicyCells, parsePolicyOverrides } from './overrides.ts'

describe('overrides of cells', () => {
  it('are parsed in the notation of the access policy', () => {
    const { overrides, errors } = parsePolicyOverrides(
      'support:profile.email=-, finance:rid=S\n compliance:profile.dob=R:decade auditor:rid=M:dots admin:workflow=F support:holder.name=R+:initials',
    )
    expect(errors).toEqual([])
    expect(overrides.map(({ role, field, cell }) => `${role}:${field}=${formatPolicyCell(cell)}`)).toEqual([
      'support:profile.email=-',
      'finance:rid=S',
      'compliance:profile.dob=R:decade',
      'auditor:rid=M:dots',
      'admin:workflow=F',
      'support:holder.name=R+:initials',
    ])
    expect(parsePolicyOverrides('')).toEqual({ overrides: [], errors: [] })
  })

  it.each([
    ['support:profile.emal=-', 'no field'],
    ['support:constructor=F', 'no field'],
    ['clerk:profile.email=-', 'no role'],
    ['support:profile.email=X', 'no cell'],
    ['support:profile.email=M:constructor', 'no cell'],
    ['support:profile.email', 'expected role:field=cell'],
    ['compliance:secret=F', 'never sent'],
    ['compliance:card.card_token=R+:dots', 'never sent'],
    ['support:member.other=F', 'never sent'],
    ['support:state.state=-', 'cannot be hidden'],
    ['support:rid=-,support:rid=F', 'given twice'],
  ])('%s is rejected by name', (text, why) => {
    const { errors } = parsePolicyOverrides(text)
    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain(why)
    expect(errors[0]).toContain(text.split(',').at(-1))
  })

  it('take effect for their role only', () => {
    const fieldAccesses = createFieldAccessByRole(
      parsePolicyOverrides('support:profile.email=-, auditor:profile.email=F').overrides,
    )
    const email = guardValue('profile.email', 'mara@example.test')
    expect(fieldAccesses.support.mask(email)).toEqual({ visibility: 'hidden' })
    expect(fieldAccesses.auditor.mask(email)).toEqual({ visibility: 'clear', text: 'mara@example.test' })
    expect(fieldAccesses.compliance.mask(email)).toEqual(createFieldAccess('compliance').mask(email))
  })

  it.each([
    ['support:profile.email=F', true],
    ['support:profile.email=R:email', true],
    ['support:profile.email=M:last4', true],
    ['compliance:profile.dob=R:year', true],
    ['finance:profile.email=S', true],
    ['compliance:profile.dob=R:decade', true],
    ['support:profile.email=-', false],
    ['support:profile.email=S', false],
    ['support:profile.email=M:dots', false],
    ['support:profile.email=M:email', false],
    ['compliance:profile.email=M:email', false],
    ['support:workflow=F', false],
  ])('%s counts as looser: %s', (text, looser) => {
    const { overrides, errors } = parsePolicyOverrides(text)
    expect(errors).toEqual([])
    expect(listLooserPolicyCells(overrides)).toHaveLength(looser ? 1 : 0)
  })

  it('are listed with the original cell if they are looser', () => {
    expect(listLooserPolicyCells(parsePolicyOverrides('support:profile.email=F').overrides)).toEqual([
      'support:profile.email M:email -> F',
    ])
  })
})

describe('permissions', () => {
  const reads = [
    'customer.read',
    'identity.summary',
    'search.use',
    'notification.read',
    'transaction.read',
    'transaction.record',
  ]
  const everybody = ['health.read', 'live.listen', 'session.own', 'audit.own']
  const support = [...everybody, ...reads, 'inbox.read'].sort()
  const lists = ['records.export', 'records.read', 'notification_queue.read', 'undocumented_values.read']
  const all = [...support, ...lists, 'identity.read', 'identity.record']
  const queue = ['case.position', 'review.read']
  const answering = ['question.answer', 'question.ask']
  const reconciliation = ['reconciliation.explain', 'reconciliation.read']
  const working = [
    ...all,
    ...queue,
    ...answering,
    ...reconciliation,
    'caller.check',
    'notification_queue.reprocess',
    'review.work',
  ]

  it.each([
    [
      'support',
      [
        ...[...support, 'caller.check', 'break_glass.start', 'question.ask', 'case.position'],
        ...['payment_link.show', 'payment_request.create', 'payment_request.read'],
      ].sort(),
    ],
    [
      'finance',
      [
        ...[...working, 'reconciliation.every', 'break_glass.start', 'reveal.use', 'review.every'],
        ...['payment_link.show', 'payment_request.create', 'payment_request.read'],
      ].sort(),
    ],
    [
      'compliance',
      [
        ...working,
        ...['document.download', 'document.read', 'break_glass.review', 'break_glass.count'],
        ...[
          'payment_link.show',
          'payment_request.read',
          'reveal.use',
          'reveal.watch',
          'field_permissions.read',
        ],
        ...['subject_access.export', 'audit.record_access', 'export.approve'],
      ].sort(),
    ],
    [
      'auditor',
      [
        ...[
          ...all,
          ...queue,
          'reconciliation.every',
          'reconciliation.read',
          'health.details',
          'review.every',
          'field_permissions.read',
        ],
        ...['break_glass.count', 'payment_request.read', 'reveal.use', 'session.every'],
        ...['audit.every', 'audit.export', 'audit.record_access', 'audit.verify'],
      ].sort(),
    ],
    [
      'admin',
      [
        ...[...everybody, 'health.details', 'import.run', 'session.end', 'session.every'],
        ...['field_permissions.read', 'api_key.manage', 'audit.office', 'audit.verify'],
      ].sort(),
    ],
  ] as const)('of %s', (role, granted) => {
    expect([...resolvePermissions(role)].sort()).toEqual(granted)
  })
})
