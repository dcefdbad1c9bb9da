import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sessionEndReason } from '@paydesk/shared/administration/sessions'
import { auditEntryView, auditEventGroup } from '@paydesk/shared/compliance/audit-log'
import { callerVerificationResult } from '@paydesk/shared/compliance/caller-verification'
import { anyCharacter } from '@paydesk/shared/core/any-character.test-kit'
import { role } from '@paydesk/shared/core/permissions'
import { problemId } from '@paydesk/shared/core/problem'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFieldAccess } from '../../platform/access/field-access.ts'
import { fieldNames } from '../../platform/access/policy/access-policy.ts'
import { fieldLabels } from '../../platform/access/policy/field-labels.ts'
import { getEventLabel, getSubjectKindLabel, listActionsInGroup } from '../../platform/audit/event-labels.ts'
import { describeAuditOutcome } from './outcome.ts'
import { presentAuditEntry } from './present.ts'
import type { StaffDirectory } from './staff-directory.ts'
import type { AuditEntryRow, AuditVisibility } from './visibility.ts'

const noWord = 'for a reason that this version has no word for'
const sights = { support: createFieldAccess('support'), auditor: createFieldAccess('auditor') }
const all = auditEventGroup.options.flatMap(listActionsInGroup)
const me = { issuer: 'https://id.test', subject: 'ana' }
const sees = (which: AuditVisibility['which']): AuditVisibility => ({
  which,
  me,
  environment: 'stage',
  merchants: null,
})
const people: StaffDirectory = {
  presentPerson: (_, shown) => ({
    person: 'p_00000000000000000000' as never,
    name: shown('Ana Ruiz'),
    me: false,
  }),
}

const row = (change: Partial<AuditEntryRow> = {}): AuditEntryRow => ({
  ...{ seq: 1, time_ms: 1, instance: '0f3c', actor_issuer: me.issuer, actor_subject: me.subject },
  ...{ role: 'support', session_hash: 'f', source_address: '192.0.2.7', action: 'customer.viewed' },
  ...{ result: 'allowed', reason: null, environment: 'stage', merchant: null, subject_kind: 'customer' },
  ...{ subject_id: 'c_00000000000000000000', reference: 'PD-0123456789', field: null, purpose_code: null },
  ...{ case_ref: null, reauthentication_age: null },
  ...change,
})

const told = (one: AuditEntryRow, who: 'support' | 'auditor' = 'auditor') =>
  presentAuditEntry(
    { row: one, link: { chain: 'stage', n: 1, prev: '0'.repeat(64), hash: 'f'.repeat(64) } },
    { fieldAccess: sights[who], visibility: sees(who === 'auditor' ? 'every' : 'own'), people },
  )

describe('audit log labels', () => {
  it('every action has its own label, in one group', () => {
    const source = readFileSync(join(import.meta.dirname, '../../platform/audit/entry.ts'), 'utf8')
    const union = source.slice(
      source.indexOf('export type AuditEvent'),
      source.indexOf('export type AuditAction'),
    )
    const named = new Set([...union.matchAll(/'([a-z_]+(?:\.[a-z_]+)+)'/g)].map(([, action]) => action))
    expect(named.size).toBeGreaterThan(60)
    expect(new Set(all)).toEqual(named)
    expect(all).toHaveLength(named.size)
  })

  it('every label is a whole sentence in every role, with and without a record', () => {
    for (const action of all)
      for (const one of [row({ action }), row({ action, subject_kind: null, subject_id: null })]) {
        const { says } = auditEntryView.parse(told(one))
        expect(says, action).toMatch(/^[a-z][A-Za-z’ -]+[a-z]$/)
        expect(says.length, action).toBeLessThan(70)
      }
  })

  it('every problem has an outcome text, and every note a number', () => {
    for (const id of problemId.options) expect(describeAuditOutcome(id), id).toMatch(/^[a-z].*[a-z]$/)
    expect(describeAuditOutcome('rows:1')).toBe('1 row')
    expect(describeAuditOutcome('left rows:12412')).toBe('the reader left before the end, 12,412 rows')
    expect(describeAuditOutcome('not_whole rows:7')).toBe('not whole, 7 rows')
    expect(describeAuditOutcome('answer:other')).toBe('it did not match')
    expect(describeAuditOutcome('seconds:61')).toBe('for 61 s')
    expect(describeAuditOutcome(`file:doc_${'0f'.repeat(12)}/2`)).toBe('file 3 of the document')
    expect(describeAuditOutcome('because:lost_device')).toBe('a device was lost or left open')
    expect(describeAuditOutcome(null)).toBeNull()
  })

  it('every reason code and every note has a text, also under break-glass access', () => {
    const source = readFileSync(join(import.meta.dirname, '../../platform/audit/reason.ts'), 'utf8')
    const union = (name: string) => {
      const from = source.indexOf(`export type ${name} =`)
      return [...source.slice(from, source.indexOf('\n\n', from)).matchAll(/^ {2}\| ['`](\w+)/gm)]
    }
    const words = union('AuditReasonCode').map(([, word = '']) => word)
    const kinds = new Set(union('AuditNote').map(([, kind]) => kind))
    expect(words.length).toBeGreaterThan(10)
    const notes = [
      ...['lines:0', 'rows:12412', 'seconds:1', `until:${Date.now()}`, 'not_given'],
      ...callerVerificationResult.options.map((answer) => `answer:${answer}`),
      ...sessionEndReason.options.map((reason) => `because:${reason}`),
      ...[0, 5].map((file) => `file:doc_${'4c'.repeat(12)}/${file}`),
    ]
    expect(new Set(notes.map((note) => note.split(':')[0]))).toEqual(kinds)
    for (const part of [...words, ...notes, ...problemId.options]) {
      const told = describeAuditOutcome(part) ?? ''
      expect(told, part).toMatch(/^[a-z0-9].*[A-Za-z]$/)
      expect(told, part).not.toContain(noWord)
      if (part !== 'break_glass')
        expect(describeAuditOutcome(`${part} break_glass`), part).toBe(`${told}, behind broken glass`)
    }
  })

  it('every field has the label of the access policy, within a sentence', () => {
    for (const field of fieldNames) {
      const words = told(row({ field })).field ?? ''
      expect(words, field).toBe(
        fieldLabels[field][1].replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase()),
      )
      expect(words, field).not.toContain('_')
    }
    expect(told(row({ field: 'profile.dob' })).field).toBe('date of birth')
    expect(told(row({ field: 'transfer.sender_iban' })).field).toBe('IBAN of the payer')
  })

  it('a subject with a hidden ID is named by its kind', () => {
    const line = (action: string, subject_kind: string | null) => {
      const one = { ...row({ action, subject_kind, actor_subject: 'ben' }) }
      const { says, about } = told(one, 'support')
      return about === null ? says : `${says} ${about.words}`
    }
    expect(line('session.started', 'session')).toBe('signed in and began a session')
    expect(line('session.started', null)).toBe('signed in')
    expect(line('session.ended_by', 'session')).toBe('ended a colleague’s session')
    expect(line('import.started', 'import')).toBe('began an import')
    expect(line('identity.viewed', 'identity')).toBe('opened an identity record')
    expect(line('audit.staff_activity.viewed', 'person')).toBe('asked what was seen by a member of staff')
    expect(told(row({ action: 'session.started', subject_kind: 'session' })).about?.words).toBe('session')
  })

  it('foreign text in a row is never repeated', () => {
    const marked = fc
      .string({ unit: anyCharacter, maxLength: 12 })
      .map((text) => `zqxjkvbwph${text.replaceAll('zqxjkvbwph', '')}`)
    const open = fc.record({
      ...{ action: marked, reason: marked, role: marked, field: marked, purpose_code: marked },
      ...{ subject_kind: marked, instance: marked, case_ref: marked.map((text) => `${text} x`) },
      ...{ reference: marked, result: marked.map((text) => text as 'failed') },
    })
    fc.assert(
      fc.property(open, fc.constantFrom('support', 'auditor'), (change, who) => {
        const { instance, ...shown } = auditEntryView.parse(told(row(change), who))
        expect(instance).toMatch(/^[0-9a-f]{0,12}$/)
        expect(JSON.stringify(shown)).not.toContain('zqxjkvbwph')
        expect(getEventLabel(change.action).withSubject).not.toContain('zqx')
        expect(getSubjectKindLabel(change.subject_kind)).toBe('something')
      }),
      { numRuns: 40 },
    )
    fc.assert(fc.property(marked, (text) => !(describeAuditOutcome(text) ?? '').includes('zqxjkvbwph')))
  })

  it('every role sees staff and records as the access policy says', () => {
    const other = row({ actor_subject: 'ben' })
    expect(told(other).about?.id).toMatchObject({ visibility: 'masked', text: '••••0000', mask: 'last4' })
    expect(told(other).about?.place).toBeNull()
    expect(told(row(), 'support')).toMatchObject({
      about: { id: { visibility: 'clear' }, place: { page: 'customer' } },
      source: { visibility: 'clear' },
    })
    // Support never gets such a row; even then, the row would reveal nothing.
    expect(told(other, 'support')).toMatchObject({
      about: { id: { visibility: 'hidden' }, place: null },
      source: { visibility: 'hidden' },
    })
    expect(role.options).toHaveLength(5)
  })
})
