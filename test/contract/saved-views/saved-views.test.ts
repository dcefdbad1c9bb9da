import type { SavedViewChange } from '@paydesk/shared/cases/saved-views'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase, problemIn, rowsOf, runSql } from '../../support/contract/support.ts'
import type { Person, Visitor } from '../../support/stack/start.ts'

const stage = { env: 'stage' }

onEachDatabase(
  'saved views',
  (stack) => {
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
      expect((await names('finance')).review).toEqual(['Risk'])
      expect((await as('finance').get(endpoints.removeReviewQueueView, { params })).views).toEqual([])
      expect((await names('finance')).transactions).toEqual(['Open'])
    })

    it('accept only a filter of their page, and a name without personal data', async () => {
      problemIn(await save('finance', 'Open', { open: '1' }), 'bad_request')
      problemIn(await save('finance', 'Nobody', { owner: 'somebody' }), 'bad_request')
      problemIn(await save('finance', 'm.lind@example.test', { kind: 'piv' }), 'bad_request')
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
      problemIn(await change('A', { name: 'Z' }, 'finance'), 'not_found')
      problemIn(await change('A', { name: 'm.lind@example.test' }), 'bad_request')
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
      expect((await restore('compliance')).status).toBe(200)
      expect((await remove('compliance')).status).toBe(200)
      problemIn(await remove('compliance'), 'not_found')
      expect((await names('compliance')).review).toEqual(['C', 'Zero'])
      problemIn(await restore('finance'), 'not_found')
      expect((await restore('compliance')).status).toBe(200)
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

    it('from before pages existed belong to the transaction list', async () => {
      // Insert the row like the previous version: without a page.
      await runSql(
        stack(),
        `insert into saved_views (id, issuer, subject, environment, name, filter, created_at)
         select 'v_00000000000000000000', issuer, subject, environment, 'Former', filter, 1
         from saved_views where name = 'Open'`,
      )
      expect(await names('finance')).toEqual({ transactions: ['Former', 'Open'], review: [] })
    })
  },
  {},
  { workers: false },
)
