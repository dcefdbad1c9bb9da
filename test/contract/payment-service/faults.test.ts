import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { faultNames } from '../../sandbox/fault-names.ts'
import { callsFor, type End, endOf, reads, timed } from '../../support/contract/fault-outcomes.ts'
import { auditRows, control, customerHandleOf, problemIn, startOn } from '../../support/contract/support.ts'
import type { Answer, Stack, Visitor } from '../../support/stack/start.ts'

/** For what is slow, in ms: less than it takes. */
const beforeSlow = 1_700
/** For what comes to no end, in ms: long enough for all that is well meanwhile, on a busy machine too. */
const deadline = isFullRun ? 3_000 : 6_000
/** A second wait of that length would take longer (ms). Only the long form measures: it has the machine to itself. */
const inTime = isFullRun ? 2 * deadline - 100 : Number.POSITIVE_INFINITY

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
  interface Office {
    readonly stack: Stack
    readonly visitor: Visitor
  }
  const offices: Office[] = []
  async function open(ms: number): Promise<Office> {
    const stack = await startOn('embedded', { config: { PAYDESK_UPSTREAM_DEADLINE_MS: String(ms) } })
    const office = { stack, visitor: await stack.as('compliance') }
    offices.push(office)
    return office
  }
  let hasty: Office
  let waiting: Office
  let patient: Office
  const officeFor = (fault: string) => {
    if (fault === 'slow') return hasty
    return fault === 'hang' || fault === 'drip' ? waiting : patient
  }

  beforeAll(async () => {
    hasty = await open(beforeSlow)
    waiting = await open(deadline)
    // For all others there is time enough.
    patient = await open(20_000)
  })
  afterAll(() => Promise.all(offices.map(({ stack }) => stack.stop())))
  afterEach(async () => {
    for (const { stack, visitor } of offices) {
      expect((await visitor.call(endpoints.showCurrentSession)).status).toBe(200)
      expect(stack.logged.join('')).not.toMatch(ofFaults)
    }
  })

  it.each(['hang', '500', 'html', '401', 'reset'] as const)(
    '%s in the middle of a look-up is told from not found',
    async (fault) => {
      const text = `fault-list-${fault}`
      const answer = await officeFor(fault).visitor.get(endpoints.searchRecords, {
        params: { env: 'stage' },
        body: { text },
      })
      expect(answer.hits).toEqual([])
      const [first] = answer.tried
      expect(first).toMatchObject({ as: 'rid', outcome: 'unavailable' })
      expect(first?.reference).toMatch(/^PD-/)
      expect(JSON.stringify(answer)).not.toMatch(ofFaults)
    },
  )

  it('a RID that the office knows is found while the service hangs', async () => {
    const { stack, visitor } = waiting
    await customerHandleOf(stack, 'fault-list-hang')
    const { answer, ms } = await timed(() =>
      visitor.call(endpoints.searchRecords, { params: { env: 'stage' }, body: { text: 'fault-list-hang' } }),
    )
    expect(answer.text).toContain('RID known to this office at demo-merchant')
    expect(ms).toBeLessThan(inTime)
  })

  // Refusals for asking too much hold back every later read: they have stacks of their own below.
  it.each(faultNames.filter((name) => !name.startsWith('429')))('%s', async (fault) => {
    const { stack, visitor } = officeFor(fault)
    const { faulty, healthy } = await callsFor(stack, visitor, fault)
    const under = Promise.all(reads.map(async (read) => [read, await timed(faulty[read])] as const))
    const meanwhile = await Promise.all(healthy.map(timed))
    const waits = endOf(fault, 'state') === 'upstream_timeout'
    for (const { answer, ms } of meanwhile) {
      // So little time as there is for what is slow may not be enough on a busy machine.
      if (fault === 'slow') break
      expect(answer.status, answer.text).toBe(200)
      // The large bodies are built in this very process, which takes its time.
      if (waits && isFullRun) expect(ms).toBeLessThan(deadline - 200)
    }
    for (const [read, { answer, ms }] of await under) {
      expect(answer.text).not.toMatch(ofFaults)
      await expectEnd(stack, answer, endOf(fault, read))
      expect(ms, read).toBeLessThan(waits || !isFullRun ? inTime : 15_000)
      // A read that hangs is given up after three seconds at the latest.
      if (waits) expect(ms, read).toBeGreaterThan((fault === 'slow' ? beforeSlow : 3_000) - 50)
    }
  })

  it('no redirect was followed and no object gained a member', async () => {
    for (const { stack } of offices) expect(await control(stack, 'GET', 'sinkhole')).toEqual({ hits: 0 })
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})
