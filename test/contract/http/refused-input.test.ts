import { csrfHeader, type Endpoint, endpoints } from '@paydesk/shared/endpoints'
import { describe, expect, it } from 'vitest'
import {
  callerOf,
  type EndpointInput,
  type EndpointName,
  endpointNames,
  inputsAbout,
  isEndless,
} from '../../support/contract/endpoint-calls.ts'
import { onOneDatabase } from '../../support/contract/support.ts'
import { requestWithJar } from '../../support/stack/browse.ts'
import type { Visitor } from '../../support/stack/start.ts'

/** Text that stands for a secret or for data of a customer; each place has its own number. */
const markerText = 'zqxmarker'
const createMarkers = () => {
  let count = 0
  return () => {
    count += 1
    return `${markerText}${count}`
  }
}

/** Headers that a program may set to any text. */
const headerNames = [
  'accept-language',
  'authorization',
  'forwarded',
  'if-none-match',
  'last-event-id',
  'origin',
  'range',
  'referer',
  'traceparent',
  'tracestate',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-request-id',
]

/** Replaces each text of a body in turn, and adds a field. */
function* changeBody(body: unknown, mark: () => string): Iterable<unknown> {
  if (typeof body !== 'object' || body === null) return
  for (const [name, value] of Object.entries(body)) {
    yield { ...body, [name]: mark() }
    for (const inner of changeBody(value, mark)) yield { ...body, [name]: inner }
  }
  yield { ...body, [mark()]: mark() }
}

/** Calls with a marker in every place of an endpoint's input. */
function* listMarkedCalls(
  endpoint: Endpoint,
  input: EndpointInput,
  mark: () => string,
): Iterable<EndpointInput> {
  for (const name of Object.keys(input.params)) {
    yield { ...input, params: { ...input.params, [name]: mark() } }
    yield { ...input, params: { ...input.params, [name]: `${mark()}@example.test/../<b>` } }
  }
  for (const name of [...Object.keys(input.query ?? {}), 'sort', 'cursor', mark()])
    yield { ...input, query: { ...input.query, [name]: mark() } }
  if (endpoint.method !== 'POST') return
  for (const body of changeBody(input.body ?? {}, mark)) yield { ...input, body }
}

const names = endpointNames.filter((name) => !isEndless(name) && name !== 'signOut')

onOneDatabase('input that is refused', (stack) => {
  const visitors = new Map<string, Visitor>()
  async function as(name: EndpointName): Promise<Visitor> {
    const role = callerOf(name)
    const visitor = visitors.get(role) ?? (await stack().as(role))
    visitors.set(role, visitor)
    return visitor
  }
  const repeats = ({ headers, text }: { headers: Headers; text: string }) =>
    `${text}\n${[...headers].flat().join('\n')}`.toLowerCase().includes(markerText)

  describe('is repeated neither in an answer nor in the log', () => {
    it('in parameters, queries and bodies', async () => {
      const mark = createMarkers()
      const inputs = await inputsAbout(stack(), 'cust-00417')
      const repeating: string[] = []
      let refusals = 0
      for (const name of names) {
        for (const input of listMarkedCalls(endpoints[name], inputs[name], mark)) {
          const answer = await (await as(name)).call(endpoints[name], input)
          if (answer.status < 400) continue
          refusals += 1
          if (repeats(answer)) repeating.push(`${name} ${JSON.stringify(input)}`)
        }
      }
      expect(repeating).toEqual([])
      expect(refusals).toBeGreaterThan(names.length)
      expect(stack().logged.filter((line) => line.includes(markerText))).toEqual([])
    })

    it('in headers, cookies, methods and bodies that are no JSON', async () => {
      const mark = createMarkers()
      const visitor = await as('showHealth')
      const own = { [csrfHeader.name]: csrfHeader.value, 'content-type': 'application/json' }
      const path = '/api/stage/search'
      const answers = []
      for (const name of headerNames)
        answers.push(await visitor.send('GET', '/api/health', { headers: { ...own, [name]: mark() } }))
      for (const body of [mark(), `{"text":"${mark()}`, `{"${mark()}":1,"${mark()}":1}`])
        answers.push(await visitor.send('POST', path, { headers: own, body }))
      for (const type of [mark(), `application/json; charset=${mark()}`, `${mark()}/${mark()}`])
        answers.push(
          await visitor.send('POST', path, { headers: { ...own, 'content-type': type }, body: '{}' }),
        )
      for (const address of [
        `/${mark()}`,
        `/api/${mark()}`,
        `/auth/${mark()}?${mark()}=${mark()}`,
        `/%zz${mark()}`,
      ])
        answers.push(await visitor.send('POST', address, { headers: own, body: '{}' }))
      const stranger = stack().visitor()
      stranger.jar.set('paydesk_session', mark())
      answers.push(await stranger.call(endpoints.showCurrentSession))
      for (const address of [
        `/auth/callback?code=${mark()}&state=${mark()}`,
        `/auth/callback?error=${mark()}&error_description=${mark()}&state=${mark()}`,
      ]) {
        const answer = await requestWithJar(stack().visitor().jar, new URL(address, stack().origin), {})
        answers.push({ status: answer.status, headers: answer.headers, text: await answer.text() })
      }
      const refused = answers.filter(({ status }) => status >= 400)
      expect(refused.filter(repeats)).toEqual([])
      expect(refused.length).toBeGreaterThan(6)
      expect(stack().logged.filter((line) => line.includes(markerText))).toEqual([])
    })
  })
})
