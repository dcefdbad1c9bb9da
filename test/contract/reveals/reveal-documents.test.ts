import type { JsonValue } from '@paydesk/bff/payment-service/parsing/json'
import type { DocumentSummary } from '@paydesk/shared/compliance/documents'
import { revealResponseSchema } from '@paydesk/shared/compliance/reveals'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it } from 'vitest'
import { openDocumentSession } from '../../support/contract/documents.ts'
import { rawBody, requestReveal, revealTicket, valueIn } from '../../support/contract/reveals.ts'
import {
  askedPaths,
  auditRows,
  controlSandbox,
  customerOf,
  forgetRequests,
  identityHandleOf,
  onOneDatabase,
  problemIn,
  rowsOf,
} from '../../support/contract/support.ts'
import type { Visitor } from '../../support/stack/start.ts'

const env = 'stage'
const rid = 'cust-00417'
const nowhere = `doc_${'0'.repeat(24)}`

/** Paths of a document that are never revealed: URLs, values shown in full, and paths without a value. */
const never = [
  'kind',
  'createdAt',
  'position',
  'fingerprint',
  'document',
  'files',
  'files.0',
  'files.0.address',
  'files.0.address.path',
  'fields.download_url',
  'fields.files.0.url',
  'fields.__proto__',
  'fields.Number',
  'supporting_documents',
  'profile.email',
  'id',
]

/** Values that the summary of a document offers to reveal, with the paths for the reveal call. */
function offeredBy(
  card: DocumentSummary,
): { readonly path: readonly string[]; readonly value: MaskedValue }[] {
  return [
    { path: ['status'], value: card.status },
    ...card.fields.map(({ path, value }) => ({ path: ['fields', ...path.slice(2)], value })),
    ...card.files.map(({ file, name }) => ({ path: ['files', String(file), 'name'], value: name })),
  ].filter(({ value }) => value.visibility === 'masked' && value.reveal === 'plain')
}

onOneDatabase('a value of a document', (stack) => {
  let compliance: Visitor
  let identity = ''
  let id = ''
  let raw: JsonValue
  let cards: DocumentSummary[] = []

  const list = async () =>
    (await compliance.get(endpoints.listDocuments, { params: { env, identity } })).documents
  const of = (position: number) => ({
    kind: 'document',
    identity,
    document: cards[position]?.document ?? nowhere,
  })
  const override = (supporting_documents: JsonValue) =>
    controlSandbox(stack(), 'POST', 'override', {
      ...{ account: env, operation: 'identity', id },
      body: { id, profile: { remote_user_id: rid }, supporting_documents },
    })
  const restore = () => controlSandbox(stack(), 'DELETE', 'overrides')

  beforeAll(async () => {
    compliance = await stack().as('compliance')
    id = (await customerOf(stack(), rid)).identity
    identity = await identityHandleOf(stack(), rid, id)
    raw = await rawBody(stack(), `identity/${id}`)
    cards = await list()
  })

  it('is revealed to compliance if its summary offers the reveal, with an audit event', async () => {
    const seen: Record<string, string | null> = {}
    for (const [position, card] of cards.entries())
      for (const { path } of offeredBy(card)) {
        const { value: answer, rows } = await rowsOf(stack(), () =>
          requestReveal(compliance, { record: of(position), path }),
        )
        expect(answer.status, answer.text).toBe(200)
        const { value } = revealResponseSchema.parse(answer.json)
        seen[`${position} ${path.join('.')}`] = value
        expect(rows).toMatchObject([
          {
            ...{ action: 'field.revealed', result: 'allowed', reason: null, actor_subject: 'clara.weiss' },
            ...{ subject_kind: 'identity', subject_id: identity, merchant: 'demo-merchant' },
            ...{ field: 'document.other', purpose_code: 'identity_check', case_ref: revealTicket },
          },
        ])
      }
    const at = (...path: string[]) => valueIn(raw, ['supporting_documents', ...path])
    expect(seen).toEqual({
      '0 status': at('0', 'status'),
      '0 fields.id': at('0', 'id'),
      '0 fields.country': at('0', 'country'),
      '0 fields.mime_type': at('0', 'mime_type'),
      '1 fields.document_uid': at('1', 'document_uid'),
      '1 fields.files.0.name': at('1', 'files', '0', 'name'),
      '1 files.0.name': at('1', 'files', '0', 'name'),
      '2 fields': at('2'),
    })
    expect(Object.values(seen)).not.toContain(null)
    expect(JSON.stringify(await auditRows(stack()))).not.toMatch(/doc_7f31|utility-bill|not-an-object/)
  })

  it.each(never)('(%s) is revealed to nobody, without a request to the payment service', async (path) => {
    await forgetRequests(stack())
    const { value: answer, rows } = await rowsOf(stack(), () =>
      requestReveal(compliance, { record: of(0), path: path.split('.') }),
    )
    problemIn(answer, 'not_allowed')
    expect(rows).toMatchObject([{ action: 'field.revealed', result: 'refused', reason: 'not_allowed' }])
    expect(await askedPaths(stack())).toEqual([])
  })

  it.each(['support', 'finance', 'auditor', 'admin'] as const)(
    'is denied to %s, with the same answer for existing and missing values',
    async (person) => {
      const visitor = await stack().as(person)
      await forgetRequests(stack())
      const texts: string[] = []
      for (const [record, path] of [
        [of(0), ['fields', 'id']],
        [of(0), ['fields', 'no_such']],
        [{ ...of(0), document: nowhere }, ['fields', 'id']],
        [{ ...of(0), identity: `i_${'0'.repeat(20)}` }, ['fields', 'id']],
      ] as const) {
        const answer = await requestReveal(visitor, { record, path })
        problemIn(answer, 'not_allowed')
        texts.push(answer.text.replace(/PD-[0-9A-Z]{10}/, ''))
      }
      expect(new Set(texts).size).toBe(1)
      expect(await askedPaths(stack())).toEqual([])
    },
  )

  it('is denied without a session', async () => {
    problemIn(await requestReveal(stack().visitor(), { record: of(0), path: ['status'] }), 'not_signed_in')
  })

  it('of another merchant is answered like an unknown value', async () => {
    const limited = await openDocumentSession(stack())
    const { identity: other } = await customerOf(stack(), 'cust-outlet', 'demo-outlet')
    const foreign = await identityHandleOf(stack(), 'cust-outlet', other, 'demo-outlet')
    const path = ['status']
    const none = `i_${'0'.repeat(20)}`
    for (const handle of [foreign, none])
      problemIn(await requestReveal(limited, { record: { ...of(0), identity: handle }, path }), 'not_found')
    // A document handle is bound to its identity: with another identity the handle is unknown.
    problemIn(await requestReveal(compliance, { record: { ...of(0), identity: foreign }, path }), 'not_found')
    const wrong = await identityHandleOf(stack(), rid, other)
    problemIn(
      await requestReveal(compliance, { record: { ...of(0), identity: wrong }, path }),
      'upstream_mismatch',
    )
  })

  it.each<[string, object]>([
    ['no document', { document: undefined }],
    ['a document that is a place', { document: '0' }],
    ['no identity', { identity: undefined }],
    ['more than it needs', { position: 0 }],
  ])('with %s is a bad request', async (_, change) => {
    problemIn(
      await requestReveal(compliance, { record: { ...of(0), ...change }, path: ['status'] }),
      'bad_request',
    )
  })

  it.each(['members/id', 'fields.id', 'a'.repeat(41), ''])(
    'with %j in its path is a bad request',
    async (step) => {
      problemIn(await requestReveal(compliance, { record: of(0), path: ['fields', step] }), 'bad_request')
    },
  )

  it('that the document does not have is reported as not provided', async () => {
    for (const path of [['fields', 'no_such'], ['files', '7', 'name'], ['fields', 'type'], ['fields']]) {
      const { value: answer, rows } = await rowsOf(stack(), () =>
        requestReveal(compliance, { record: of(0), path }),
      )
      expect(revealResponseSchema.parse(answer.json).value, path.join('.')).toBeNull()
      expect(rows).toMatchObject([{ result: 'allowed', reason: 'not_given', field: 'document.other' }])
    }
  })

  it('is never taken from another document after the list has changed', async () => {
    const [passport, letter] = [
      { type: 'PASSPORT', number: 'zqx7-P-1' },
      { type: 'LETTER', number: 'zqx7-L-2' },
    ]
    await override([passport, letter])
    try {
      cards = await list()
      const number = ['fields', 'number']
      const seen = async (position: number) =>
        (await requestReveal(compliance, { record: of(position), path: number })).json
      expect(await seen(0)).toMatchObject({ value: 'zqx7-P-1' })
      for (const changed of [[letter, passport], [letter], [{ ...passport, number: 'zqx7-P-9' }], []]) {
        await override(changed)
        const { value: answer, rows } = await rowsOf(stack(), () =>
          requestReveal(compliance, { record: of(0), path: number }),
        )
        problemIn(answer, 'not_found')
        expect(answer.text).not.toContain('zqx7')
        expect(rows).toMatchObject([{ action: 'field.revealed', result: 'failed', reason: 'not_found' }])
      }
      await override([passport, letter])
      expect(await seen(1)).toMatchObject({ value: 'zqx7-L-2' })
    } finally {
      await restore()
      cards = await list()
    }
  })

  it('is not shown if its audit event cannot be written', async () => {
    const { append } = stack().deps.audit
    Object.assign(stack().deps.audit, { append: () => Promise.reject(new Error('no entry')) })
    try {
      const answer = await requestReveal(compliance, { record: of(0), path: ['fields', 'id'] })
      problemIn(answer, 'record_unavailable')
      expect(answer.text).not.toContain('doc_7f31')
    } finally {
      Object.assign(stack().deps.audit, { append })
    }
  })
})
