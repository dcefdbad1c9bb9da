import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDocumentElements } from '../../payment-service/parsing/document-elements.ts'
import {
  parseIdentityRecord,
  parseNotificationRecord,
  parseStateRecord,
} from '../../payment-service/parsing/wire.ts'
import { guardValue } from '../../platform/access/guarded.ts'
import { pickByRunLength } from '../../platform/runtime/run-length.test-kit.ts'
import { findDocumentValueAtPath, findFieldAtPath, findValueAtPath } from './field-path.ts'

const kinds = ['identity', 'transaction', 'notification', 'document', 'audit_entry'] as const

describe('a reveal path', () => {
  it.each([
    ['identity', 'profile.dob', 'profile.dob'],
    ['identity', 'supporting_documents.elements.12.status', 'document.other'],
    ['transaction', 'original_message.account.identifier', 'rid'],
    ['transaction', 'original_message.account.ext.anything', 'account.ext'],
    ['transaction', 'payment_provider_responses.3.reference_code', 'ppr.reference_code'],
    ['transaction', 'secret', 'secret'],
    ['notification', 'original_sender_iban', 'transfer.sender_iban'],
    ['notification', 'screen_entities', 'notification.screen_entities'],
    ['notification', 'outstanding_tasks.elements.0.id', 'task.id'],
    ['audit_entry', 'about.id', 'audit.subject_id'],
    ['document', 'status', 'document.other'],
    ['document', 'kind', 'document.kind'],
    ['document', 'createdAt', 'document.created_at'],
    ['document', 'files.19.name', 'document.other'],
    ['document', 'fields', 'document.other'],
    ['document', 'fields.number', 'document.other'],
    ['document', 'fields.pages.0.text.12.name', 'document.other'],
  ] as const)('in the kind %s: %s leads to %s', (kind, path, field) => {
    expect(findFieldAtPath(kind, path.split('.'))).toBe(field)
  })

  it.each([
    'profile',
    'profile.dob.field',
    'profile.__proto__',
    'constructor',
    'toString',
    'profile.0',
    'supporting_documents.elements.-1.status',
    'supporting_documents.elements.01.status',
    'supporting_documents.elements.length',
    'original_message.account.ext.a.b',
    'about',
    'about.kind',
    'about.id.0',
    'person',
    'source',
    'position',
    'fingerprint',
    'files.0.address',
    'files.0.address.where',
    'files.0.address.path',
    'fields.download_url',
    'fields.files.0.url',
    'fields.page.href',
    'fields.link',
    'fields.Name',
    'fields.__proto__',
    'fields.a.b.c.d.e.f',
  ])('%s leads nowhere', (path) => {
    for (const kind of kinds) expect(findFieldAtPath(kind, path.split('.')), kind).toBeNull()
  })

  it('leads in a record to the same field as in every record, or to nothing', () => {
    const body = {
      id: '_a41c7e2_18f2b3c4d50__3b1f',
      profile: { dob: '1988-04-17', zz_new: 'x' },
      supporting_documents: [{ status: 'x', download_url: 'y' }],
      original_message: { account: { identifier: 'cust-1', ext: { note: 'x', deep: { a: 1 } } } },
      payment_provider_responses: [{ reference_code: '1' }, {}],
      secret: 'zqx7',
    }
    const records = {
      identity: parseIdentityRecord(body),
      transaction: parseStateRecord(body),
      notification: { ok: true as const, value: parseNotificationRecord(body) },
      document: { ok: true as const, value: null },
      audit_entry: { ok: true as const, value: { about: { id: guardValue('audit.subject_id', 'c_1') } } },
    }
    const element = {
      ...{ status: 'x', state: 'y', number: 0, url: 'z', deep: { id: [1, { link: 'q', href: 2 }] } },
      ...{ kind: 'k', files: [{ name: 'n', url: 'u' }, 'v'], Odd: 'w' },
    }
    const [document] = parseDocumentElements(element, () => ({ where: 'here', path: '/p' })).listed
    if (document === undefined) throw new Error('nothing was listed')
    const texts = [
      'profile',
      'dob',
      'supporting_documents',
      'elements',
      '0',
      '1',
      '7',
      'status',
      'secret',
      'id',
      'ext',
    ]
    const more = [
      'original_message',
      'account',
      'identifier',
      'note',
      'deep',
      'payment_provider_responses',
      'reference_code',
    ]
    const ofOthers = [
      'about',
      'files',
      'name',
      'fields',
      'number',
      'deep',
      'url',
      'kind',
      'state',
      'address',
      'path',
    ]
    const step = fc.constantFrom(...texts, ...more, ...ofOthers)
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.array(step, { minLength: 1, maxLength: 5 }), (kind, path) => {
        const read = records[kind]
        const leaf =
          kind === 'document'
            ? findDocumentValueAtPath(document, path)
            : read.ok
              ? findValueAtPath(read.value, path)
              : null
        return leaf === null || leaf.field === findFieldAtPath(kind, path)
      }),
      { numRuns: pickByRunLength(3_000, 20_000) },
    )
    expect(
      findValueAtPath(records.identity.ok ? records.identity.value : null, ['profile', 'dob'])?.field,
    ).toBe('profile.dob')
    const listed = ['number', 'state', 'deep.id.0', 'files.0.name', 'files.1'].map((way) => way.split('.'))
    const found = listed.filter((way) => findDocumentValueAtPath(document, ['fields', ...way]) !== null)
    expect(found).toEqual(listed)
    for (const way of [['status'], ['files', '0', 'name']])
      expect(findDocumentValueAtPath(document, way)?.field).toBe('document.other')
    for (const way of ['status', 'kind', 'url', 'deep', 'Odd', 'deep.id.1.href', 'files.0.url'])
      expect(findDocumentValueAtPath(document, ['fields', ...way.split('.')]), way).toBeNull()
  })
})
