import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sessionEndReasonSchema } from '@paydesk/shared/administration/sessions'
import {
  type AuditEventTexts,
  formatAuditEvent,
  formatAuditOutcomePart,
  labelRecordKind,
} from '@paydesk/shared/compliance/audit-event-text'
import { auditEntryViewSchema, auditEventGroupSchema } from '@paydesk/shared/compliance/audit-log'
import { callerVerificationResultSchema } from '@paydesk/shared/compliance/caller-verification'
import { anyCharacter } from '@paydesk/shared/core/any-character.test-kit'
import { createFormatter } from '@paydesk/shared/core/formatter'
import { roleSchema } from '@paydesk/shared/core/permissions'
import { problemIdSchema } from '@paydesk/shared/core/problem'
import { recordedPurposeCodeSchema } from '@paydesk/shared/core/purposes'
import { germanAuditEvents } from '@paydesk/shared/messages/de/audit-events'
import { englishAuditEvents } from '@paydesk/shared/messages/en/audit-events'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFieldAccess } from '../../platform/access/field-access.ts'
import { type FieldName, fieldNames } from '../../platform/access/policy/access-policy.ts'
import type { AuditAction, AuditSubject } from '../../platform/audit/entry.ts'
import { listAuditActionsInGroup } from '../../platform/audit/event-groups.ts'
import { parseAuditOutcome } from './outcome.ts'
import { presentAuditEntry } from './present.ts'
import type { StaffDirectory } from './staff-directory.ts'
import type { AuditEntryRow, AuditVisibility } from './visibility.ts'

const format = createFormatter({ language: 'en', timeZone: 'UTC', numbers: '1,234.56', dates: 'iso' })
const fieldAccesses = { support: createFieldAccess('support'), auditor: createFieldAccess('auditor') }
const all = auditEventGroupSchema.options.flatMap(listAuditActionsInGroup)
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
    {
      row: one,
      times: 1,
      since: 1,
      link: { chain: 'stage', n: 1, prev: '0'.repeat(64), hash: 'f'.repeat(64) },
    },
    { fieldAccess: fieldAccesses[who], visibility: sees(who === 'auditor' ? 'every' : 'own'), people },
  )

const languages = [englishAuditEvents, germanAuditEvents]
const codesOf = (text: string) =>
  [...text.matchAll(/'([a-z_]+(?:\.[a-z_]+)+)'/g)].map(([, code = '']) => code)

describe('audit log codes', () => {
  it('every action is in one group and has words, with and without a record', () => {
    const source = readFileSync(join(import.meta.dirname, '../../platform/audit/entry.ts'), 'utf8')
    const named = new Set(
      codesOf(
        source.slice(source.indexOf('export type AuditEvent'), source.indexOf('export type AuditAction')),
      ),
    )
    expect(named.size).toBeGreaterThan(60)
    expect(new Set(all)).toEqual(named)
    expect(all).toHaveLength(named.size)
    for (const { events, recordEvents } of languages) {
      const actions: Readonly<Record<AuditAction | 'unknown', string>> = events
      expect(new Set(Object.keys(actions))).toEqual(new Set([...named, 'unknown']))
      for (const action of Object.keys(recordEvents)) expect(actions).toHaveProperty([action])
    }
    const withRecord = listAuditActionsInGroup('reads').filter((action) => !/colleagues/.test(action))
    for (const action of withRecord) expect(englishAuditEvents.recordEvents).toHaveProperty([action])
  })

  it('every record, field and purpose has words', () => {
    for (const { kinds, someKinds, kindCounts, fields, purposes } of languages) {
      const named: Readonly<Record<AuditSubject['kind'] | 'unknown', string>> = kinds
      for (const names of [someKinds, kindCounts]) expect(Object.keys(names)).toEqual(Object.keys(named))
      const labels: Readonly<Record<FieldName, string>> = fields
      expect(new Set(Object.keys(labels))).toEqual(new Set(fieldNames))
      expect(new Set(Object.values(labels)).size).toBe(fieldNames.length)
      expect(Object.keys(purposes)).toEqual(recordedPurposeCodeSchema.options)
    }
  })

  it('every problem, reason code and note is parsed and has words, also under break-glass access', () => {
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
      ...callerVerificationResultSchema.options.map((answer) => `answer:${answer}`),
      ...sessionEndReasonSchema.options.map((reason) => `because:${reason}`),
      ...[0, 5].map((file) => `file:doc_${'4c'.repeat(12)}/${file}`),
    ]
    expect(new Set(notes.map((note) => note.split(':')[0]))).toEqual(kinds)
    for (const part of [...words, ...notes, ...problemIdSchema.options]) {
      const parsed = parseAuditOutcome(part)
      expect(parsed, part).toHaveLength(1)
      if (part !== 'break_glass')
        expect(parseAuditOutcome(`${part} break_glass`)).toEqual([...parsed, { code: 'break_glass' }])
      for (const texts of languages) {
        const text = parsed
          .map((one) => formatAuditOutcomePart(one, '2026-06-30T12:00:00.000Z', texts, format))
          .join()
        expect(text, part).toMatch(/\p{L}/u)
        expect(text, part).not.toBe(texts.outcomes.undocumented)
      }
    }
    expect(parseAuditOutcome('not_whole rows:7')).toEqual([{ code: 'not_whole' }, { code: 'rows', count: 7 }])
    expect(parseAuditOutcome(`file:doc_${'0f'.repeat(12)}/2`)).toEqual([{ code: 'file', count: 3 }])
    expect(parseAuditOutcome(null)).toEqual([])
  })

  it('an event is put into words in each language, with its record and without', () => {
    const sentence = (one: AuditEntryRow, texts: AuditEventTexts) => {
      const { action, about } = told(one, 'support')
      const record = about === null ? null : labelRecordKind(about.kind, texts.someKinds)
      return formatAuditEvent(action, record, texts, format).join('')
    }
    const line = (action: string, subject_kind: string | null) => {
      const one = { ...row({ action, subject_kind, actor_subject: 'ben' }) }
      return languages.map((texts) => sentence(one, texts))
    }
    expect(line('session.started', 'session')).toEqual([
      'signed in and started a session',
      'angemeldet und eine Sitzung gestartet',
    ])
    expect(line('session.started', null)).toEqual(['signed in', 'angemeldet'])
    expect(line('transaction.viewed', 'transaction')[1]).toBe('eine Transaktion geöffnet')
    // Entries of a later version keep their kind of record and are not repeated.
    expect(line('customer.cloned', 'customer')[0]).toBe(
      'did something to a customer that this version of Paydesk does not know',
    )
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
        const { instance, ...shown } = auditEntryViewSchema.parse(told(row(change), who))
        expect(instance).toMatch(/^[0-9a-f]{0,12}$/)
        expect(JSON.stringify(shown)).not.toContain('zqxjkvbwph')
        expect(shown).toMatchObject({ action: 'unknown', about: { kind: 'unknown' } })
      }),
      { numRuns: 40 },
    )
    fc.assert(fc.property(marked, (text) => !JSON.stringify(parseAuditOutcome(text)).includes('zqxjkvbwph')))
  })

  it('every role sees staff and records as the access policy says', () => {
    const other = row({ actor_subject: 'ben' })
    expect(told(other).about?.id).toMatchObject({ visibility: 'masked', text: '••••0000', mask: 'last4' })
    expect(told(other).about?.link).toBeNull()
    expect(told(row(), 'support')).toMatchObject({
      about: { id: { visibility: 'clear' }, link: { page: 'customer' } },
      source: { visibility: 'clear' },
    })
    // Support never gets such a row; even then, the row would reveal nothing.
    expect(told(other, 'support')).toMatchObject({
      about: { id: { visibility: 'hidden' }, link: null },
      source: { visibility: 'hidden' },
    })
    expect(roleSchema.options).toHaveLength(5)
  })
})
