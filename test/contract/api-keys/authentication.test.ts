import { expect, it } from 'vitest'
import {
  askedPayment,
  callApi,
  createPayment,
  dayMs,
  insertSystem,
  readPayment,
} from '../../support/contract/api-keys.ts'
import { sendRaw } from '../../support/contract/raw-http.ts'
import {
  askedPaths,
  forgetRequests,
  onOneDatabase,
  problemIn,
  rowsOf,
  startOn,
} from '../../support/contract/support.ts'

const nobody = `q_${'0'.repeat(20)}`
const canary = 'zqx7'

onOneDatabase('authentication by API key', (stack) => {
  const at = () => stack().origin

  it('rejects a session in the merchant API, and an API key in the API of the pages', async () => {
    const { key } = await insertSystem(stack())
    const admin = await stack().as('admin')
    problemIn(await admin.send('GET', `/v1/payments/${nobody}`), 'key_refused')
    problemIn(await callApi(at(), 'GET', '/api/stage/api-keys', { key }), 'not_signed_in')
  })

  it('rejects every wrong key with the same problem', async () => {
    const { key, id } = await insertSystem(stack())
    const ended = await insertSystem(stack(), { endsAt: Date.now() - 1 })
    const former = await insertSystem(stack(), { merchant: 'former-merchant' })
    const nowhere = await insertSystem(stack(), { environment: 'nowhere' })
    const wrong: readonly (string | null)[] = [
      ...[null, '', 'x', key.slice(0, -1), `${key}0`, `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`],
      ...[ended.key, former.key, nowhere.key, "' or 1=1 --", '__proto__', id],
    ]
    for (const [nth, one] of wrong.entries()) {
      // Uses fewer wrong keys than the rate limit of a source address allows.
      const call =
        nth % 2 === 0 ? readPayment(at(), one ?? '', nobody) : createPayment(at(), one ?? '', 'order-1')
      const answer = await call
      expect(problemIn(answer, 'key_refused').status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
    problemIn(await readPayment(at(), key, nobody), 'not_found')
  })

  it('accepts the key only as a bearer token', async () => {
    const { key } = await insertSystem(stack())
    const path = `/v1/payments/${nobody}`
    for (const authorization of [key, `Basic ${key}`, `Bearer${key}`, `Bearer ${key} ${key}`, `Token ${key}`])
      problemIn(await callApi(at(), 'GET', path, { headers: { authorization } }), 'key_refused')
    problemIn(
      await callApi(at(), 'GET', path, { headers: { cookie: `paydesk_session=${key}` } }),
      'key_refused',
    )
    problemIn(await callApi(at(), 'GET', `${path}?key=${key}`, { key }), 'bad_request')
    for (const authorization of [`bearer ${key}`, `BEARER  ${key}`])
      problemIn(await callApi(at(), 'GET', path, { headers: { authorization } }), 'not_found')
  })

  it('grants only the permissions of the key, and records the refusal', async () => {
    const reads = await insertSystem(stack(), { scopes: ['payments:read'] })
    const creates = await insertSystem(stack(), { scopes: ['payments:create'] })
    await forgetRequests(stack())
    const { value, rows } = await rowsOf(stack(), () => createPayment(at(), reads.key, 'order-1'))
    expect(problemIn(value, 'key_scope').status).toBe(403)
    expect(rows).toMatchObject([
      {
        ...{ action: 'access.refused', result: 'refused', reason: 'key_scope', actor_subject: null },
        ...{ subject_kind: 'api_key', subject_id: reads.id, environment: 'stage', merchant: 'demo-merchant' },
      },
    ])
    problemIn(await readPayment(at(), creates.key, nobody), 'key_scope')
    expect(await askedPaths(stack())).toEqual([])
  })

  it.each([
    ['not JSON', { text: `{"workflow":"${canary}"` }, 'bad_request', 400],
    ['a list', { body: [canary] }, 'bad_request', 400],
    ['a text', { text: `"${canary}"` }, 'bad_request', 400],
    ['nothing', {}, 'unsupported_type', 415],
    [
      'a form',
      { text: `workflow=${canary}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      'unsupported_type',
      415,
    ],
    ['text', { body: askedPayment(), headers: { 'content-type': 'text/plain' } }, 'unsupported_type', 415],
    [
      'UTF-16',
      { body: askedPayment(), headers: { 'content-type': 'application/json; charset=utf-16' } },
      'unsupported_type',
      415,
    ],
    [
      'an unknown coding',
      { body: askedPayment(), headers: { 'content-encoding': canary } },
      'bad_request',
      400,
    ],
    ['too much', { body: askedPayment({ workflow: canary.repeat(5_000) }) }, 'too_large', 413],
  ] as const)('rejects a body that is %s', async (_, call, id, status) => {
    const { key } = await insertSystem(stack())
    const answer = await callApi(at(), 'POST', '/v1/payments', { key, idempotency: 'order-1', ...call })
    expect(problemIn(answer, id).status).toBe(status)
    expect(answer.text + [...answer.headers.values()].join()).not.toContain(canary)
  })

  const { transaction, client, account } = askedPayment()
  it.each([
    ['an extra field', { [canary]: 1 }, '(another member)'],
    ['an extra nested field', { transaction: { ...transaction, [canary]: 1 } }, '(another member)'],
    ['an amount as a number', { transaction: { ...transaction, amount: 12_550 } }, 'transaction.amount'],
    ['no currency', { transaction: { amount: '1' } }, 'transaction.currency'],
    ['no client', { client: undefined }, 'client'],
    ['a number in the client', { client: { ...client, [canary]: 7 } }, 'client'],
    ['a long name in the client', { client: { ...client, [canary.repeat(20)]: 'x' } }, 'client'],
    ['no identifier', { account: {} }, 'account.identifier'],
    ['an empty identifier', { account: { ...account, identifier: '' } }, 'account.identifier'],
    ['a holder without IBAN', { account_holder: { name: canary } }, 'account_holder.iban'],
    ['a merchant', { merchant: { id: canary } }, '(another member)'],
    ['an id of the transaction', { transaction: { ...transaction, id: canary } }, '(another member)'],
  ])('rejects %s by the name of the field, without the value', async (_, more, name) => {
    const { key } = await insertSystem(stack())
    const answer = await createPayment(at(), key, 'order-1', askedPayment(more))
    expect(problemIn(answer, 'bad_request').fields?.map((field) => field.name)).toEqual([name])
    expect(answer.text).not.toContain(canary)
    expect(stack().logged.join()).not.toContain(canary)
  })

  it.each([
    ['no', null],
    ['an empty', ''],
    ['a long', 'x'.repeat(129)],
    ['a spaced', 'order 1'],
    ['a hostile', "order';--"],
    ['an accented', 'ordér'],
  ])('rejects %s idempotency key', async (_, idempotency) => {
    const { key } = await insertSystem(stack())
    const answer = await callApi(at(), 'POST', '/v1/payments', { key, idempotency, body: askedPayment() })
    expect(problemIn(answer, 'bad_request').fields?.map((field) => field.name)).toEqual(['Idempotency-Key'])
  })

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('has no route for %s', async (method) => {
    const { key } = await insertSystem(stack())
    const headers = { origin: 'https://shop.example.test', 'access-control-request-method': 'POST' }
    for (const path of ['/v1/payments', `/v1/payments/${nobody}`]) {
      const answer = await sendRaw(at(), {
        method,
        target: path,
        headers: { authorization: `Bearer ${key}`, ...headers },
      })
      expect([200, 404, 405], `${method} ${path}`).toContain(answer.status)
      expect(answer.text).not.toContain('payment_')
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  it('lets no page of another origin read a response', async () => {
    const { key } = await insertSystem(stack())
    const headers = { origin: 'https://shop.example.test' }
    for (const path of [`/v1/payments/${nobody}`, '/v1/openapi.json']) {
      const answer = await callApi(at(), 'GET', path, { key, headers })
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
  })

  it('stores when a key was last used, at most once a minute', async () => {
    const { id, key } = await insertSystem(stack())
    const used = async () => {
      const row = stack().deps.store.db.selectFrom('api_keys').select('last_used_at').where('id', '=', id)
      return (await row.executeTakeFirstOrThrow()).last_used_at
    }
    expect(await used()).toBeNull()
    const before = Date.now()
    await readPayment(at(), key, nobody)
    const first = (await used()) ?? 0
    expect(first).toBeGreaterThanOrEqual(before)
    await readPayment(at(), key, nobody)
    expect(await used()).toBe(first)
  })

  it('allows sixty calls a minute with a key, without limiting another key', async () => {
    const [one, other] = [await insertSystem(stack()), await insertSystem(stack())]
    const { value: answers, rows } = await rowsOf(stack(), () =>
      Promise.all(Array.from({ length: 64 }, () => readPayment(at(), one.key, nobody))),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(4)
    for (const answer of refused) {
      const { retryAfter } = problemIn(answer, 'too_many_requests')
      expect(answer.headers.get('retry-after')).toBe(String(retryAfter))
      expect(retryAfter).toBeGreaterThan(0)
    }
    // Expects one audit event for the exceeded limit, not one per rejected call.
    expect(rows.filter(({ action }) => action === 'access.refused')).toMatchObject([
      { reason: 'too_many_requests', subject_id: one.id },
    ])
    problemIn(await readPayment(at(), other.key, nobody), 'not_found')
  })
})

onOneDatabase('callers with a wrong API key', (stack) => {
  it('are rate-limited and cannot fill the audit log; a valid key is not limited', async () => {
    const { key } = await insertSystem(stack())
    const wrong = `${key.slice(0, -4)}0000`
    const { value: answers, rows } = await rowsOf(stack(), () =>
      Promise.all(Array.from({ length: 80 }, () => readPayment(stack().origin, wrong, nobody))),
    )
    for (const answer of answers) problemIn(answer, 'key_refused', 'too_many_requests')
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(30)
    expect(answers.filter(({ headers }) => headers.has('retry-after'))).toHaveLength(50)
    expect(rows).toHaveLength(6)
    for (const row of rows)
      expect(row).toMatchObject({ action: 'access.refused', reason: 'key_refused', subject_id: null })
    expect(JSON.stringify(rows)).not.toContain(wrong.slice(10))
    problemIn(await readPayment(stack().origin, key, nobody), 'not_found')
  })
})

it('a key stays valid after the data key is replaced, if the key was used while both data keys were set', async () => {
  const former = 'former-data-key-former-data-key-former-d'
  const current = 'current-data-key-current-data-key-current'
  const first = await startOn('postgres', { config: { PAYDESK_DATA_KEY: former }, workers: false })
  const databaseUrl = first.deps.config.databaseUrl?.reveal() ?? ''
  const [used, unused] = [
    await insertSystem(first),
    await insertSystem(first, { endsAt: Date.now() + dayMs }),
  ]
  await first.stop()
  const config = { DATABASE_URL: databaseUrl, PAYDESK_DATA_KEY: current }
  const both = await startOn('embedded', {
    config: { ...config, PAYDESK_OLD_DATA_KEY: former },
    workers: false,
  })
  problemIn(await readPayment(both.origin, used.key, nobody), 'not_found')
  await both.stop()
  const after = await startOn('embedded', { config, workers: false })
  problemIn(await readPayment(after.origin, used.key, nobody), 'not_found')
  problemIn(await readPayment(after.origin, unused.key, nobody), 'key_refused')
  await after.stop()
})
