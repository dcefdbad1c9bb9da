import type { JsonValue } from '@paydesk/bff/payment-service/parsing/json'
import { createMigratedDatabase } from '@paydesk/bff/platform/database/test-store.test-kit'
import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditFaults } from '../../support/contract/audit-faults.ts'
import { startLink } from '../../support/contract/database-proxy.ts'
import { rawBody, requestReveal, valueIn } from '../../support/contract/reveals.ts'
import {
  auditRows,
  customerOf,
  identityHandleOf,
  onEachDatabase,
  problemIn,
  startOn,
} from '../../support/contract/support.ts'
import { type Answer, type Stack, startStack, type Visitor } from '../../support/stack/start.ts'

const rid = 'cust-00417'
const path = ['profile', 'email']
interface Ready {
  readonly visitor: Visitor
  readonly ask: () => Promise<Answer>
  readonly value: JsonValue
}

async function readyOn(stack: Stack): Promise<Ready> {
  const visitor = await stack.as('compliance')
  const { identity } = await customerOf(stack, rid)
  const record = { kind: 'identity', identity: await identityHandleOf(stack, rid, identity) }
  const value = valueIn(await rawBody(stack, `identity/${identity}`), path)
  const ask = () => requestReveal(visitor, { record, path })
  expect((await ask()).text).toContain(String(value))
  return { visitor, ask, value }
}

async function expectNothingShown({ ask, value }: Ready): Promise<void> {
  const answer = await ask()
  const { status } = problemIn(answer, 'record_unavailable', 'unavailable')
  expect(status).toBe(503)
  expect(answer.text).not.toContain(String(value))
}

onEachDatabase(
  'a reveal whose audit event cannot be written',
  (stack, backing) => {
    let ready: Ready
    beforeAll(async () => {
      ready = await readyOn(stack())
    })

    it.each(Object.entries(auditFaults[backing]))('shows nothing (%s)', async (text, fault) => {
      const undo = await fault(stack())
      try {
        // Fill the last database page, which may have room left: values shown meanwhile have audit events.
        if (text === 'full' && backing === 'embedded') await fillUp()
        await expectNothingShown(ready)
      } finally {
        await undo()
      }
      expect((await ready.ask()).status).toBe(200)
    })

    it.runIf(isFullRun)('is rejected during a long database lock, and works after the lock', async () => {
      const undo = await auditFaults[backing].locked(stack())
      for (let nth = 0; nth < 4; nth += 1) await expectNothingShown(ready)
      await undo()
      expect((await ready.ask()).status).toBe(200)
    })

    async function fillUp(): Promise<void> {
      const shown = async () =>
        (await auditRows(stack())).filter(
          ({ action, result }) => action === 'field.revealed' && result === 'allowed',
        ).length
      const before = await shown()
      let answered = 0
      while ((await ready.ask()).status === 200) answered += 1
      expect((await shown()) - before).toBe(answered)
    }
  },
  {},
  { databaseLimits: {} },
)

describe('a reveal while the database is down', () => {
  it('shows nothing (embedded)', async () => {
    const stack = await startOn('embedded')
    try {
      const ready = await readyOn(stack)
      await stack.deps.store.db.destroy()
      await expectNothingShown(ready)
    } finally {
      await stack.stop().catch(() => undefined)
    }
  })

  describe('PostgreSQL', () => {
    let stack: Stack
    let link: Awaited<ReturnType<typeof startLink>>
    beforeAll(async () => {
      link = await startLink(new URL(await createMigratedDatabase()))
      stack = await startStack({ config: { DATABASE_URL: link.url } })
    })
    afterAll(async () => {
      link.state.mode = 'pass'
      link.cut()
      await stack.stop()
      await link.stop()
    })

    it.each(['refuse', 'swallow'] as const)('shows nothing (%s)', async (mode) => {
      link.state.mode = 'pass'
      const ready = await readyOn(stack)
      link.state.mode = mode
      if (mode === 'refuse') link.cut()
      await expectNothingShown(ready)
      link.state.mode = 'pass'
      link.cut()
    })
  })
})
