import { pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { type TransactionId, transactionIdSchema } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { controlSandbox, listOf, readService, valueAt } from '../sandbox/test-client.ts'
import type { BackingName } from '../support/stack/backing.ts'
import { startProduct } from '../support/stack/process.ts'
import { type Person, Visitor } from '../support/stack/start.ts'
import { newLabBacking, startLab, waitUntilHolds } from './harness.ts'

const backings: readonly BackingName[] = ['embedded', 'postgres']
const env = 'stage'
const reason = { verdict: 'accept', reason: 'identity_confirmed' } as const
const text = 'The bank confirmed the holder of the account'
const counts = z.record(z.string(), z.object({ asked: z.int(), carriedOut: z.int() }))

/** Moments of the kill: true if the payment service has carried out the request by then, false if not. */
const momentsOf = (name: BackingName) => pickByRunLength([name === 'postgres'], [false, true, false, true])

describe.concurrent.each(backings)('kill -9 while an operator action is sent (%s)', (name) => {
  it('requests the action once, and keeps its outcome unknown', { timeout: 300_000 }, async () => {
    const backing = await newLabBacking(name)
    const lab = await startLab(backing, {
      PAYDESK_STAGE_OPERATOR_ACTIONS: 'on',
      // Leaves time for the kill on a slow machine.
      PAYDESK_SERVICE_DEADLINE_MS: '60000',
    })
    let product = await startProduct({ env: lab.env })
    const as = async (person: Person) => {
      const visitor = new Visitor(lab.origin)
      await visitor.signIn(person)
      return visitor
    }
    const [farid, fiona] = [await as('finance'), await as('finance2')]
    const valuesOf = async (query: string) =>
      (await backing.rows(query)).map((row) => String(Object.values(row)[0]))
    const until = (query: string, wanted: string) =>
      waitUntilHolds(async () => {
        const found = await valuesOf(query)
        return found.join() === wanted ? [] : [`${query}: ${found.join()}`]
      }, 60_000)

    /**
     * Creates a transaction in review; its task at the payment service hangs when an action on it is
     * requested.
     */
    async function growTask(carriesOut: boolean) {
      const grown = await controlSandbox(lab.sandbox, 'POST', 'grow', {
        account: env,
        count: 1,
        customers: 1,
        rows: ['manual-review'],
      })
      const transaction = transactionIdSchema.parse(valueAt(grown, 'firstId'))
      await controlSandbox(lab.sandbox, 'POST', `transactions/${transaction}/notify`, { account: env })
      await until(
        `select count(*) from review_cases where ended_at is null and transaction_id = '${transaction}'`,
        '1',
      )
      const { json } = await readService(lab.sandbox, `/v1/transaction/${transaction}/notifications`)
      const task = String(valueAt(listOf(valueAt(json, 'data')).at(-1), 'outstanding_tasks', 0, 'id'))
      await controlSandbox(lab.sandbox, 'POST', 'faults', {
        ...{ account: env, operation: 'action', id: task },
        ...{ fault: 'hang', carriesOut },
      })
      return { transaction, task }
    }

    /** Decides as one person and approves as a second one. Returns the id of the decision. */
    async function decide(transaction: TransactionId): Promise<string> {
      const params = { env, transaction }
      await farid.get(endpoints.claimCase, { params, body: {} })
      const { recordHash } = await farid.get(endpoints.showCase, { params })
      const made = await farid.get(endpoints.decideCase, { params, body: { ...reason, text, recordHash } })
      if (made.answer !== 'made') throw new Error(made.answer)
      const { decision } = made.decision
      const shown = await fiona.get(endpoints.showDecision, { params: { env, decision } })
      const body = { answer: 'confirm', recordHash: shown.recordHash }
      await fiona.get(endpoints.decideApproval, { params: { env, decision }, body })
      return decision
    }

    for (const carriesOut of momentsOf(name)) {
      const { transaction, task } = await growTask(carriesOut)
      const decision = await decide(transaction)
      const status = `select status from operator_actions where decision_id = '${decision}'`
      const asked = async () =>
        counts.parse(await controlSandbox(lab.sandbox, 'GET', 'actions'))[`${env}/accept/${task}`]
      await waitUntilHolds(
        async () => ((await asked()) === undefined ? ['nothing was asked'] : []),
        60_000,
        20,
      )
      expect(await valuesOf(status)).toEqual(['sending'])
      await product.kill()
      expect(await valuesOf(status)).toEqual(['sending'])

      // Backdate the request past its longest duration, so that it counts as abandoned.
      await backing.change(
        `update operator_actions set sent_at = sent_at - 90000 where decision_id = '${decision}'`,
      )
      product = await startProduct({ env: lab.env })
      await until(status, 'unknown')
      expect(await asked()).toEqual({ asked: 1, carriedOut: carriesOut ? 1 : 0 })
      // Move the state: it decides the follow-up of the decision.
      if (!carriesOut)
        await controlSandbox(lab.sandbox, 'POST', `transactions/${transaction}/move`, {
          account: env,
          state: 'REJECTED',
          event: 'risk_manual_rejected',
        })
      await until(
        `select follow_up from decisions where id = '${decision}'`,
        carriesOut ? 'followed' : 'opposite',
      )
      expect(await valuesOf(status)).toEqual(['unknown'])
      expect(await asked()).toEqual({ asked: 1, carriedOut: carriesOut ? 1 : 0 })
    }
    expect(await backing.damage()).toEqual([])
    await product.kill()
    await lab.sandbox.stop()
    backing.remove()
  })
})
