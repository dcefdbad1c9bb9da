import { pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  accountHolder,
  buildPaymentForm,
  createFormId,
  createPaymentRequest,
  createRid,
  draftRequest,
  env,
  exampleClient,
  sendDraft,
} from '../../support/contract/payment-requests.ts'
import {
  askedPaths,
  customerHandleOf,
  forgetRequests,
  onOneDatabase,
  problemIn,
} from '../../support/contract/support.ts'
import type { Visitor } from '../../support/stack/start.ts'

const holder = (more: object) => ({ accountHolder: { ...accountHolder, ...more } })
const person = (more: object) => ({ client: { ...exampleClient, ...more } })
const letters25 = 'Abcdefghijklmnopqrstuvwxy'

/** Invalid forms: label, replaced fields, and the field that the error names. */
const refused: readonly (readonly [words: string, more: Readonly<Record<string, unknown>>, name: string])[] =
  [
    ['an account holder without IBAN', holder({ iban: '' }), 'accountHolder.iban'],
    [
      'an account holder of nothing',
      holder({ iban: ' ', name: '', type: '', bic: '' }),
      'accountHolder.iban',
    ],
    ['an IBAN with wrong check digits', holder({ iban: 'SE4650000000058398257466' }), 'accountHolder.iban'],
    ['an IBAN that is too short', holder({ iban: 'SE455000000005839825746' }), 'accountHolder.iban'],
    ['an IBAN that is too long', holder({ iban: 'SE45500000000583982574660' }), 'accountHolder.iban'],
    ['an IBAN of no country', holder({ iban: 'XX4550000000058398257466' }), 'accountHolder.iban'],
    ['an account holder with GBP', { currency: 'GBP' }, 'accountHolder.iban'],
    ['a bank code of no form', holder({ bic: 'ESS' }), 'accountHolder.bic'],
    ['an unknown kind of account', holder({ type: 'PERSON' }), 'accountHolder.type'],
    ['a holder of 25 characters', holder({ name: letters25 }), 'accountHolder.name'],
    ['an amount of zero', { amount: '0.00' }, 'amount'],
    ['an amount of nothing', { amount: '' }, 'amount'],
    ['a negative amount', { amount: '-1.00' }, 'amount'],
    ['a part of a cent', { amount: '1.005' }, 'amount'],
    ['an amount with a thousands separator', { amount: '1,000' }, 'amount'],
    ['an amount with two separators', { amount: '1.000,00' }, 'amount'],
    ['an amount with an exponent', { amount: '1e3' }, 'amount'],
    ['an amount in hexadecimal', { amount: '0x10' }, 'amount'],
    ['an amount in other digits', { amount: '１２.50' }, 'amount'],
    ['an amount above the limit', { amount: '100000.01' }, 'amount'],
    ['a huge amount', { amount: '9'.repeat(300) }, 'amount'],
    ['an amount of not a number', { amount: 'NaN' }, 'amount'],
    ['an unknown currency', { currency: 'SEK', accountHolder: null }, 'currency'],
    ['a currency in small letters', { currency: 'eur', accountHolder: null }, 'currency'],
    ['an unknown workflow', { workflow: 'OTHER' }, 'workflow'],
    ['a merchant of nobody', { merchant: 'another-merchant' }, 'merchant'],
    ['a first name of 25 characters', person({ first_name: letters25 }), 'client.first_name'],
    [
      'a street of 25 characters',
      person({ billing_address_street: letters25 }),
      'client.billing_address_street',
    ],
    ['a city of 25 characters', person({ billing_address_city: letters25 }), 'client.billing_address_city'],
    ['a name with special characters', person({ last_name: 'Lind<b>qvist' }), 'client.last_name'],
    ['a name with a line break', person({ last_name: 'Lind\nqvist' }), 'client.last_name'],
    ['no first name', person({ first_name: '  ' }), 'client.first_name'],
    ['no e-mail address', person({ email: '' }), 'client.email'],
    ['an e-mail address of no form', person({ email: 'mara@example' }), 'client.email'],
    ['a telephone number without prefix', person({ mobile: '0700000417' }), 'client.mobile'],
    ['a telephone number of 16 digits', person({ mobile: '+1234567890123456' }), 'client.mobile'],
    ['a day that does not exist', person({ dob: '2001-02-29' }), 'client.dob'],
    ['a day to come', person({ dob: '2101-01-01' }), 'client.dob'],
    ['a country of three letters', person({ birth_country: 'SWE' }), 'client.birth_country'],
    [
      'an address in the US without a state',
      person({ billing_address_country: 'US' }),
      'client.billing_address_subdivision',
    ],
    ['a member that is not configured', person({ nickname: 'Mara' }), 'client.nickname'],
    ['a RID of no form', { customer: { kind: 'typed', rid: 'a/../b' } }, 'rid'],
    ['a RID of nothing', { customer: { kind: 'typed', rid: '' } }, 'rid'],
    ['a reference of 101 characters', { reference: 'R'.repeat(101) }, 'reference'],
    ['a reference with an at sign', { reference: 'mara@example.test' }, 'reference'],
    ['a reference that is an IBAN', { reference: 'SE45 5000 0000 0583 9825 7466' }, 'reference'],
    ['a reference that is a card number', { reference: '4111 1111 1111 1111' }, 'reference'],
  ]

onOneDatabase(
  'a payment request form',
  (stack) => {
    let support: Visitor
    beforeAll(async () => {
      support = await stack().as('support')
    })
    const draft = (body: unknown) => support.call(endpoints.draftPaymentRequest, { params: { env }, body })
    const rows = () =>
      stack()
        .deps.store.db.selectFrom('payment_requests')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()

    it.each(refused)('fails with %s', async (_, more, name) => {
      await forgetRequests(stack())
      const before = await rows()
      const body = buildPaymentForm(more)
      const answer = await draft(body)
      const { fields } = problemIn(answer, 'bad_request')
      expect(fields?.map((field) => field.name)).toEqual([name])
      // Repeat no typed value in the answer.
      for (const value of Object.values({ ...body.client, ...body.accountHolder }))
        if (String(value).length > 3) expect(answer.text).not.toContain(value)
      expect(await askedPaths(stack())).toEqual([])
      expect(await rows()).toEqual(before)
    })

    it('is rejected with the names of all invalid fields at once', async () => {
      const body = buildPaymentForm({
        amount: '0',
        currency: 'SEK',
        client: {},
        workflow: '',
        reference: '@',
      })
      const { fields } = problemIn(await draft(body), 'bad_request')
      expect(fields?.map(({ name }) => name)).toEqual([
        ...['workflow', 'currency', 'amount', 'reference'],
        ...['client.first_name', 'client.last_name', 'client.email', 'accountHolder.iban'],
      ])
    })

    it('is rejected with the reference of another request or of another transaction in our records', async () => {
      const reference = `INV-${createRid()}`
      await createPaymentRequest(support, buildPaymentForm({ reference }))
      await forgetRequests(stack())
      const { fields } = problemIn(await draft(buildPaymentForm({ reference })), 'bad_request')
      expect(fields?.map(({ name }) => name)).toEqual(['reference'])
      const known = `INV-${createRid()}`
      await stack()
        .deps.store.db.updateTable('transactions')
        .set({ reference: known })
        .where('reference', '=', reference)
        .execute()
      const other = problemIn(await draft(buildPaymentForm({ reference: known })), 'bad_request')
      expect(other.fields?.map(({ name }) => name)).toEqual(['reference'])
      expect(await askedPaths(stack())).toEqual([])
    })

    it('is rejected on sending if another draft with the same reference was sent first', async () => {
      const reference = `INV-${createRid()}`
      const [first, second] = [
        await draftRequest(support, buildPaymentForm({ reference })),
        await draftRequest(support, buildPaymentForm({ reference })),
      ]
      expect((await sendDraft(support, first)).request.status).toBe('created')
      await forgetRequests(stack())
      const answer = await support.call(endpoints.sendPaymentRequest, {
        params: { env, request: second.request.request },
        body: { reviewed: second.reviewed },
      })
      expect(problemIn(answer, 'bad_request').fields?.map(({ name }) => name)).toEqual(['reference'])
      expect(await askedPaths(stack())).toEqual([])
    })

    it('is rejected for a customer of another merchant and for an unknown customer', async () => {
      const customer = await customerHandleOf(stack(), createRid(), 'demo-outlet')
      const of = (handle: string) => buildPaymentForm({ customer: { kind: 'known', customer: handle } })
      expect(problemIn(await draft(of(customer)), 'bad_request').fields?.[0]?.name).toBe('merchant')
      problemIn(await draft(of(`c_${'0'.repeat(20)}`)), 'not_found')
    })

    it('converts typed amounts to minor units exactly', async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 10_000_000 }), fc.boolean(), async (amount, isComma) => {
          const text = `${Math.floor(amount / 100)}${isComma ? ',' : '.'}${String(amount % 100).padStart(2, '0')}`
          const { request, fields } = await draftRequest(
            support,
            buildPaymentForm({ amount: ` ${text} `, form: createFormId() }),
          )
          expect(request.amount).toEqual({ visibility: 'clear', text: String(amount) })
          expect(fields.find(({ member }) => member === 'transaction.amount')?.value).toEqual({
            visibility: 'clear',
            text: String(amount),
          })
        }),
        { numRuns: pickByRunLength(4, 12) },
      )
    })
  },
  {},
  { workers: false },
)

onOneDatabase(
  'an environment without workflows',
  (stack) => {
    it('offers no payment requests', async () => {
      const support = await stack().as('support')
      await forgetRequests(stack())
      const choices = await support.get(endpoints.showPaymentRequestOptions, { params: { env } })
      expect(choices.isOn).toBe(false)
      const answer = await support.call(endpoints.draftPaymentRequest, {
        params: { env },
        body: buildPaymentForm(),
      })
      problemIn(answer, 'payment_requests_off')
      expect(await askedPaths(stack())).toEqual([])
    })
  },
  { PAYDESK_STAGE_WORKFLOWS: '' },
  { workers: false },
)

onOneDatabase(
  'the rate limit of payment requests',
  (stack) => {
    it('limits drafts and sends per person and minute', async () => {
      const support = await stack().as('support')
      const [first, second] = [await draftRequest(support), await draftRequest(support)]
      const draft = () =>
        support.call(endpoints.draftPaymentRequest, { params: { env }, body: buildPaymentForm() })
      problemIn(await draft(), 'too_many_requests')
      await sendDraft(support, first)
      await sendDraft(support, second)
      const again = await support.call(endpoints.sendPaymentRequest, {
        params: { env, request: second.request.request },
        body: { reviewed: second.reviewed },
      })
      problemIn(again, 'too_many_requests')
      await draftRequest(await stack().as('finance'))
    })
  },
  { PAYDESK_REQUESTS_PER_MINUTE: '2' },
  { workers: false },
)

describe('the test table', () => {
  it('covers every top-level field of the form', () => {
    const names = new Set(refused.map(([, , name]) => name.split('.')[0]))
    expect([...names].sort()).toEqual(
      ['accountHolder', 'amount', 'client', 'currency', 'merchant', 'reference', 'rid', 'workflow'].sort(),
    )
  })
})
