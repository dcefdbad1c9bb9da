import { pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import {
  buildPaymentRequestCipherContext,
  computeReturnTokenIndexes,
  returnPagePath,
} from '@paydesk/bff/records/payment-requests'
import { customerLanguages } from '@paydesk/shared/core/customer-language'
import { endpoints } from '@paydesk/shared/endpoints'
import { customerTexts } from '@paydesk/shared/messages/customer/catalogue'
import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import {
  buildPaymentForm,
  createPaymentRequest,
  listCreateBodies,
  loadRequestRow,
} from '../../support/contract/payment-requests.ts'
import {
  confirmedColumns,
  describeAnswer,
  type InsertedRequest,
  insertRequestWithTransaction,
  insertReturnPageRequest,
  placesOf,
  randomToken,
  sendFromNewAddress,
} from '../../support/contract/return-page.ts'
import { controlSandbox, onOneDatabase, pollOptions } from '../../support/contract/support.ts'
import { people } from '../../support/stack/start.ts'

const day = 24 * 3_600_000

onOneDatabase(
  'the return page',
  (stack) => {
    let success: InsertedRequest
    let other: InsertedRequest
    let nobody = ''

    beforeAll(async () => {
      success = await insertRequestWithTransaction(stack(), {
        state: 'SUCCESS',
        ...confirmedColumns,
        amount_minor: 987_654,
      })
      other = await insertRequestWithTransaction(stack(), { state: 'DECLINED', ...confirmedColumns })
      nobody = await describeAnswer(stack(), `${returnPagePath}/${randomToken()}`)
    })

    const page = async (asked: InsertedRequest, query = '', headers: Record<string, string> = {}) => {
      const answer = await sendFromNewAddress(stack(), { target: asked.path + query, headers })
      return { ...answer, places: placesOf(answer.text) }
    }

    it('is the page to which the payment service sends customers, up to the confirmed end of the payment', async () => {
      const support = await stack().as('support')
      const body = buildPaymentForm()
      const { request, merchantTransactionId } = await createPaymentRequest(support, body)
      const [asked] = z
        .array(z.object({ merchant: z.object({ return_url: z.url() }) }))
        .parse(
          await listCreateBodies(
            stack(),
            String('text' in merchantTransactionId && merchantTransactionId.text),
          ),
        )
      const row = await loadRequestRow(stack(), request)
      const hosted =
        stack().deps.cipher.open(buildPaymentRequestCipherContext(row, 'link'), row.sealed_link ?? '') ?? ''
      const secret =
        stack().deps.cipher.open(buildPaymentRequestCipherContext(row, 'secret'), row.sealed_secret ?? '') ??
        ''
      const choose = async (choice: string) => {
        const form = { method: 'POST', body: new URLSearchParams({ choice }), redirect: 'manual' } as const
        return new URL((await fetch(hosted, form)).headers.get('location') ?? '')
      }
      const seen = async (at: URL) => {
        const { status, text } = await sendFromNewAddress(stack(), { target: at.pathname + at.search })
        const state = await sendFromNewAddress(stack(), { target: `${at.pathname}/state${at.search}` })
        expect([status, state.status]).toEqual([200, 200])
        const all = (text + state.text).replaceAll(row.reference, '')
        const hidden = [
          ...[
            request,
            row.customer,
            row.merchant_transaction_id,
            row.transaction_id,
            row.merchant,
            secret,
            hosted,
          ],
          ...[
            body.customer.rid,
            '12550',
            '125',
            'EUR',
            'Lindqvist',
            'Mara',
            'example.test',
            '7466',
            'Uppsala',
          ],
          ...[people.support, 'Ana', 'stage', 'DEMO', 'PENDING', 'SUCCESS', at.pathname.split('/')[2]],
        ]
        for (const value of hidden) expect(all).not.toContain(value)
        return placesOf(text)
      }
      const back = await choose('leave')
      expect(back.href).toBe(`${asked?.merchant.return_url}${row.transaction_id}`)
      expect(await seen(back)).toMatchObject({
        ...customerTexts.en.returnPage.unfinished,
        reference: row.reference,
      })
      await choose('pay')
      await vi.waitFor(
        async () => expect(await seen(back)).toMatchObject(customerTexts.en.returnPage.completed),
        pollOptions,
      )
    })

    it('does not show an end found by a read until its notification arrives', async () => {
      const support = await stack().as('support')
      const { transaction } = await createPaymentRequest(support)
      const id = transaction ?? ''
      const token = randomToken()
      const { store, cipher } = stack().deps
      const lookup = { return_lookup: computeReturnTokenIndexes(cipher, token)[0] }
      await store.db.updateTable('payment_requests').set(lookup).where('transaction_id', '=', id).execute()
      const ended = { state: 'SUCCESS', compound_state: 'SUCCESS.COMPLETE', event: 'transaction_accepted' }
      await controlSandbox(stack(), 'POST', `transactions/${id}/move`, { ...ended, hold: true })
      // Read the transaction as staff: the return page itself would request a read only seconds later.
      const params = { env: 'stage', transaction: id }
      await support.get(endpoints.showTransaction, { params, query: { fresh: '1' } })
      const seen = async () =>
        placesOf((await sendFromNewAddress(stack(), { target: `${returnPagePath}/${token}` })).text)
      const known = store.db.selectFrom('transactions').select(['state', 'finality']).where('id', '=', id)
      await vi.waitFor(async () => {
        expect(await seen()).toMatchObject({
          title: customerTexts.en.returnPage.checking.title,
          waits: 'yes',
        })
        expect(await known.executeTakeFirst()).toEqual({ state: 'SUCCESS', finality: 'unconfirmed' })
      }, pollOptions)
      expect(await seen()).toMatchObject(customerTexts.en.returnPage.checking)
      await controlSandbox(stack(), 'POST', 'release')
      await vi.waitFor(
        async () => expect(await seen()).toMatchObject(customerTexts.en.returnPage.completed),
        pollOptions,
      )
    })

    describe('shows a payment', () => {
      const open = [
        ['PREFLIGHT', 'unfinished'],
        ['PENDING', 'unfinished'],
        ['MANUAL_REVIEW', 'checking'],
        ['MANUAL_HOLD', 'checking'],
        ['PROCESSING_DOCUMENT', 'checking'],
        ['NEVER_HEARD_OF', 'checking'],
      ] as const
      const ends = [
        ['SUCCESS', 'completed'],
        ['DECLINED', 'failed'],
        ['REJECTED', 'failed'],
        ['FAILED', 'failed'],
        ['CARD_EXPIRED', 'failed'],
        ['EXPIRED', 'expired'],
        ['CANCELLED', 'cancelled'],
      ] as const
      const table = [
        ...open.map(([state, word]) => [state, { final: 0, finality: 'open' }, word] as const),
        ...ends.flatMap(([state, word]) => [
          [state, { final: 1, finality: 'unconfirmed', final_read_at: Date.now() }, 'checking'] as const,
          [
            state,
            { final: 1, finality: 'confirmed_by_second_read', final_read_at: Date.now() },
            'checking',
          ] as const,
          [state, confirmedColumns, word] as const,
        ]),
        // Contradictory records confirm nothing.
        ['PENDING', confirmedColumns, 'unfinished'] as const,
        ['NEVER_HEARD_OF', confirmedColumns, 'checking'] as const,
        ['PENDING', { final: 0, finality: 'open', review: 1 }, 'checking'] as const,
        ['PENDING', { final: 0, finality: 'open', expires_at: Date.now() - 1_000 }, 'checking'] as const,
        ['SUCCESS', { ...confirmedColumns, test: 1 }, 'test'] as const,
        [
          'SUCCESS',
          { final: 1, finality: 'unconfirmed', final_read_at: Date.now(), test: 1 },
          'checking',
        ] as const,
        ['DECLINED', { ...confirmedColumns, test: 1 }, 'failed'] as const,
      ]
      it.each(table)('in state %s with %o as: %s', async (state, noted, word) => {
        const asked = await insertRequestWithTransaction(stack(), { state, ...noted })
        const { status, places } = await page(asked)
        expect(status).toBe(200)
        expect(places).toEqual({
          ...customerTexts.en.returnPage[word],
          reference: asked.row.reference,
          tone:
            { completed: 'good', failed: 'bad', checking: 'wait', unfinished: 'wait' }[word as string] ??
            'over',
          waits: ['checking', 'unfinished'].includes(word) ? 'yes' : 'no',
          language: 'en',
        })
        const json = await sendFromNewAddress(stack(), { target: `${asked.path}/state` })
        expect(json.json).toEqual({
          ...customerTexts.en.returnPage[word],
          tone: places.tone,
          waits: places.waits === 'yes',
        })
      })

      it('without any end before the end is confirmed, in any language', async () => {
        const asked = await insertRequestWithTransaction(stack(), {
          state: 'SUCCESS',
          final: 1,
          finality: 'confirmed_by_second_read',
        })
        for (const language of customerLanguages) {
          const { text } = await page(asked, `?lang=${language}`)
          for (const word of ['completed', 'failed', 'expired', 'cancelled', 'test'] as const)
            expect(text).not.toContain(customerTexts[language].returnPage[word].title)
        }
      })

      it.each(['sending', 'unknown'] as const)(
        'whose request has status %s as being checked',
        async (status) => {
          const asked = await insertReturnPageRequest(stack(), { status, transaction_id: null })
          const anything = '?transaction_id=3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10'
          for (const query of ['', anything])
            expect((await page(asked, query)).places).toMatchObject(customerTexts.en.returnPage.checking)
        },
      )

      it.each(['draft', 'refused', 'not_sent', 'absent'] as const)(
        'whose request has status %s like an unknown token',
        async (status) => {
          const asked = await insertReturnPageRequest(stack(), { status, transaction_id: null })
          expect(await describeAnswer(stack(), asked.path)).toBe(nobody)
        },
      )

      it('until thirty days after the end, and later like an unknown token', async () => {
        const ended = (ago: number) => ({
          state: 'SUCCESS',
          ...confirmedColumns,
          final_read_at: Date.now() - ago,
        })
        const made = { created_at: Date.now() - 60 * day, expires_at: Date.now() - 57 * day }
        const late = await insertRequestWithTransaction(stack(), ended(30 * day + 60_000), made)
        const still = await insertRequestWithTransaction(stack(), ended(30 * day - 60_000), made)
        const endless = await insertRequestWithTransaction(stack(), { state: 'PENDING' }, made)
        expect(await describeAnswer(stack(), late.path)).toBe(nobody)
        expect(await describeAnswer(stack(), endless.path)).toBe(nobody)
        expect((await page(still)).places).toMatchObject(customerTexts.en.returnPage.completed)
      })
    })

    describe('for a guessed token', () => {
      const guessed = async (path: string) => expect(await describeAnswer(stack(), path), path).toBe(nobody)

      it('gives the same bytes for every token', async () => {
        for (let times = 0; times < pickByRunLength(2, 40); times++)
          await Promise.all(Array.from({ length: 25 }, () => guessed(`${returnPagePath}/${randomToken()}`)))
      })

      it('gives the same answer for tokens that are nearly right', async () => {
        const { token } = success
        for (let at = 0; at < token.length; at += pickByRunLength(5, 1)) {
          const changed = token[at] === 'a' ? 'b' : 'a'
          await guessed(`${returnPagePath}/${token.slice(0, at)}${changed}${token.slice(at + 1)}`)
          await guessed(`${returnPagePath}/${token.slice(0, at)}`)
          await guessed(`${returnPagePath}/${token.slice(0, at)}${token.slice(at + 1)}`)
          await guessed(`${returnPagePath}/${token.slice(0, at)}0${token.slice(at)}`)
        }
        for (const path of [
          `${returnPagePath}/${token}/`,
          `${returnPagePath}/${token}//state`,
          `${returnPagePath}/${token}%20`,
          `${returnPagePath}/${token} x`.replace(' ', '%00'),
          `${returnPagePath}/%${Buffer.from(token[0] ?? '').toString('hex')}${token.slice(1)}`,
          `${returnPagePath}/%E0%A4%A`,
          `${returnPagePath}/..%2f${token}`,
          `${returnPagePath}/${token}/other`,
          `${returnPagePath}//${token}`,
          `${returnPagePath}/${token.toLowerCase()}${token}`,
          `${returnPagePath}/${'a'.repeat(4_000)}`,
          `${returnPagePath}/${success.row.return_lookup}`,
          `${returnPagePath}/${success.row.id}`,
          `${returnPagePath}/${success.row.reference}`,
          returnPagePath,
          `${returnPagePath}/`,
          `${returnPagePath}?token=${token}`,
        ])
          await guessed(path)
      })

      it('gives the same answer for a right token with the ID of another payment', async () => {
        const { transaction_id: own } = success.row
        const { transaction_id: foreign } = other.row
        for (const query of [
          `?transaction_id=${foreign}`,
          `?transaction_id=${own}x`,
          `?transaction_id=${own}&transaction_id=${foreign}`,
          `?transaction_id=${foreign}&transaction_id=${own}`,
          `?transaction_id[]=${foreign}&x=1&transaction_id=${own?.toUpperCase()}`,
          `?transaction_id=%00`,
        ])
          await guessed(success.path + query)
        for (const query of [`?transaction_id=${own}`, '?transaction_id=', '?other=1'])
          expect((await page(success, query)).places).toMatchObject(customerTexts.en.returnPage.completed)
      })

      it('gives one answer for the state endpoint too', async () => {
        const expected = await describeAnswer(stack(), `${returnPagePath}/${randomToken()}/state`)
        expect(expected).toContain('404')
        const guesses = [
          `${returnPagePath}/${success.token.slice(1)}a/state`,
          `${returnPagePath}/x/state`,
          `${success.path}/state?transaction_id=${other.row.transaction_id}`,
        ]
        for (const one of guesses) expect(await describeAnswer(stack(), one), one).toBe(expected)
      })

      it('gives the same answer for any text, and never an internal error', async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.oneof(
              fc.webPath(),
              fc.webSegment().map((one) => `/${one}`),
            ),
            fc.webQueryParameters(),
            async (path, query) => {
              const answer = await sendFromNewAddress(stack(), {
                target: `${returnPagePath}${path}?x=${query}`,
              })
              expect(answer.status).toBe(404)
              expect(
                answer.text === (JSON.parse(nobody) as [number, unknown, string])[2] ||
                  path.endsWith('/state'),
              ).toBe(true)
            },
          ),
          { numRuns: pickByRunLength(20, 150) },
        )
      })
    })
  },
  { PAYDESK_TRUST_PROXY: 'loopback', PAYDESK_CUSTOMER_LANGUAGES: customerLanguages.join(',') },
)
