import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { faultNames } from '../../sandbox/fault-names.ts'
import {
  callsFor,
  expectedOutcomeOf,
  measureCall,
  type ReadOutcome,
  readKinds,
} from '../../support/contract/fault-outcomes.ts'
import {
  auditRows,
  controlSandbox,
  customerHandleOf,
  problemIn,
  startOn,
} from '../../support/contract/support.ts'
import type { Answer, Stack, Visitor } from '../../support/stack/start.ts'

/** Deadline (ms) for the fault `slow`: shorter than the slow answer takes. */
const beforeSlow = 1_700
/** Deadline (ms) for endless answers: long enough for healthy reads meanwhile, on a busy machine too. */
const deadline = 6_000
/** Time limit (ms) that excludes a second wait; the long form applies it. */
const inTime = isFullRun ? 2 * deadline - 100 : Number.POSITIVE_INFINITY

/** Texts of the bodies, headers and odd values of the faults; none may leak. */
const ofFaults =
  /Maintenance|Bad Gateway|Sandbox fault|VALIDATION_ERROR|INTERNAL_ERROR|FORBIDDEN|Mara|not a valid value|surprise|polluted|deeper|garbage|somebody-else|x{40}|p{40}|"m\d+"|somewhere-else/

async function expectEnd(stack: Stack, answer: Answer, end: ReadOutcome): Promise<void> {
  if (end === 'good') {
    expect(answer.status, answer.text.slice(0, 300)).toBe(200)
    return
  }
  const { reference } = problemIn(answer, end)
  const rows = await auditRows(stack)
  expect(rows.filter((row) => row.reference === reference)).toMatchObject([{ result: 'failed', reason: end }])
}

describe('the payment service fault', () => {
  interface Office {
    readonly stack: Stack
    readonly visitor: Visitor
  }
  const offices: Office[] = []
  async function open(ms: number): Promise<Office> {
    const stack = await startOn('embedded', { config: { PAYDESK_SERVICE_DEADLINE_MS: String(ms) } })
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
    // Leave enough time for all other faults.
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
    '%s during a search is reported as unavailable and not as not found',
    async (fault) => {
      const text = `fault-list-${fault}`
      const answer = await officeFor(fault).visitor.get(endpoints.searchRecords, {
        params: { env: 'stage' },
        body: { text },
      })
      expect(answer.hits).toEqual([])
      const [first] = answer.attempts
      expect(first).toMatchObject({ readAs: 'rid', outcome: 'unavailable' })
      expect(first?.reference).toMatch(/^PD-/)
      expect(JSON.stringify(answer)).not.toMatch(ofFaults)
    },
  )

  it('hang does not stop a search for a RID in our records', async () => {
    const { stack, visitor } = waiting
    await customerHandleOf(stack, 'fault-list-hang')
    const { answer, ownMs } = await measureCall(() =>
      visitor.call(endpoints.searchRecords, { params: { env: 'stage' }, body: { text: 'fault-list-hang' } }),
    )
    expect(answer.text).toContain('"rid_recorded"')
    expect(ownMs).toBeLessThan(inTime)
  })

  // Leave out 429 faults, which delay every later read: faults-in-time.test.ts tries them separately.
  it.each(faultNames.filter((name) => !name.startsWith('429')))('%s ends as expected', async (fault) => {
    const { stack, visitor } = officeFor(fault)
    const { faulty, healthy } = await callsFor(stack, visitor, fault)
    const under = Promise.all(readKinds.map(async (read) => [read, await measureCall(faulty[read])] as const))
    const meanwhile = await Promise.all(healthy.map(measureCall))
    const waits = expectedOutcomeOf(fault, 'state') === 'upstream_timeout'
    for (const { answer, ownMs } of meanwhile) {
      // Skip the healthy reads: the short deadline may be too short for healthy reads on a busy machine.
      if (fault === 'slow') break
      expect(answer.status, answer.text).toBe(200)
      // Measure beside endless answers only: large bodies are built in this process, which takes time.
      if (waits && isFullRun) expect(ownMs).toBeLessThan(deadline - 200)
    }
    for (const [read, { answer, ms, ownMs }] of await under) {
      expect(answer.text).not.toMatch(ofFaults)
      await expectEnd(stack, answer, expectedOutcomeOf(fault, read))
      expect(ownMs, read).toBeLessThan(waits || !isFullRun ? inTime : 15_000)
      // Expect the full wait: 3 s for endless answers, the deadline for `slow`.
      if (waits) expect(ms, read).toBeGreaterThan((fault === 'slow' ? beforeSlow : 3_000) - 50)
    }
  })

  it('of any kind causes no followed redirect and no prototype pollution', async () => {
    for (const { stack } of offices)
      expect(await controlSandbox(stack, 'GET', 'sinkhole')).toEqual({ hits: 0 })
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})
