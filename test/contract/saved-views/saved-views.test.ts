import { maxViewChangesPerMinute } from '@paydesk/bff/features/saved-views/routes'
import { changeSavedView } from '@paydesk/bff/features/saved-views/views'
import { openStore } from '@paydesk/bff/platform/database/database'
import { patientLimits } from '@paydesk/bff/platform/database/patient-limits.test-kit'
import { ProblemError } from '@paydesk/bff/platform/problem/problem'
import { maxSavedViews, type SavedViewChange } from '@paydesk/shared/cases/saved-views'
import { environmentNameSchema } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase, problemIn, rowsOf, runSql } from '../../support/contract/support.ts'
import { type Person, people, type Visitor } from '../../support/stack/start.ts'

const stage = { env: 'stage' }

onEachDatabase(
  'saved views',
  (stack, backing) => {
    const visitors = new Map<Person, Visitor>()
    const as = (person: Person) => visitors.get(person) ?? stack().visitor()
    const names = async (person: Person) => ({
      transactions: (await as(person).get(endpoints.listTransactionListViews, { params: stage })).views.map(
        ({ name }) => name,
      ),
      review: (await as(person).get(endpoints.listReviewQueueViews, { params: stage })).views.map(
        ({ name }) => name,
      ),
    })
    const save = (person: Person, name: string, filter: object) =>
      as(person).call(endpoints.saveReviewQueueView, { params: stage, body: { name, filter } })

    beforeAll(async () => {
      for (const person of ['support', 'finance', 'compliance', 'auditor', 'admin'] as const)
        visitors.set(person, await stack().as(person))
    })

    it('belong to the page and to the person that saved them', async () => {
      const body = { name: 'Open', filter: { open: '1' } }
      await as('finance').get(endpoints.saveTransactionListView, { params: stage, body })
      const { rows } = await rowsOf(stack(), () => save('finance', 'Risk', { kind: 'risk', sort: 'expiry' }))
      expect(rows.map(({ action, subject_kind }) => [action, subject_kind])).toEqual([['view.saved', 'view']])
      expect(await names('finance')).toEqual({ transactions: ['Open'], review: ['Risk'] })
      expect(await names('compliance')).toEqual({ transactions: [], review: [] })
      const { views } = await as('finance').get(endpoints.listReviewQueueViews, { params: stage })
      expect(views[0]?.filter).toEqual({ kind: 'risk', sort: 'expiry' })
    })

    it('are removed on their own page only', async () => {
      const own = await as('finance').get(endpoints.listReviewQueueViews, { params: stage })
      const params = { ...stage, view: own.views[0]?.view ?? '' }
      problemIn(await as('finance').call(endpoints.removeTransactionListView, { params }), 'not_found')
      problemIn(await as('compliance').call(endpoints.removeReviewQueueView, { params }), 'not_found')
      const elsewhere = { ...params, env: 'production' }
      problemIn(await as('finance').call(endpoints.removeReviewQueueView, { params: elsewhere }), 'not_found')
      expect((await names('finance')).review).toEqual(['Risk'])
      expect((await as('finance').get(endpoints.removeReviewQueueView, { params })).views).toEqual([])
      expect((await names('finance')).transactions).toEqual(['Open'])
    })

    it('accept only a filter of their page, and a name without personal data', async () => {
      problemIn(await save('finance', 'Open', { open: '1' }), 'bad_request')
      problemIn(await save('finance', 'Nobody', { owner: 'somebody' }), 'bad_request')
      problemIn(await save('finance', 'm.lind@example.test', { kind: 'piv' }), 'bad_request')
      problemIn(await save('finance', '  ', { kind: 'piv' }), 'bad_request')
      expect((await names('finance')).review).toEqual([])
    })

    it('of the review queue are for roles that read the queue', async () => {
      for (const person of ['support', 'admin'] as const) {
        problemIn(await save(person, 'Mine', { claim: 'me' }), 'not_allowed')
        problemIn(await as(person).call(endpoints.listReviewQueueViews, { params: stage }), 'not_allowed')
      }
      expect((await save('auditor', 'All of it', { snoozed: '1' })).status).toBe(200)
      expect((await names('auditor')).review).toEqual(['All of it'])
    })

    it('are renamed, ordered, removed and restored by their owner only', async () => {
      const own = as('compliance')
      for (const name of ['A', 'B', 'C']) await save('compliance', name, { kind: 'hold' })
      const { views } = await own.get(endpoints.listReviewQueueViews, { params: stage })
      const paramsOf = (name: string) => ({
        ...stage,
        view: views.find((view) => view.name === name)?.view ?? '',
      })
      const change = (name: string, body: SavedViewChange, person: Person = 'compliance') =>
        as(person).call(endpoints.changeReviewQueueView, { params: paramsOf(name), body })
      const { rows: refusals } = await rowsOf(stack(), async () => {
        problemIn(await change('A', { name: 'Z' }, 'finance'), 'not_found')
        problemIn(await change('A', { name: 'm.lind@example.test' }), 'bad_request')
      })
      expect(refusals.map(({ action, result, subject_id }) => [action, result, subject_id])).toEqual([
        ['view.changed', 'failed', null],
        ['view.changed', 'failed', null],
      ])
      const { rows } = await rowsOf(stack(), () => change('C', { place: 0 }))
      expect(rows.map(({ action, subject_id }) => [action, subject_id])).toEqual([
        ['view.changed', paramsOf('C').view],
      ])
      expect((await names('compliance')).review).toEqual(['C', 'A', 'B'])
      expect((await change('B', { name: 'Zero' })).status).toBe(200)
      expect((await names('compliance')).review).toEqual(['C', 'A', 'Zero'])
      const remove = (person: Person) =>
        as(person).call(endpoints.removeReviewQueueView, { params: paramsOf('A') })
      const restore = (person: Person) =>
        as(person).call(endpoints.restoreReviewQueueView, { params: paramsOf('A') })
      const unchanged = await rowsOf(stack(), () => restore('compliance'))
      expect(unchanged.value.status).toBe(200)
      // A view that is there is not recorded as restored.
      expect(unchanged.rows.map(({ action }) => action)).toEqual(['views.listed'])
      expect((await remove('compliance')).status).toBe(200)
      problemIn(await remove('compliance'), 'not_found')
      expect((await names('compliance')).review).toEqual(['C', 'Zero'])
      problemIn(await restore('finance'), 'not_found')
      const restored = await rowsOf(stack(), () => restore('compliance'))
      expect(restored.value.status).toBe(200)
      expect(restored.rows.map(({ action }) => action)).toEqual(['view.restored'])
      expect((await names('compliance')).review).toEqual(['C', 'A', 'Zero'])
      await remove('compliance')
      await stack()
        .deps.store.db.updateTable('saved_views')
        .set({ removed_at: Date.now() - 11 * 60_000 })
        .where('id', '=', paramsOf('A').view)
        .execute()
      problemIn(await restore('compliance'), 'not_found')
      for (const name of ['C', 'B'])
        await own.call(endpoints.removeReviewQueueView, { params: paramsOf(name) })
    })

    /** Saves three views, lists them, and returns what removes them. */
    const saveThree = async () => {
      for (const name of ['A', 'B', 'C']) await save('compliance', name, { kind: 'hold' })
      const { views } = await as('compliance').get(endpoints.listReviewQueueViews, { params: stage })
      const idOf = (name: string) => views.find((view) => view.name === name)?.view ?? ''
      const removeAll = async () => {
        for (const { view } of views)
          await as('compliance').get(endpoints.removeReviewQueueView, { params: { ...stage, view } })
      }
      return { idOf, removeAll }
    }

    it('keep their order if a move fails in its middle', async () => {
      const { idOf, removeAll } = await saveThree()
      const stop = `before update on saved_views for each row when (old.name = 'A')`
      if (backing === 'postgres') {
        const fails = `begin raise exception 'stopped'; end`
        await runSql(
          stack(),
          `create function stop_move() returns trigger language plpgsql as '${fails.replaceAll("'", "''")}'`,
        )
        await runSql(stack(), `create trigger stop_move ${stop} execute function stop_move()`)
      } else
        await runSql(stack(), `create trigger stop_move ${stop} begin select raise(abort, 'stopped'); end`)
      const params = { ...stage, view: idOf('C') }
      const moved = await as('compliance').call(endpoints.changeReviewQueueView, {
        params,
        body: { place: 0 },
      })
      await runSql(stack(), `drop trigger stop_move${backing === 'postgres' ? ' on saved_views' : ''}`)
      expect(moved.status).toBeGreaterThanOrEqual(500)
      expect((await names('compliance')).review).toEqual(['A', 'B', 'C'])
      await removeAll()
    })

    it.runIf(backing === 'postgres')(
      'are moved by two instances at once as if one came after the other',
      async () => {
        const { idOf, removeAll } = await saveThree()
        const { deps } = stack()
        const databaseUrl = deps.config.databaseUrl?.reveal() ?? null
        const other = await openStore({
          dataDir: deps.config.dataDir,
          databaseUrl,
          databaseLimits: patientLimits,
        })
        const { issuer, subject } = await deps.store.db
          .selectFrom('saved_views')
          .select(['issuer', 'subject'])
          .where('id', '=', idOf('A'))
          .executeTakeFirstOrThrow()
        const owner = {
          person: { issuer, subject },
          environment: environmentNameSchema.parse('stage'),
          page: 'review',
        } as const
        const move = (name: string, place: number, store: typeof other) =>
          changeSavedView(idOf(name), { place }, { ...owner, role: 'compliance', store })
        for (let round = 0; round < 8; round += 1) {
          await Promise.all([move('C', 0, deps.store), move('A', 2, other)])
          expect((await names('compliance')).review).toEqual(['C', 'B', 'A'])
          await move('B', 1, deps.store)
          await move('A', 0, deps.store)
          await move('C', 2, deps.store)
        }
        await other.close()
        await removeAll()
      },
    )

    it('that were removed are kept for no more than there is room for', async () => {
      const { db } = stack().deps.store
      for (let nth = 0; nth < maxSavedViews + 2; nth += 1) {
        await save('auditor', `Removed ${nth}`, { kind: 'piv' })
        const { views } = await as('auditor').get(endpoints.listReviewQueueViews, { params: stage })
        const view = views.find(({ name }) => name === `Removed ${nth}`)?.view ?? ''
        await as('auditor').get(endpoints.removeReviewQueueView, { params: { ...stage, view } })
      }
      const left = await db
        .selectFrom('saved_views')
        .select('name')
        .where('name', 'like', 'Removed %')
        .execute()
      const kept = left.map(({ name }) => name)
      expect(kept).toHaveLength(maxSavedViews)
      expect(kept).not.toContain('Removed 0')
    })

    it('are shared with colleagues of the same role, who see no view of a merchant, or of a colleague, that is not theirs', async () => {
      const farid = as('finance')
      const fiona = await stack().as('finance2')
      const list = async (visitor: Visitor) =>
        (await visitor.get(endpoints.listTransactionListViews, { params: stage })).views
      const saveOwn = async (name: string, filter: object) => {
        const body = { name, filter }
        const { views } = await farid.get(endpoints.saveTransactionListView, { params: stage, body })
        return { params: { ...stage, view: views.find((view) => view.name === name)?.view ?? '' } }
      }
      const open = await saveOwn('Shared ones', { open: '1' })
      const foreign = await saveOwn('Of the other merchant', { merchant: 'demo-outlet' })
      expect(await list(fiona)).toEqual([])
      const { rows } = await rowsOf(stack(), () =>
        farid.call(endpoints.changeTransactionListView, { ...open, body: { isShared: true } }),
      )
      expect(rows.map(({ action }) => action)).toEqual(['view.shared'])
      await farid.call(endpoints.changeTransactionListView, { ...foreign, body: { isShared: true } })
      expect(await list(fiona)).toEqual([
        {
          view: open.params.view,
          name: 'Shared ones',
          filter: { open: '1' },
          by: { name: 'Farid Nasser', me: false },
          isShared: true,
        },
      ])
      expect((await list(as('compliance'))).map(({ name }) => name)).not.toContain('Shared ones')
      for (const body of [{ isShared: false }, { name: 'Mine' }, { place: 0 }])
        problemIn(await fiona.call(endpoints.changeTransactionListView, { ...open, body }), 'not_found')
      problemIn(await fiona.call(endpoints.removeTransactionListView, open), 'not_found')
      const { db } = stack().deps.store
      const owner = await db
        .selectFrom('saved_views as v')
        .innerJoin('staff as s', 's.subject', 'v.subject')
        .select(['s.subject', 's.roles', 's.merchants'])
        .where('v.id', '=', open.params.view)
        .executeTakeFirstOrThrow()
      const setRights = ({ roles, merchants }: Omit<typeof owner, 'subject'>) =>
        db.updateTable('staff').set({ roles, merchants }).where('subject', '=', owner.subject).execute()
      for (const rights of [{ merchants: '["demo-outlet"]' }, { roles: 'support' }]) {
        await setRights({ ...owner, ...rights })
        expect(await list(fiona), JSON.stringify(rights)).toEqual([])
      }
      await setRights(owner)
      await farid.call(endpoints.changeTransactionListView, { ...open, body: { isShared: false } })
      expect(await list(fiona)).toEqual([])
      await farid.call(endpoints.removeTransactionListView, open)
      await farid.call(endpoints.removeTransactionListView, foreign)
    })

    it('are limited to thirty per page, also if many are saved at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, nth) => save('compliance', `View ${nth}`, { kind: 'piv' })),
      )
      const refused = answers.filter(({ status }) => status !== 200)
      expect(refused).toHaveLength(10)
      for (const answer of refused)
        expect(problemIn(answer, 'bad_request').fields?.map(({ name }) => name)).toEqual(['name'])
      const { db } = stack().deps.store
      const kept = await db.selectFrom('saved_views').select('id').where('name', 'like', 'View %').execute()
      expect(kept).toHaveLength(30)
      expect((await names('compliance')).review).toHaveLength(30)
    })

    it('are changed no more often in a minute than the limit, over all pages', async () => {
      const fiona = await stack().as('finance2')
      const { deps } = stack()
      const { issuer, subject } = await deps.store.db
        .selectFrom('staff')
        .select(['issuer', 'subject'])
        .where('subject', '=', people.finance2)
        .executeTakeFirstOrThrow()
      // Use the limit up in the process: a slow machine would not make so many calls within the minute.
      const countCalls = () => {
        for (let nth = 0; nth <= maxViewChangesPerMinute; nth += 1)
          deps.viewChangeLimit({ session: { issuer, subject } })
      }
      expect(countCalls).toThrow(ProblemError)
      const refusals = [
        await fiona.call(endpoints.saveTransactionListView, {
          params: stage,
          body: { name: 'Loop', filter: { open: '1' } },
        }),
        ...(await Promise.all(
          [
            endpoints.changeReviewQueueView,
            endpoints.removeTransactionListView,
            endpoints.restoreTransactionListView,
          ].map((endpoint) =>
            fiona.call(endpoint, {
              params: { ...stage, view: 'v_00000000000000000000' },
              ...(endpoint === endpoints.changeReviewQueueView && { body: { place: 0 } }),
            }),
          ),
        )),
      ]
      for (const answer of refusals)
        expect(problemIn(answer, 'too_many_requests').retryAfter).toBeGreaterThan(0)
      // Reading goes on, and so does the work of others.
      await fiona.get(endpoints.listTransactionListViews, { params: stage })
      expect((await save('finance', 'Other person', { kind: 'piv' })).status).toBe(200)
    })

    it('from before pages existed belong to the transaction list', async () => {
      // Insert the row like the previous version: without a page.
      await runSql(
        stack(),
        `insert into saved_views (id, issuer, subject, environment, name, filter, created_at)
         select 'v_00000000000000000000', issuer, subject, environment, 'Former', filter, 1
         from saved_views where name = 'Open'`,
      )
      expect((await names('finance')).transactions).toEqual(['Former', 'Open'])
    })
  },
  {},
  { workers: false },
)
