import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { endpoints } from '@paydesk/shared/endpoints'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Stack, Visitor } from '../stack/start.ts'
import { type EndpointName, endpointNames, type Input, inputsAbout } from './calls.ts'
import { auditRows, type Backing, problemIn, runSql, startOn } from './support.ts'

/** One way in which the database cannot take the entry; undone again by what it gives. */
type Fault = (stack: Stack) => Promise<() => Promise<unknown>>

const ofEmbedded: Readonly<Record<string, Fault>> = {
  'read-only': async (stack) => {
    await runSql(stack, 'pragma query_only = on')
    return () => runSql(stack, 'pragma query_only = off')
  },
  full: async (stack) => {
    // No page more than there are now: the next rows fill the last one.
    await runSql(stack, 'pragma max_page_count = 1')
    return () => runSql(stack, 'pragma max_page_count = 1000000')
  },
  locked: async (stack) => {
    const other = new DatabaseSync(join(stack.dataDir, 'paydesk.db'))
    other.exec('begin immediate')
    return async () => {
      other.exec('rollback')
      other.close()
    }
  },
}

const asAdministrator =
  (before: string, after: string): Fault =>
  async (stack) => {
    const client = new pg.Client({ connectionString: stack.deps.config.databaseUrl?.reveal() })
    await client.connect()
    await client.query(before)
    return async () => {
      await client.query(after)
      await client.end()
    }
  }

const refuseInserts = (code: string) =>
  asAdministrator(
    `create function fault() returns trigger language plpgsql as $$ begin raise exception 'zqx7' using errcode = '${code}'; end $$;
     create trigger fault before insert on audit for each row execute function fault()`,
    'drop trigger fault on audit; drop function fault()',
  )

const ofPostgres: Readonly<Record<string, Fault>> = {
  'read-only': refuseInserts('25006'),
  full: refuseInserts('53100'),
  'of another shape': refuseInserts('42703'),
  locked: asAdministrator('begin; lock table audit in access exclusive mode', 'rollback'),
}

const cases = [
  ...Object.entries(ofEmbedded).map(([words, fault]) => ['embedded', words, fault] as const),
  ...Object.entries(ofPostgres).map(([words, fault]) => ['postgres', words, fault] as const),
]

/** Texts of cust-00417 that only an answer with data could hold. */
const data = /DEMO|INV-|ord-2025|IS0101|MANUAL_REVIEW|"seen"|"hits"|"tried"/

describe.each(cases)('an entry that cannot be written (%s, %s)', (backing: Backing, words, fault) => {
  let stack: Stack
  let visitor: Visitor
  let inputs: Record<EndpointName, Input>
  const recorded = endpointNames.filter((name) => !['whoAmI', 'signOut', 'chooseRole'].includes(name))

  beforeAll(async () => {
    stack = await startOn(backing)
    visitor = await stack.as('compliance')
    inputs = await inputsAbout(stack, 'cust-00417')
    for (const name of recorded) expect((await visitor.call(endpoints[name], inputs[name])).status).toBe(200)
  })
  afterAll(() => stack.stop())

  function expectNothingTold(answer: Answer): void {
    const { status, retryAfter } = problemIn(answer, 'record_unavailable', 'unavailable')
    expect([status, retryAfter]).toEqual([503, 5])
    expect(answer.text).not.toMatch(data)
  }

  it('means no answer, in time, and no sign-in; then it goes on', async () => {
    const undo = await fault(stack)
    const before = (await stack.deps.store.db.selectFrom('handles').select('handle').execute()).length
    const begun = performance.now()
    if (words === 'full') {
      // Rows go in until the last page is full; whatever was answered has its row all the same.
      const first = words === 'full' && backing === 'embedded' ? await auditRows(stack) : []
      let answered = 0
      for (let nth = 0; nth < 200 && backing === 'embedded'; nth += 1) {
        const answer = await visitor.call(endpoints.showCustomer, inputs.showCustomer)
        if (answer.status !== 200) break
        answered += 1
      }
      if (backing === 'embedded') expect((await auditRows(stack)).length - first.length).toBe(answered)
    }
    const answers = await Promise.all(recorded.map((name) => visitor.call(endpoints[name], inputs[name])))
    for (const answer of answers) expectNothingTold(answer)
    if (backing === 'postgres') expect(performance.now() - begun).toBeLessThan(3_800)

    const at = await stack.visitor().signIn('support')
    expect(at.pathname).toBe('/sign-in')
    expect(at.searchParams.get('problem')).toMatch(/^(unavailable|internal)$/)
    const refused = await stack.as('admin').catch(() => null)
    if (refused !== null) expect(refused.jar.has('paydesk_session')).toBe(false)

    await undo()
    expect((await visitor.call(endpoints.showTransaction, inputs.showTransaction)).status).toBe(200)
    expect((await stack.deps.store.db.selectFrom('handles').select('handle').execute()).length).toBe(before)
    expect(stack.logged.join('')).toContain('audit entry not written')
    expect(stack.logged.join('')).not.toMatch(/zqx7|insert into/)
  })
})
