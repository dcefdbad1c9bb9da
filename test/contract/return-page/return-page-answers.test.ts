import { createHash } from 'node:crypto'
import { createReturnPageReadTrigger } from '@paydesk/bff/features/return-page/routes'
import { createFieldCipher } from '@paydesk/bff/platform/database/field-cipher'
import { pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { Secret } from '@paydesk/bff/platform/runtime/secret'
import { computeReturnTokenIndexes, returnPagePath } from '@paydesk/bff/records/payment-requests'
import { customerLanguages } from '@paydesk/shared/core/customer-language'
import { customerTexts } from '@paydesk/shared/messages/customer/catalogue'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '../../support/contract/raw-http.ts'
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
import { auditRows, onOneDatabase, runSql } from '../../support/contract/support.ts'

const formerKey = 'former-data-key-former-data-key-former-d'
const shop = 'https://shop.example.test'
const liveShop = 'https://live-shop.example.test'

onOneDatabase(
  'an answer of the return page',
  (stack) => {
    let success: InsertedRequest
    let open: InsertedRequest
    beforeAll(async () => {
      success = await insertRequestWithTransaction(stack(), { state: 'SUCCESS', ...confirmedColumns })
      open = await insertRequestWithTransaction(stack(), {
        state: 'PENDING',
        compound: 'PENDING.CONTACTING_USER',
      })
    })
    const gone = () => `${returnPagePath}/${randomToken()}`

    it('contains the state and the reference, and nothing else of the payment', async () => {
      const { cipher } = stack().deps
      const sealed = (text: string) => cipher.seal('any', text)
      const asked = await insertRequestWithTransaction(
        stack(),
        {
          state: 'SUCCESS',
          ...confirmedColumns,
          amount_minor: 987_654,
          currency: 'EUR',
          workflow: 'DEMO_CARD',
        },
        {
          amount_minor: 987_654,
          currency: 'GBP',
          sealed_form: sealed('{"first_name":"zqx7Mara"}'),
          sealed_link: sealed('https://verify.example.test/landing/zqx7'),
          sealed_secret: sealed('zqx7-secret'),
          name: sealed('zqx7 of staff'),
        },
      )
      const { row, token } = asked
      const own = [
        ...['987654', '9876', '9 876', '9,876', '9.876', 'EUR', 'GBP', '€', '£', 'zqx7', 'stage', 'demo-'],
        ...[row.id, row.merchant, row.customer, row.form, row.merchant_transaction_id, row.workflow],
        ...[
          row.transaction_id,
          row.return_lookup,
          row.issuer,
          row.subject,
          token,
          'DEMO',
          'SUCCESS',
          'confirmed',
        ],
        ...[row.sealed_form, row.sealed_link, row.sealed_secret, row.name, String(row.created_at)],
      ]
      for (const language of customerLanguages)
        for (const path of [asked.path, `${asked.path}/state`]) {
          const { status, headers, text } = await sendFromNewAddress(stack(), {
            target: `${path}?transaction_id=${row.transaction_id}&lang=${language}`,
          })
          expect(status).toBe(200)
          // The length of the page may happen to hold digits of the amount.
          headers.delete('content-length')
          const all = `${JSON.stringify([...headers])}${text}`.replaceAll(row.reference, '')
          for (const value of own) expect(all.toLowerCase()).not.toContain(String(value).toLowerCase())
          expect(text.includes(row.reference)).toBe(path === asked.path)
          expect(text).toContain(customerTexts[language].returnPage.completed.title.replaceAll("'", '&#39;'))
        }
    })

    it('is the same regardless of other facts about the payment', async () => {
      const bytes = async (asked: InsertedRequest) =>
        (await describeAnswer(stack(), asked.path)).replaceAll(asked.row.reference, 'REFERENCE')
      const expected = await bytes(success)
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            amount_minor: fc.integer({ min: 1, max: 2_000_000_000 }),
            currency: fc.constantFrom('EUR', 'GBP'),
            merchant: fc.constantFrom('demo-merchant', 'demo-outlet'),
            workflow: fc.stringMatching(/^[A-Z_]{1,40}$/),
            maker: fc.constantFrom('person' as const, 'api_key' as const),
            members: fc.constantFrom(null, '["client.email"]'),
            looked: fc.nat({ max: 9 }),
          }),
          fc.record({
            compound: fc.constantFrom('SUCCESS.COMPLETE', 'OK', null),
            review: fc.constantFrom(0, 1),
            tasks: fc.constantFrom(null, 0, 3),
            amount_minor: fc.nat({ max: 1_000_000 }),
            sent: fc.nat({ max: 9 }),
            gone: fc.constantFrom(0, 1),
            version: fc.integer({ min: 1, max: 99 }),
          }),
          async (request, noted) => {
            const asked = await insertRequestWithTransaction(
              stack(),
              { state: 'SUCCESS', ...confirmedColumns, ...noted },
              request,
            )
            expect(await bytes(asked)).toBe(expected)
          },
        ),
        { numRuns: pickByRunLength(10, 60) },
      )
    })

    it('does not distinguish a review, or the subject of a review, from any other check', async () => {
      const bytes = async (noted: Parameters<typeof insertRequestWithTransaction>[1]) => {
        const asked = await insertRequestWithTransaction(stack(), noted)
        return (await describeAnswer(stack(), asked.path)).replaceAll(asked.row.reference, 'REFERENCE')
      }
      const processing = await bytes({ state: 'PROCESSING_DOCUMENT', compound: 'PROCESSING_DOCUMENT' })
      for (const noted of [
        { state: 'MANUAL_REVIEW', review: 1, tasks: 2 },
        { state: 'PENDING', compound: 'PENDING.RISK_REVIEW', review: 1 },
        { state: 'REJECTED', final: 1, finality: 'unconfirmed', final_read_at: Date.now() },
      ])
        expect(await bytes(noted)).toBe(processing)
    })

    it('does not tell why a payment was not completed', async () => {
      const bytes = async (state: string) => {
        const asked = await insertRequestWithTransaction(stack(), { state, ...confirmedColumns })
        return (await describeAnswer(stack(), asked.path)).replaceAll(asked.row.reference, 'REFERENCE')
      }
      const declined = await bytes('DECLINED')
      for (const state of ['REJECTED', 'FAILED', 'CARD_EXPIRED']) expect(await bytes(state)).toBe(declined)
    })

    it('has exactly the expected headers', async () => {
      for (const target of [success.path, open.path, `${open.path}/state`, gone()]) {
        const { headers } = await sendFromNewAddress(stack(), { target })
        expect([...headers.keys()].sort()).toEqual([
          ...['cache-control', 'connection', 'content-language', 'content-length', 'content-security-policy'],
          ...['content-type', 'cross-origin-embedder-policy', 'cross-origin-opener-policy'],
          ...['cross-origin-resource-policy', 'date', 'origin-agent-cluster', 'permissions-policy'],
          ...['ratelimit', 'ratelimit-policy', 'referrer-policy', 'vary', 'x-content-type-options'],
          ...['x-dns-prefetch-control', 'x-download-options', 'x-permitted-cross-domain-policies'],
          ...['x-robots-tag', 'x-xss-protection'],
        ])
      }
    })

    it('escapes the reference', async () => {
      const reference = `"><script>alert(1)</script>&amp;'‮ä ${randomToken(6)}`
      const { path } = await insertRequestWithTransaction(stack(), { state: 'PENDING' }, { reference })
      const { text } = await sendFromNewAddress(stack(), { target: path })
      expect(text.match(/<script>/g)).toHaveLength(1)
      expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;&#39;‮ä')
    })

    it('has a content security policy that allows only its own script and style', async () => {
      const { headers, text } = await sendFromNewAddress(stack(), { target: success.path })
      const hashOf = (of: string) => {
        const [, content = ''] = new RegExp(`<${of}>([\\s\\S]*?)</${of}>`).exec(text) ?? []
        return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
      }
      expect(headers.get('content-security-policy')?.split('; ')).toEqual([
        "default-src 'none'",
        `script-src ${hashOf('script')}`,
        `style-src ${hashOf('style')}`,
        "connect-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
        `frame-ancestors ${shop} https://other.example.test`,
      ])
      expect(text).not.toMatch(/\s(src|srcset|action|style|on\w+)=/)
      expect([...text.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual(
        customerLanguages.map((one) => `?lang=${one}`),
      )
    })

    it.each(['page', 'state', 'gone'])(
      '(%s) is not cached, not indexed, sends no referrer and ignores cookies',
      async (of) => {
        const target = { page: open.path, state: `${open.path}/state`, gone: gone() }[of] ?? ''
        const cookie = 'paydesk_session=somebody; __Host-paydesk_session=somebody; lang=de'
        const { headers, text } = await sendFromNewAddress(stack(), { target, headers: { cookie } })
        expect(headers.get('cache-control')).toBe('no-store')
        expect(headers.get('referrer-policy')).toBe('no-referrer')
        expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('set-cookie')).toBeNull()
        expect(headers.get('access-control-allow-origin')).toBeNull()
        expect(headers.get('location')).toBeNull()
        expect(text).not.toMatch(/https?:\/\/|\/\/[a-z]/)
        const without = await sendFromNewAddress(stack(), { target })
        expect(text).toBe(without.text)
      },
    )

    it('can be framed only by the origins configured for its environment', async () => {
      const live = await insertRequestWithTransaction(
        stack(),
        { environment: 'production', state: 'SUCCESS', ...confirmedColumns },
        { environment: 'production' },
      )
      const ancestorsAt = async (target: string) => {
        const { headers } = await sendFromNewAddress(stack(), { target })
        expect(headers.get('x-frame-options')).toBeNull()
        return headers.get('content-security-policy')?.split('frame-ancestors ')[1]
      }
      expect(await ancestorsAt(success.path)).toBe(`${shop} https://other.example.test`)
      expect(await ancestorsAt(live.path)).toBe(liveShop)
      // Unknown token: allow all configured origins, so that a frame shows our text and no browser error.
      expect(await ancestorsAt(gone())).toBe(`${shop} https://other.example.test ${liveShop}`)
    })

    it('keeps its opener, so that its close button works in a window', async () => {
      const { headers } = await sendFromNewAddress(stack(), { target: success.path })
      expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
    })

    const wishes = [
      ['', undefined, 'en'],
      ['', 'de-AT,de;q=0.9,en;q=0.8', 'de'],
      ['', 'pt-BR, it;q=0.5, fr;q=0.9', 'fr'],
      ['', 'es;q=0, it;q=0.1', 'it'],
      ['', 'DE', 'de'],
      ['', 'sv, *;q=0.1', 'en'],
      ['', `${'x,'.repeat(2_000)}de`, 'en'],
      ['', ';;;q=,,=;q=9', 'en'],
      ['?lang=es', 'de', 'es'],
      ['?lang=pt', 'de', 'de'],
      ['?lang=', 'fr', 'fr'],
      ['?lang=de&lang=fr', 'it', 'it'],
      ['?lang=__proto__', 'it', 'it'],
    ] as const
    it.each(wishes)('with query "%s" and accept-language %s is in %s', async (query, accepted, language) => {
      const headers = accepted === undefined ? {} : { 'accept-language': accepted }
      for (const [{ path }, word] of [
        [success, 'completed'],
        [open, 'unfinished'],
        [{ path: gone() }, 'gone'],
      ] as const) {
        const page = await sendFromNewAddress(stack(), { target: path + query, headers })
        const escaped = (text: string) => text.replaceAll("'", '&#39;')
        expect(placesOf(page.text)).toMatchObject({
          title: escaped(customerTexts[language].returnPage[word].title),
          text: escaped(customerTexts[language].returnPage[word].text),
          language,
        })
        expect(page.headers.get('content-language')).toBe(language)
        const state = await sendFromNewAddress(stack(), { target: `${path}/state${query}`, headers })
        expect(state.json).toMatchObject(customerTexts[language].returnPage[word])
      }
    })

    it('is given for HEAD like for GET but without a body, and for no other method', async () => {
      for (const target of [success.path, `${success.path}/state`, gone(), returnPagePath]) {
        const got = await sendFromNewAddress(stack(), { target })
        const head = await sendFromNewAddress(stack(), { method: 'HEAD', target })
        expect([head.status, head.text]).toEqual([got.status, ''])
        expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(got.text)))
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY']) {
          const answer = await sendFromNewAddress(stack(), { method, target })
          expect(answer.status).toBe(target === returnPagePath ? 404 : 405)
          expect(answer.text).not.toContain(success.token)
          expect(answer.text).not.toContain(success.row.reference)
        }
      }
    })

    it('is found for return tokens hashed with the former data key, and not with a removed key', async () => {
      const lookupBy = (key: string, token: string) =>
        computeReturnTokenIndexes(createFieldCipher([new Secret(key)]), token)[0]
      const [former, lost] = [randomToken(), randomToken()]
      const completed = { state: 'SUCCESS', ...confirmedColumns }
      await insertRequestWithTransaction(stack(), completed, { return_lookup: lookupBy(formerKey, former) })
      const gonePath = `${returnPagePath}/${lost}`
      await insertRequestWithTransaction(stack(), completed, {
        return_lookup: lookupBy('another-key-another-key-another-key', lost),
      })
      const { text } = await sendFromNewAddress(stack(), { target: `${returnPagePath}/${former}` })
      expect(placesOf(text)).toMatchObject(customerTexts.en.returnPage.completed)
      expect(await describeAnswer(stack(), gonePath)).toBe(await describeAnswer(stack(), gone()))
    })

    it('is given 120 times a minute per IP address, and then says when to try again', async () => {
      const headers = { 'x-forwarded-for': '192.0.2.7' }
      const send = (target: string) => sendRaw(stack().origin, { target, headers })
      for (let times = 0; times < 60; times++) {
        expect((await send(success.path)).status).toBe(200)
        expect((await send(`${open.path}/state`)).status).toBe(200)
      }
      const expected = [429, '60', customerTexts.en.returnPage.busy.title]
      for (const target of [success.path, gone(), returnPagePath]) {
        const page = await send(target)
        expect([page.status, page.headers.get('retry-after'), placesOf(page.text).title]).toEqual(expected)
        expect(page.text).not.toContain(success.row.reference)
      }
      expect((await send(`${success.path}/state`)).json).toMatchObject(customerTexts.en.returnPage.busy)
      expect((await sendFromNewAddress(stack(), { target: success.path })).status).toBe(200)
    })

    it('says that the state is unavailable while the database fails', async () => {
      await runSql(stack(), 'alter table payment_requests rename to payment_requests_away')
      try {
        for (const target of [success.path, gone(), `${returnPagePath}/x/y`]) {
          const { status, text } = await sendFromNewAddress(stack(), { target })
          expect([status, placesOf(text).title]).toEqual([503, customerTexts.en.returnPage.busy.title])
        }
      } finally {
        await runSql(stack(), 'alter table payment_requests_away rename to payment_requests')
      }
      expect((await sendFromNewAddress(stack(), { target: success.path })).status).toBe(200)
    })

    it('leaves no audit event and no token in the log', async () => {
      const before = (await auditRows(stack())).length
      const lines = stack().logged.length
      await sendFromNewAddress(stack(), {
        target: `${success.path}?transaction_id=${success.row.transaction_id}`,
      })
      await sendFromNewAddress(stack(), { target: `${open.path}/state?lang=de` })
      await sendFromNewAddress(stack(), {
        target: `${success.path}/a/b?x=${success.token}`,
        headers: { referer: success.path },
      })
      await sendFromNewAddress(stack(), { method: 'POST', target: success.path })
      await expect
        .poll(() =>
          stack()
            .logged.slice(lines)
            .filter((one) => one.includes('/return/:token')),
        )
        .toHaveLength(4)
      const all = stack().logged.join('')
      for (const { token, row } of [success, open])
        for (const value of [token, token.slice(0, 12), row.return_lookup, row.reference])
          expect(all).not.toContain(value)
      expect(await auditRows(stack())).toHaveLength(before)
    })

    describe('queues a read of the transaction', () => {
      const dueOf = ({ row }: InsertedRequest) =>
        stack()
          .deps.store.db.selectFrom('read_queue')
          .select(['priority', 'due_at', 'asked'])
          .where('transaction_id', '=', row.transaction_id ?? '')
          .execute()

      it('once in ten seconds, however often the page is opened', async () => {
        const asked = await insertRequestWithTransaction(stack(), {
          state: 'PENDING',
          read_at: Date.now() - 60_000,
        })
        for (let times = 0; times < 5; times++) {
          await sendFromNewAddress(stack(), { target: asked.path })
          await sendFromNewAddress(stack(), { target: `${asked.path}/state` })
        }
        expect(await dueOf(asked)).toMatchObject([{ priority: 1, asked: 1 }])
      })

      it('not if it was just read, is confirmed, or the token or ID is wrong', async () => {
        const recent = await insertRequestWithTransaction(stack(), {
          state: 'PENDING',
          read_at: Date.now() - 2_000,
        })
        const foreign = await insertRequestWithTransaction(stack(), { state: 'PENDING' })
        await sendFromNewAddress(stack(), { target: recent.path })
        await sendFromNewAddress(stack(), { target: success.path })
        await sendFromNewAddress(stack(), {
          target: `${foreign.path}?transaction_id=${open.row.transaction_id}`,
        })
        const last = foreign.path.endsWith('-') ? '_' : '-'
        await sendFromNewAddress(stack(), { target: `${foreign.path.slice(0, -1)}${last}` })
        for (const one of [recent, success, foreign]) expect(await dueOf(one)).toEqual([])
      })

      it('if our records do not have it yet, and not if the request has no transaction', async () => {
        const unnoted = await insertReturnPageRequest(stack())
        await sendFromNewAddress(stack(), { target: unnoted.path })
        expect(await dueOf(unnoted)).toHaveLength(1)
        const before = await stack().deps.store.db.selectFrom('read_queue').selectAll().execute()
        const unknown = await insertReturnPageRequest(stack(), { status: 'unknown', transaction_id: null })
        await sendFromNewAddress(stack(), { target: unknown.path })
        expect(await stack().deps.store.db.selectFrom('read_queue').selectAll().execute()).toEqual(before)
      })

      it('without rescheduling a queued read, and again after ten seconds', async () => {
        const { store, log } = stack().deps
        const asked = await insertRequestWithTransaction(stack(), { state: 'PENDING' })
        let now = Date.now()
        const arriving = createReturnPageReadTrigger({ store, log }, () => now)
        const returned = { ...asked.row, transactionRow: null }
        await arriving(returned)
        const later = now + 30_000
        const due = store.db
          .updateTable('read_queue')
          .where('transaction_id', '=', asked.row.transaction_id ?? '')
        await due.set({ due_at: later, tries: 4 }).execute()
        now += 10_001
        await arriving(returned)
        expect(await dueOf(asked)).toEqual([{ priority: 1, due_at: later, asked: 1 }])
        await store.db.deleteFrom('read_queue').execute()
        await arriving(returned)
        expect(await dueOf(asked)).toEqual([])
        now += 10_001
        await arriving(returned)
        expect(await dueOf(asked)).toHaveLength(1)
      })

      it('and is given even if the read cannot be queued', async () => {
        const asked = await insertRequestWithTransaction(stack(), { state: 'PENDING' })
        await runSql(stack(), 'alter table read_queue rename to read_queue_away')
        try {
          expect((await sendFromNewAddress(stack(), { target: asked.path })).status).toBe(200)
        } finally {
          await runSql(stack(), 'alter table read_queue_away rename to read_queue')
        }
      })
    })
  },
  {
    PAYDESK_TRUST_PROXY: 'loopback',
    PAYDESK_CUSTOMER_LANGUAGES: customerLanguages.join(','),
    PAYDESK_OLD_DATA_KEY: formerKey,
    PAYDESK_STAGE_RETURN_FRAMES: `${shop},https://other.example.test`,
    PAYDESK_PRODUCTION_RETURN_FRAMES: liveShop,
  },
  { workers: false },
)

onOneDatabase('the return page without configured frames', (stack) => {
  it('cannot be framed', async () => {
    const { path } = await insertRequestWithTransaction(stack(), { state: 'SUCCESS', ...confirmedColumns })
    for (const target of [path, `${returnPagePath}/${randomToken()}`, `${path}/state`]) {
      const { headers } = await sendFromNewAddress(stack(), { target })
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('x-frame-options')).toBe('DENY')
    }
  })
})
