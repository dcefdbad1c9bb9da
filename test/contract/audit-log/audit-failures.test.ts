import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it } from 'vitest'
import { auditFaults } from '../../support/contract/audit-faults.ts'
import { bindView } from '../../support/contract/documents.ts'
import {
  callerOf,
  type EndpointInput,
  type EndpointName,
  endpointNames,
  inputsAbout,
  isEndless,
} from '../../support/contract/endpoint-calls.ts'
import { measureOwnTime } from '../../support/contract/own-time.ts'
import { auditRows, isTriedOn, onEachDatabase, problemIn } from '../../support/contract/support.ts'
import type { Answer, Visitor } from '../../support/stack/start.ts'

/** Number of parallel calls: each has its own connection, so that no call waits before it meets the fault. */
const atOnce = 8

/** Texts of cust-00417 that only a response with data can contain. */
const data = /DEMO|INV-|ord-2025|IS0101|MANUAL_REVIEW|"seen"|"hits"|"tried"/

onEachDatabase(
  'an audit event that cannot be written',
  (stack, backing) => {
    let visitor: Visitor
    let admin: Visitor
    let auditor: Visitor
    let support: Visitor
    let inputs: Record<EndpointName, EndpointInput>
    // Drafts are the person's own input: only their first save and their return are recorded. A read ahead shows
    // nobody anything.
    const recorded = endpointNames.filter(
      (name) => !/^(?:showCurrentSession|signOut|chooseRole|readTransactionsAhead|\w+FormDraft)$/.test(name),
    )
    const ask = (name: EndpointName) => {
      const callers = { admin, auditor, support, compliance: visitor }
      return callers[callerOf(name)].call(endpoints[name], inputs[name])
    }

    beforeAll(async () => {
      visitor = await stack().as('compliance')
      admin = await stack().as('admin')
      auditor = await stack().as('auditor')
      support = await stack().as('support')
      // Re-authenticate, because some endpoints require it.
      for (const [one, person] of [
        [visitor, 'compliance'],
        [admin, 'admin'],
        [auditor, 'auditor'],
        [support, 'support'],
      ] as const)
        await one.prove(person)
      inputs = await inputsAbout(stack(), 'cust-00417')
      // Skip endpoints that succeed only once (removing a view, fetching a download) and endless streams.
      const isOnce = (name: string) => /^remove.*View$|^downloadDocument$/.test(name)
      const again = recorded.filter((name) => !isOnce(name) && !isEndless(name))
      await bindView(stack(), inputs.closeDocument.params.view, visitor)
      for (const name of again) {
        expect((await ask(name)).status, name).toBe(200)
        // End emergency access at once: nobody makes payments under it.
        if (name === 'startBreakGlass') await support.get(endpoints.endBreakGlass)
      }
    })

    /** Selects the endpoints: all for one fault on one database, else a sample, as all faults end alike. */
    function askedUnder(text: string): readonly EndpointName[] {
      if (isFullRun || (text === 'read-only' && isTriedOn(backing))) return recorded
      return recorded.filter((_, nth) => nth % (text === 'read-only' ? 4 : 13) === 0)
    }

    function expectNothingTold(answer: Answer): void {
      const { status, retryAfter } = problemIn(answer, 'record_unavailable', 'unavailable')
      expect([status, retryAfter]).toEqual([503, 5])
      expect(answer.text).not.toMatch(data)
    }

    it.each(Object.entries(auditFaults[backing]))(
      '%s: rejects every call in time',
      { timeout: 120_000 },
      async (text, fault) => {
        const undo = await fault(stack())
        try {
          if (text === 'full' && backing === 'embedded') await fillUp()
          const asked = askedUnder(text)
          for (let from = 0; from < asked.length; from += atOnce) {
            const { value: answers, ownMs } = await measureOwnTime(() =>
              Promise.all(asked.slice(from, from + atOnce).map(ask)),
            )
            for (const answer of answers) expectNothingTold(answer)
            // Allows one wait for the database (3.3 s at most), not two. Only the full run measures the time.
            if (isFullRun) expect(ownMs).toBeLessThan(5_500)
          }
        } finally {
          await undo()
        }
        expect((await visitor.call(endpoints.showTransaction, inputs.showTransaction)).status).toBe(200)
        expect(stack().logged.join('')).toContain('audit entry not written')
        expect(stack().logged.join('')).not.toMatch(/zqx7|insert into/)
      },
    )

    it.each(Object.entries(auditFaults[backing]))(
      '%s: signs nobody in without an event',
      async (text, fault) => {
        const before = (await auditRows(stack())).length
        const undo = await fault(stack())
        const newcomer = stack().visitor()
        const at = await newcomer.signIn('support')
        await undo()
        const rows = (await auditRows(stack())).slice(before)
        const began = rows.filter(({ action }) => action === 'session.started')
        // Allows for a full database that still has room for one short row.
        expect(at.pathname).toBe(began.length === 0 ? '/sign-in' : '/')
        expect(newcomer.jar.has('paydesk_session')).toBe(began.length > 0)
        if (text !== 'full') expect(began).toEqual([])
      },
    )

    /**
     * Reads until the last page of the database is full, at the end with calls whose entry is short; expects one
     * audit row per successful read.
     */
    async function fillUp(): Promise<void> {
      const before = (await auditRows(stack())).length
      let answered = 0
      for (const name of ['showCustomer', 'listOwnSessions'] as const)
        while ((await ask(name)).status === 200) answered += 1
      expect((await auditRows(stack())).length - before).toBe(answered)
    }
  },
  {},
  { databaseLimits: {} },
)
