import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { type Role, roleSchema } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, describe, expect, it } from 'vitest'
import { bindView } from '../../support/contract/documents.ts'
import {
  callerOf,
  type EndpointInput,
  type EndpointName,
  endpointNames,
  inputsAbout,
  isBytes,
  isEndless,
  mayCall,
  needsProof,
  permissionAt,
  subjectOf,
} from '../../support/contract/endpoint-calls.ts'
import { isTriedOn, onEachDatabase, problemIn, rowsOf } from '../../support/contract/support.ts'
import { type Person, people, type Visitor } from '../../support/stack/start.ts'

const personOf: Readonly<Record<Role, Person>> = {
  support: 'support',
  finance: 'finance',
  compliance: 'compliance',
  auditor: 'auditor',
  admin: 'admin',
}

const refusals = endpointNames.flatMap((name) => {
  if (permissionAt(name) === 'signed_in') return []
  return roleSchema.options.filter((one) => !mayCall(one, name)).map((one) => [one, name] as const)
})

const foreignHeaders: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['without the header of our pages', { 'x-paydesk': '' }],
  ['with another value of it', { 'x-paydesk': 'true' }],
  ['from another site', { 'sec-fetch-site': 'cross-site' }],
  ['from a sister site', { 'sec-fetch-site': 'same-site' }],
  ['typed into the address bar', { 'sec-fetch-site': 'none' }],
  ['from another origin', { origin: 'https://evil.example.test' }],
  ['from an opaque origin', { origin: 'null' }],
]

const oddCookies = [undefined, '', 'x', 'A'.repeat(43), '__proto__']

/** Returns all items in the full run, else one item by turn, as every endpoint passes the same guards. */
const inTurn = <T>(all: readonly T[], nth: number): readonly T[] =>
  isFullRun ? all : all.filter((_, index) => index === nth % all.length)

const suite: Parameters<typeof onEachDatabase>[1] = (stack, backing) => {
  let inputs: Record<EndpointName, EndpointInput>
  const visitors = new Map<Person, Visitor>()

  beforeAll(async () => {
    inputs = await inputsAbout(stack(), 'cust-00417')
    for (const person of Object.values(personOf)) visitors.set(person, await stack().as(person))
  })

  const as = (person: Person): Visitor => {
    const visitor = visitors.get(person)
    if (visitor === undefined) throw new Error(`${person} is not signed in`)
    return visitor
  }

  // The guards do not depend on the database.
  const guarded = isTriedOn(backing) ? endpointNames : []
  describe.each(guarded.map((name, nth) => [name, nth] as const))('%s', (name, nth) => {
    const endpoint = endpoints[name]

    it('answers a caller without a session only with not_signed_in', async () => {
      for (const session of inTurn(oddCookies, nth)) {
        const stranger = stack().visitor()
        if (session !== undefined) stranger.jar.set('paydesk_session', session)
        const { value: answer, rows } = await rowsOf(stack(), () => stranger.call(endpoint, inputs[name]))
        expect(problemIn(answer, 'not_signed_in').status).toBe(401)
        expect(rows).toEqual([])
      }
    })

    it.each(inTurn(foreignHeaders, nth))('rejects a call %s', async (_, headers) => {
      const visitor = as(callerOf(name))
      const path = endpoint.path.replace(
        /:(\w+)/g,
        (_match, param: string) => inputs[name].params[param] ?? '',
      )
      const own = { 'x-paydesk': '1', 'content-type': 'application/json', ...headers }
      const body = endpoint.method === 'POST' ? { body: JSON.stringify(inputs[name].body ?? {}) } : {}
      const answer = await visitor.send(endpoint.method, path, { headers: own, ...body })
      expect(problemIn(answer, 'cross_site').status).toBe(403)
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    })

    it('rejects unknown query parameters', async () => {
      const answer = await as(callerOf(name)).call(endpoint, { ...inputs[name], query: { surplus: 'zqx7' } })
      const { fields } = problemIn(answer, 'bad_request')
      expect(fields).toMatchObject([{ name: '(another member)', rule: 'no_more_fields' }])
    })
  })

  it.each(isTriedOn(backing) ? refusals : [])(
    'refuses %s at %s, and records the person and the record',
    async (who, name) => {
      const endpoint = endpoints[name]
      const { value, rows } = await rowsOf(stack(), () => as(personOf[who]).call(endpoint, inputs[name]))
      const { reference, status } = problemIn(value, 'not_allowed')
      expect(status).toBe(403)
      // Drops the transaction id of a refused call: it is not checked, so it could be any text of that form.
      const named = subjectOf(endpoint)
      const { params, query } = inputs[name]
      const filtered = query?.customer === undefined ? null : 'customer'
      const kind = named === 'transaction' ? null : (named ?? filtered)
      expect(rows).toEqual([
        expect.objectContaining({
          action: 'access.refused',
          result: 'refused',
          reason: 'not_allowed',
          actor_issuer: stack().sandbox.idpUrl,
          actor_subject: people[personOf[who]],
          role: who,
          environment: endpoint.path.includes(':env') ? 'stage' : null,
          subject_kind: kind,
          subject_id: kind === null ? null : (params[kind] ?? query?.[kind]),
          reference,
        }),
      ])
    },
  )

  /** Returns a visitor with a new session; signs in at the provider only if the endpoint needs it. */
  async function callerFor(name: EndpointName): Promise<Visitor> {
    if (name === 'chooseRole') return stack().as('twoRoles')
    const person = personOf[callerOf(name)]
    if (name === 'signOut' || needsProof.has(name)) {
      const visitor = await stack().as(person)
      if (needsProof.has(name)) await visitor.prove(person)
      return visitor
    }
    const of = { issuer: stack().sandbox.idpUrl, subject: people[person], name: people[person] }
    const more = { roles: [callerOf(name)], merchants: null, providerSession: null, idToken: 'none' }
    const visitor = stack().visitor()
    visitor.jar.set('paydesk_session', await stack().deps.sessions.start({ ...of, ...more }))
    return visitor
  }

  // Calls the statements of every route on each database. Runs last, because this test ends sessions.
  it.each(endpointNames.filter((name) => !isEndless(name)))('%s keeps to its contract', async (name) => {
    const visitor = await callerFor(name)
    await bindView(stack(), inputs[name].params.view, visitor)
    const answer = await visitor.call(endpoints[name], inputs[name])
    const isEmpty = name === 'readTransactionsAhead'
    expect(answer.status, answer.text).toBe(isEmpty ? 204 : 200)
    const type = endpoints[name].stream ?? 'application/json'
    if (isBytes(name)) expect(['image/jpeg', type]).toContain(answer.headers.get('content-type'))
    else expect(answer.headers.get('content-type')).toBe(isEmpty ? null : `${type}; charset=utf-8`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    if (isBytes(name)) return
    // Streams are text in the contract, even if the whole stream is one JSON document.
    const given = endpoints[name].stream === undefined ? answer.json : answer.text
    expect(() => endpoints[name].response.parse(given)).not.toThrow()
  })
}

onEachDatabase('every endpoint', suite)
