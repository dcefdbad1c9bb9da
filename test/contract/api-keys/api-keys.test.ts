import type { CreateApiKeyResponse } from '@paydesk/shared/administration/api-keys'
import { endpoints } from '@paydesk/shared/endpoints'
import { expect, it, vi } from 'vitest'
import { callApi, insertSystem, systemOf } from '../../support/contract/api-keys.ts'
import { listenToStream } from '../../support/contract/stream-listener.ts'
import { auditRows, onOneDatabase, problemIn, rowsOf } from '../../support/contract/support.ts'
import type { Stack, Visitor } from '../../support/stack/start.ts'

const params = { env: 'stage' }
const demo = systemOf('demo-merchant')

async function proved(stack: Stack): Promise<Visitor> {
  const visitor = await stack.as('admin')
  await visitor.prove('admin')
  return visitor
}

/** Reads a payment that does not exist: `not_found` shows that the key itself was accepted. */
const tried = (stack: Stack, key: string) =>
  callApi(stack.origin, 'GET', `/v1/payments/q_${'0'.repeat(20)}`, { key })

onOneDatabase('API keys', (stack) => {
  it('are shown once, stored only as a hash, and accepted', async () => {
    const admin = await proved(stack())
    const { value: made, rows } = await rowsOf(stack(), () =>
      admin.get(endpoints.createApiKey, { params, body: demo }),
    )
    expect(made.key).toMatch(/^pdk_s_[0-9A-Za-z]{40}$/)
    expect(made.apiKey).toMatchObject({
      ...{ label: 'Web shop', merchant: 'demo-merchant', prefix: made.key.slice(0, 10), state: 'active' },
      ...{ by: { name: 'Ada Moreau', me: true }, lastUsedAt: null, revocation: null },
      permissions: ['payments:create', 'payments:read'],
    })
    const days = (Date.parse(made.apiKey.expiresAt) - Date.parse(made.apiKey.createdAt)) / 86_400_000
    expect(days).toBe(90)
    expect(rows).toMatchObject([
      {
        ...{
          action: 'api_key.created',
          result: 'allowed',
          actor_subject: 'ada.moreau',
          environment: 'stage',
        },
        ...{ subject_kind: 'api_key', subject_id: made.apiKey.apiKey, merchant: 'demo-merchant' },
        reauthentication_age: expect.any(Number),
      },
    ])
    problemIn(await tried(stack(), made.key), 'not_found')

    const { db } = stack().deps.store
    const kept = await db.selectFrom('api_keys').selectAll().execute()
    const listed = await admin.call(endpoints.listApiKeys, { params })
    const all = [
      JSON.stringify(kept),
      listed.text,
      JSON.stringify(await auditRows(stack())),
      ...stack().logged,
    ]
    for (const text of all) expect(text).not.toContain(made.key.slice(10))
    expect(JSON.stringify(kept)).not.toContain('Moreau')
    expect(endpoints.listApiKeys.response.parse(listed.json)).toMatchObject({
      apiKeys: expect.arrayContaining([
        { ...made.apiKey, lastUsedAt: expect.stringMatching(/Z$/), by: { name: 'Ada Moreau', me: true } },
      ]),
      ...{ merchants: ['demo-merchant', 'demo-outlet'], perMinute: 60, document: '/v1/openapi.json' },
    })
  })

  it('differ each time, and are listed with the name of their creator', async () => {
    const admin = await proved(stack())
    const make = () => admin.get(endpoints.createApiKey, { params, body: { ...demo, days: 1 } })
    const both: CreateApiKeyResponse[] = [await make(), await make()]
    expect(new Set(both.map(({ key }) => key)).size).toBe(2)
    const of = await insertSystem(stack())
    const { apiKeys } = await admin.get(endpoints.listApiKeys, { params })
    expect(apiKeys.find(({ apiKey }) => apiKey === of.id)?.by).toEqual({ name: 'Ada Moreau', me: false })
    expect(apiKeys[0]?.apiKey).toBe(both[1]?.apiKey.apiKey)
  })

  it('require a recent re-authentication', async () => {
    const admin = await stack().as('admin')
    const { value, rows } = await rowsOf(stack(), () =>
      admin.call(endpoints.createApiKey, { params, body: demo }),
    )
    problemIn(value, 'reauthentication_needed')
    expect(rows).toMatchObject([
      { action: 'api_key.created', result: 'failed', reason: 'reauthentication_needed', subject_id: null },
    ])
    await admin.prove('admin')
    const { session } = await stack().deps.sessions.find(admin.jar.get('paydesk_session'))
    await stack().deps.sessions.markReauthenticated(session?.hash ?? '', Date.now() - 301_000)
    problemIn(await admin.call(endpoints.createApiKey, { params, body: demo }), 'reauthentication_needed')
  })

  it.each([
    ['a label of nothing', { label: ' ' }, 'label'],
    ['a long label', { label: 'x'.repeat(61) }, 'label'],
    ['a label with an address', { label: 'mara@example.test' }, 'label'],
    ['a merchant of another environment', { merchant: 'demo-merchant-live' }, 'merchant'],
    ['a merchant that nobody knows', { merchant: 'zqx7' }, 'merchant'],
    ['no scope', { permissions: [] }, 'permissions'],
    ['an unknown scope', { permissions: ['payments:refund'] }, 'permissions.0'],
    ['no day', { days: 0 }, 'days'],
    ['half a day', { days: 0.5 }, 'days'],
    ['too many days', { days: 731 }, 'days'],
    ['an extra field', { surplus: 'zqx7' }, '(another member)'],
  ])('are not created with %s, and the field is named', async (_, wrong, name) => {
    const admin = await proved(stack())
    const answer = await admin.call(endpoints.createApiKey, { params, body: { ...demo, ...wrong } })
    expect(problemIn(answer, 'bad_request').fields?.map((field) => field.name)).toEqual([name])
    expect(answer.text).not.toMatch(/zqx7|mara/)
  })

  it('are revoked once, immediately and permanently', async () => {
    const admin = await stack().as('admin')
    const { id, key } = await insertSystem(stack())
    const revoke = () => admin.get(endpoints.revokeApiKey, { params: { ...params, apiKey: id } })
    problemIn(await tried(stack(), key), 'not_found')
    const { value, rows } = await rowsOf(stack(), revoke)
    expect(value).toMatchObject({
      answer: 'done',
      apiKey: { state: 'revoked', revocation: { by: { me: true } } },
    })
    expect(rows).toMatchObject([
      { action: 'api_key.revoked', subject_kind: 'api_key', subject_id: id, merchant: 'demo-merchant' },
    ])
    problemIn(await tried(stack(), key), 'key_refused')
    const again = await revoke()
    expect(again).toEqual({ ...value, answer: 'before' })
  })

  it('are revoked once by several requests at the same time', async () => {
    const admin = await stack().as('admin')
    const { id } = await insertSystem(stack())
    const revoke = () => admin.get(endpoints.revokeApiKey, { params: { ...params, apiKey: id } })
    const answers = await Promise.all(Array.from({ length: 6 }, revoke))
    expect(answers.map(({ answer }) => answer).filter((one) => one === 'done')).toHaveLength(1)
  })

  it('of another environment or merchant are hidden', async () => {
    const admin = await stack().as('admin')
    const live = await insertSystem(stack(), { environment: 'production', merchant: 'demo-merchant-live' })
    const gone = await insertSystem(stack(), { merchant: 'former-merchant' })
    const { apiKeys } = await admin.get(endpoints.listApiKeys, { params })
    for (const { id } of [live, gone]) {
      expect(apiKeys.map(({ apiKey }) => String(apiKey))).not.toContain(id)
      const of = { params: { ...params, apiKey: id } }
      problemIn(await admin.call(endpoints.revokeApiKey, of), 'not_found')
    }
  })

  it('send their changes to the live streams of administrators only', async () => {
    const [admin, support] = [await proved(stack()), await stack().as('support')]
    const [hears, other] = [await listenToStream(admin), await listenToStream(support)]
    const { apiKey } = await admin.get(endpoints.createApiKey, { params, body: demo })
    await admin.get(endpoints.revokeApiKey, { params: { ...params, apiKey: apiKey.apiKey } })
    const about = () => hears.tolds.filter(({ data }) => data.includes(apiKey.apiKey))
    await vi.waitFor(() => expect(about()).toHaveLength(2), { timeout: 60_000 })
    expect(other.tolds.filter(({ data }) => data.includes(apiKey.apiKey))).toEqual([])
    for (const one of [hears, other]) one.leave()
  })
})
