import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { faultNames } from '../sandbox/fault-names.ts'
import type { Answer, Stack, Visitor } from '../stack/start.ts'
import { callsFor, type End, endOf, reads, timed } from './fault-ends.ts'
import { auditRows, control, customerHandleOf, problemIn, startOn } from './support.ts'

const deadline = 1_200
const config = { PAYDESK_UPSTREAM_DEADLINE_MS: String(deadline) }

/** Texts of the faults' bodies, headers and odd values. */
const ofFaults =
  /Maintenance|Bad Gateway|Sandbox fault|VALIDATION_ERROR|INTERNAL_ERROR|FORBIDDEN|Mara|not a valid value|surprise|polluted|deeper|garbage|somebody-else|x{40}|p{40}|"m\d+"|somewhere-else/

async function expectEnd(stack: Stack, answer: Answer, end: End): Promise<void> {
  if (end === 'good') {
    expect(answer.status, answer.text.slice(0, 300)).toBe(200)
    return
  }
  const { reference } = problemIn(answer, end)
  const rows = await auditRows(stack)
  expect(rows.filter((row) => row.reference === reference)).toMatchObject([{ result: 'failed', reason: end }])
}

describe('every fault of the service', () => {
  let stack: Stack
  let visitor: Visitor

  beforeAll(async () => {
    stack = await startOn('embedded', { config })
    visitor = await stack.as('compliance')
  })
  afterAll(() => stack.stop())
  afterEach(async () => {
    expect((await visitor.call(endpoints.whoAmI)).status).toBe(200)
    expect(stack.logged.join('')).not.toMatch(ofFaults)
  })

  it.each(['hang', '500', 'html', '401', 'reset'] as const)(
    '%s in the middle of a look-up is told from not found',
    async (fault) => {
      const text = `fault-list-${fault}`
      const answer = await visitor.get(endpoints.lookUp, { params: { env: 'stage' }, body: { text } })
      expect(answer.hits).toEqual([])
      const [first] = answer.tried
      expect(first).toMatchObject({ as: 'rid', outcome: 'unavailable' })
      expect(first?.reference).toMatch(/^PD-/)
      expect(JSON.stringify(answer)).not.toMatch(ofFaults)
    },
  )

  it('a RID that the office knows is found while the service hangs', async () => {
    await customerHandleOf(stack, 'fault-list-hang')
    const { answer, ms } = await timed(() =>
      visitor.call(endpoints.lookUp, { params: { env: 'stage' }, body: { text: 'fault-list-hang' } }),
    )
    expect(answer.text).toContain('RID known to this office at demo-merchant')
    expect(ms).toBeLessThan(deadline + 1_000)
  })

  // Refusals for asking too much hold back every later read: they have stacks of their own below.
  it.each(faultNames.filter((name) => !name.startsWith('429')))('%s', async (fault) => {
    const { faulty, healthy } = await callsFor(stack, visitor, fault)
    const under = Promise.all(reads.map(async (read) => [read, await timed(faulty[read])] as const))
    const meanwhile = await Promise.all(healthy.map(timed))
    for (const { answer, ms } of meanwhile) {
      expect(answer.status, answer.text).toBe(200)
      // The large bodies are built in this very process, which takes its time.
      if (endOf(fault, 'state') === 'upstream_timeout') expect(ms).toBeLessThan(1_000)
    }
    for (const [read, { answer, ms }] of await under) {
      expect(answer.text).not.toMatch(ofFaults)
      await expectEnd(stack, answer, endOf(fault, read))
      expect(ms, read).toBeLessThan(deadline + 2_000)
      if (endOf(fault, read) === 'upstream_timeout') expect(ms, read).toBeGreaterThan(deadline - 50)
    }
  })

  it('no redirect was followed and no object gained a member', async () => {
    expect(await control(stack, 'GET', 'sinkhole')).toEqual({ hits: 0 })
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})
