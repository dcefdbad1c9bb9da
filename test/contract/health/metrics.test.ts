import { endpoints } from '@paydesk/shared/endpoints'
import { merchantApiVersionSchema } from '@paydesk/shared/payments/merchant-api'
import { beforeAll, describe, expect, it } from 'vitest'
import { readRoot } from '../../architecture/sources.ts'
import { callApi, insertSystem } from '../../support/contract/api-keys.ts'
import { sendNotification } from '../../support/contract/send-notification.ts'
import {
  customerHandleOf,
  customerOf,
  onOneDatabase,
  problemIn,
  startOn,
} from '../../support/contract/support.ts'
import type { Visitor } from '../../support/stack/start.ts'

const token = 'metrics-token-for-this-test'
const bearer = { authorization: `Bearer ${token}` }
const env = 'stage'

onOneDatabase(
  'the metrics',
  (stack) => {
    let support: Visitor
    beforeAll(async () => {
      support = await stack().as('support')
    })
    const read = (headers: Record<string, string> = bearer) =>
      stack().visitor().send('GET', '/metrics', { headers })
    /** Returns the value of the sample with exactly this name and these labels. */
    const sample = (text: string, name: string) =>
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1)

    it('require the token, and reveal nothing without it', async () => {
      for (const headers of [
        {},
        { authorization: '' },
        { authorization: token },
        { authorization: `bearer ${token}` },
        { authorization: `Bearer ${token}x` },
        { authorization: `Bearer ${token.slice(0, -1)}` },
        { authorization: `Basic ${token}` },
      ] as Record<string, string>[]) {
        const answer = await read(headers)
        expect([answer.status, answer.text, answer.headers.get('www-authenticate')]).toEqual([
          401,
          'needs the token\n',
          'Bearer',
        ])
      }
      // Rejects a session without the token.
      expect((await support.send('GET', '/metrics')).status).toBe(401)
    })

    it('name the build, as the health page and the merchant API do', async () => {
      const { installation } = await (await stack().as('admin')).get(endpoints.showHealth)
      const { key } = await insertSystem(stack())
      const { version, build } = merchantApiVersionSchema.parse(
        (await callApi(stack().origin, 'GET', '/v1', { key })).json,
      )
      expect(sample((await read()).text, `paydesk_build_info{version="${version}",build="${build}"}`)).toBe(
        '1',
      )
      const shown = installation?.find(({ check }) => check === 'version')
      expect(shown?.facts.flatMap(({ names }) => names)).toEqual([version, build])
      problemIn(await callApi(stack().origin, 'GET', '/v1'), 'key_refused')
    })

    it('have every name that the alert rules and the dashboard use', async () => {
      const { text } = await read()
      const served = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
      const used = ['alerts.yml', 'alerts.test.yml', 'dashboard.json'].flatMap((file) =>
        [...readRoot(`docs/deploy/${file}`).matchAll(/\bpaydesk_\w+/g)].map(([name]) => name),
      )
      expect(used.length).toBeGreaterThan(20)
      const missing = used.filter((name) => !served.has(name.replace(/_(?:bucket|count|sum)$/, '')))
      expect(missing).toEqual([])
    })

    it('count requests by route and status, and calls to the payment service by outcome', async () => {
      const of = await customerOf(stack(), 'cust-00417')
      const before = (await read()).text
      await support.call(endpoints.showTransaction, { params: { env, transaction: of.transaction(2) } })
      await support.call(endpoints.showTransaction, {
        params: { env, transaction: '00000000-0000-4000-8000-000000000000' },
      })
      const answer = await read()
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
      const count = (text: string, name: string) => Number(sample(text, name) ?? 0)
      const requests = (status: number) =>
        `paydesk_request_seconds_count{route="/api/:env/transactions/:transaction",method="GET",status="${status}"}`
      for (const status of [200, 404])
        expect(count(answer.text, requests(status)) - count(before, requests(status))).toBe(1)
      const calls = (outcome: string) =>
        `paydesk_upstream_seconds_count{environment="stage",operation="state",outcome="${outcome}"}`
      for (const outcome of ['found', 'not_found'])
        expect(count(answer.text, calls(outcome)) - count(before, calls(outcome))).toBeGreaterThan(0)
    })

    it('count acknowledged and repeated notifications, and measure their time', async () => {
      const of = (text: string, name: string) =>
        Number(sample(text, `paydesk_${name}{environment="stage"}`) ?? 0)
      const names = [
        'notifications_accepted_total',
        'notifications_repeated_total',
        'notification_seconds_count',
      ]
      const before = (await read()).text
      for (const body of ['one of three', 'one of three', 'another'])
        expect((await sendNotification(stack(), body)).status).toBe(202)
      await Promise.all(['at once', 'at once'].map((body) => sendNotification(stack(), body)))
      expect(
        (await sendNotification(stack(), 'forged', { headers: { 'x-isx-checksum': 'AAAA' } })).status,
      ).toBe(401)
      const after = (await read()).text
      expect(names.map((name) => of(after, name) - of(before, name))).toEqual([5, 2, 5])
      expect(of(after, 'notification_seconds_sum')).toBeGreaterThan(0)
    })

    it('report the state of the queues from the database', async () => {
      const { text } = await read()
      expect(sample(text, 'paydesk_database_up')).toBe('1')
      for (const name of [
        'notifications_waiting',
        'notifications_oldest_seconds',
        'notifications_isolated',
        'read_queue',
        'read_queue_overdue',
      ])
        for (const environment of ['stage', 'production'])
          expect(sample(text, `paydesk_${name}{environment="${environment}"}`), name).toMatch(/^[\d.]+$/)
      expect(sample(text, 'paydesk_streams')).toBe('0')
      expect(text).toContain('paydesk_nodejs_eventloop_lag_p99_seconds ')
      expect(text).toContain('paydesk_process_resident_memory_bytes ')
    })

    it('contain no outside input and no personal data', async () => {
      const of = await customerOf(stack(), 'cust-00417')
      const customer = await customerHandleOf(stack(), 'cust-00417')
      await support.call(endpoints.searchRecords, {
        params: { env },
        body: { text: 'mara.lindqvist@example.test' },
      })
      await support.call(endpoints.showCustomer, { params: { env, customer } })
      const strange = 'zqx7-came-from-outside'
      await support.send('GET', `/api/${strange}/customers/${strange}?${strange}=1`)
      await support.send('GET', `/${strange}`, { headers: { 'x-zqx7-header': strange } })
      await support.send('PROPFIND', `/${strange}`)
      await support.send('POST', `/notify/${strange}/v1/notification`, { body: strange })
      const { text } = await read()
      for (const one of [
        strange,
        'PROPFIND',
        'mara.lindqvist',
        'cust-00417',
        'demo-merchant',
        'ana.ruiz',
        'Ana Ruiz',
        token,
        customer,
        of.transaction(0),
      ])
        expect(text.toLowerCase()).not.toContain(one.toLowerCase())
      // Allows only label names and label values of closed lists.
      const labels = [...text.matchAll(/([a-z_]+)="([^"]*)"/g)]
      const ours = /^(route|method|status|le|environment|operation|outcome|reason|result|state)$/
      // Labels that the metrics library uses for the process.
      const ofProcess = /^(type|kind|space|version|major|minor|patch)$/
      const ofBuild = /^(version|build)$/
      for (const [, name = ''] of labels)
        expect(
          [ours, ofProcess, ofBuild].some((known) => known.test(name)),
          name,
        ).toBe(true)
      const patterns = new Set(Object.values(endpoints).map(({ path }) => path as string))
      const others =
        /^(none|\/(livez|readyz|metrics|v1|auth\/[a-z-]+|notify\/:env\/v1\/notification)|(pages|assets|page).*)$/
      for (const [, name, value = ''] of labels.filter(([, one]) => one === 'route'))
        expect(patterns.has(value) || others.test(value), `${name}="${value}"`).toBe(true)
    })
  },
  { PAYDESK_METRICS_TOKEN: token },
)

describe('without a token', () => {
  it('there are no metrics', async () => {
    const stack = await startOn('embedded')
    problemIn(await stack.visitor().send('GET', '/metrics', { headers: bearer }), 'no_such_page')
    await stack.stop()
  })
})
