import { postgresUrl } from '@paydesk/bff/store/new-store.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { transactionId } from '@paydesk/shared/ids'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { at, control, listOf, read } from '../sandbox/test-client.ts'
import { type BackingName, newBacking } from '../stack/backing.ts'
import { startProduct } from '../stack/process.ts'
import { type Person, Visitor } from '../stack/start.ts'
import { eventually, startLab } from './lab.ts'

const backings: readonly BackingName[] = ['embedded', 'postgres']
const env = 'stage'
const reason = { verdict: 'accept', reason: 'identity_confirmed' } as const
const text = 'The bank confirmed the holder of the account'
const counts = z.record(z.string(), z.object({ asked: z.int(), carriedOut: z.int() }))

/** When the instance is killed, and what has become of the request by then. */
const moments = [
  ['it is on its way and was not carried out', 'hang', false],
  ['it was carried out and its answer is on the way', 'hang', true],
] as const

describe.each(backings)('killed while a decision is carried out (%s)', (name) => {
  it.each(moments)(
    '%s: one request, and nobody claims to know',
    { timeout: 120_000 },
    async (_, fault, carriesOut) => {
      const backing = await newBacking(name, await postgresUrl())
      const lab = await startLab(backing, {
        PAYDESK_STAGE_OPERATOR_ACTIONS: 'on',
        // Long enough to be killed in.
        PAYDESK_UPSTREAM_DEADLINE_MS: '8000',
      })
      let product = await startProduct({ env: lab.env })
      const as = async (person: Person) => {
        const visitor = new Visitor(lab.origin)
        await visitor.signIn(person)
        return visitor
      }
      const [farid, fiona] = [await as('finance'), await as('finance2')]
      const grown = await control(lab.sandbox, 'POST', 'grow', {
        account: env,
        count: 1,
        customers: 1,
        rows: ['manual-review'],
      })
      const transaction = transactionId.parse(at(grown, 'firstId'))
      await control(lab.sandbox, 'POST', `transactions/${transaction}/notify`, { account: env })
      const states = async (query: string) =>
        (await backing.rows(query)).map((row) => String(Object.values(row)[0]))
      const until = (query: string, wanted: string) =>
        eventually(async () => {
          const found = await states(query)
          return found.join() === wanted ? [] : [`${query}: ${found.join()}`]
        }, 30_000)
      await until('select count(*) from review_items where ended_at is null', '1')
      const { json } = await read(lab.sandbox, `/v1/transaction/${transaction}/notifications`)
      const task = String(at(listOf(at(json, 'data')).at(-1), 'outstanding_tasks', 0, 'id'))
      await control(lab.sandbox, 'POST', 'faults', {
        account: env,
        operation: 'action',
        id: task,
        fault,
        carriesOut,
      })

      const params = { env, transaction }
      await farid.get(endpoints.claimReviewItem, { params, body: {} })
      const { print } = await farid.get(endpoints.showReviewItem, { params })
      const made = await farid.get(endpoints.decideReviewItem, { params, body: { ...reason, text, print } })
      if (made.answer !== 'made') throw new Error(made.answer)
      const { decision } = made.decision
      const body = {
        answer: 'confirm',
        print: (await fiona.get(endpoints.showDecision, { params: { env, decision } })).print,
      }
      await fiona.get(endpoints.answerDecision, { params: { env, decision }, body })
      const asked = async () =>
        counts.parse(await control(lab.sandbox, 'GET', 'actions'))[`${env}/accept/${task}`]
      await eventually(async () => ((await asked()) === undefined ? ['nothing was asked'] : []), 30_000, 20)
      expect(await states('select status from operator_actions')).toEqual(['sending'])
      await product.kill()
      expect(await states('select status from operator_actions')).toEqual(['sending'])

      product = await startProduct({ env: lab.env })
      await until('select status from operator_actions', 'unknown')
      expect(await asked()).toEqual({ asked: 1, carriedOut: carriesOut ? 1 : 0 })
      // The state decides.
      if (!carriesOut)
        await control(lab.sandbox, 'POST', `transactions/${transaction}/move`, {
          account: env,
          state: 'REJECTED',
          event: 'risk_manual_rejected',
        })
      await until('select follow_up from decisions', carriesOut ? 'followed' : 'opposite')
      expect(await states('select status from operator_actions')).toEqual(['unknown'])
      expect(await asked()).toEqual({ asked: 1, carriedOut: carriesOut ? 1 : 0 })
      expect(await backing.damage()).toEqual([])
      await product.kill()
      await lab.sandbox.stop()
      backing.remove()
    },
  )
})
