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
