import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it } from 'vitest'
import { noteTransaction } from '../../support/contract/seed-transaction.ts'
import { onOneDatabase, problemIn, rowsOf } from '../../support/contract/support.ts'
import type { Person, Visitor } from '../../support/stack/start.ts'

const params = { env: 'stage' }

onOneDatabase('undocumented values', (stack) => {
  const visitors = new Map<Person, Visitor>()
  beforeAll(async () => {
    for (const person of ['support', 'finance', 'finance2', 'admin'] as const)
      visitors.set(person, await stack().as(person))
    const ours = await noteTransaction(stack(), { id: 'register-ours' })
    const others = await noteTransaction(stack(), { id: 'register-others', merchant: 'demo-outlet' })
    const at = Date.parse('2026-03-12T09:00:00Z')
    const values = [
      { place: 'state', value: 'HALTED', first_transaction: ours, merchant: 'demo-merchant' },
      { place: 'event', value: 'RE_OPENED', first_transaction: others, merchant: 'demo-outlet' },
      { place: 'step_value', value: 'MAYBE', first_transaction: null, merchant: '' },
    ].map((one, nth) => ({
      ...one,
      environment: 'stage',
      first_seen: at + nth,
      last_seen: at + 10,
      times: nth + 1,
    }))
    await stack().deps.store.db.insertInto('undocumented_values').values(values).execute()
    // Same value at both merchants, seen first at the other merchant.
    const both = { environment: 'stage', place: 'reason', value: 'PAUSED' }
    await stack()
      .deps.store.db.insertInto('undocumented_values')
      .values([
        {
          ...both,
          merchant: 'demo-outlet',
          first_transaction: others,
          first_seen: at - 9,
          last_seen: at + 99,
          times: 4,
        },
        {
          ...both,
          merchant: 'demo-merchant',
          first_transaction: ours,
          first_seen: at - 5,
          last_seen: at + 7,
          times: 2,
        },
      ])
      .execute()
    const elsewhere = { place: 'state', value: 'LIVE_ONLY', first_transaction: null, times: 1, merchant: '' }
    await stack()
      .deps.store.db.insertInto('undocumented_values')
      .values({ ...elsewhere, environment: 'production', first_seen: at, last_seen: at })
      .execute()
  })
  const as = (person: Person) => visitors.get(person) ?? stack().visitor()
  const list = (person: Person) => as(person).get(endpoints.listUndocumentedValues, { params })

  it('are listed newest first, with their place, times and first transaction', async () => {
    const { value, rows } = await rowsOf(stack(), () => list('finance'))
    expect(value).toEqual({
      more: false,
      values: [
        {
          place: 'step_value',
          value: 'MAYBE',
          firstSeenAt: '2026-03-12T09:00:00.002Z',
          lastSeenAt: '2026-03-12T09:00:00.010Z',
          times: 3,
          firstTransaction: null,
        },
        expect.objectContaining({ value: 'RE_OPENED', firstTransaction: 'register-others' }),
        expect.objectContaining({ value: 'HALTED', firstTransaction: 'register-ours' }),
        {
          place: 'reason',
          value: 'PAUSED',
          firstSeenAt: '2026-03-12T08:59:59.991Z',
          lastSeenAt: '2026-03-12T09:00:00.099Z',
          times: 6,
          firstTransaction: 'register-others',
        },
      ],
    })
    expect(rows).toMatchObject([
      { action: 'undocumented_values.listed', result: 'allowed', environment: 'stage' },
    ])
  })

  it('are limited to the merchants of the person, without counts and times of other merchants', async () => {
    expect(await list('finance2')).toEqual({
      more: false,
      values: [
        expect.objectContaining({ value: 'HALTED', times: 1, firstTransaction: 'register-ours' }),
        {
          place: 'reason',
          value: 'PAUSED',
          firstSeenAt: '2026-03-12T08:59:59.995Z',
          lastSeenAt: '2026-03-12T09:00:00.007Z',
          times: 2,
          firstTransaction: 'register-ours',
        },
      ],
    })
  })

  it('are denied to roles without permission and to visitors without a session', async () => {
    // Deny administrators too: the value comes from a record, though it names no person.
    for (const person of ['support', 'admin'] as const)
      problemIn(await as(person).call(endpoints.listUndocumentedValues, { params }), 'not_allowed')
    problemIn(await stack().visitor().call(endpoints.listUndocumentedValues, { params }), 'not_signed_in')
    for (const env of ['nowhere', 'STAGE'])
      problemIn(await as('finance').call(endpoints.listUndocumentedValues, { params: { env } }), 'not_found')
    const odd = await as('finance').call(endpoints.listUndocumentedValues, { params, query: { x: '1' } })
    problemIn(odd, 'bad_request')
  })

  it('are listed up to five hundred at once, with a flag for more', async () => {
    const at = Date.parse('2026-04-01T00:00:00Z')
    const values = Array.from({ length: 501 }, (_, nth) => ({
      environment: 'stage',
      merchant: '',
      place: 'event',
      value: `EVENT_${nth}`,
      first_seen: at + nth,
      last_seen: at + nth,
      times: 1,
      first_transaction: null,
    }))
    await stack().deps.store.db.insertInto('undocumented_values').values(values).execute()
    const answer = await list('finance')
    expect([answer.values.length, answer.more, answer.values[0]?.value]).toEqual([500, true, 'EVENT_500'])
  })
})
