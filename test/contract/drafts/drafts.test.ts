import {
  deleteExpiredDrafts,
  draftRetentionMs,
  maxDraftsPerPerson,
} from '@paydesk/bff/features/drafts/draft-store'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { staffTexts } from '../../support/contract/review-calls.ts'
import {
  customerHandleOf,
  onEachDatabase,
  problemIn,
  rowsOf,
  runSql,
} from '../../support/contract/support.ts'
import { type Person, people, type Visitor } from '../../support/stack/start.ts'

const env = 'stage'
const windows = { first: 'aaaaaaaaaaaa', second: 'bbbbbbbbbbbb' } as const

onEachDatabase(
  'drafts',
  (stack) => {
    const visitors = new Map<Person, Visitor>()
    let customer: string
    const as = (person: Person) => visitors.get(person) ?? stack().visitor()
    const question = () => ({ env, kind: 'question', about: customer }) as const
    const save = (person: Person, text: string, version: string, replaces: string | null = null) =>
      as(person).call(endpoints.saveFormDraft, {
        params: question(),
        body: { version, replaces, content: { to: null, text } },
      })
    const show = (person: Person) => as(person).get(endpoints.showFormDraft, { params: question() })
    const textOf = async (person: Person) => (await show(person)).draft?.content.text
    const drafts = () => stack().deps.store.db.selectFrom('staff_drafts').selectAll()

    beforeAll(async () => {
      customer = await customerHandleOf(stack(), 'cust-00417')
      for (const person of ['support', 'compliance', 'finance', 'finance2', 'auditor', 'admin'] as const)
        visitors.set(person, await stack().as(person))
    })

    it('belong to the person, in every session, and stay after signing out', async () => {
      expect((await save('support', staffTexts.question, `${windows.first}.1`)).json).toEqual({
        answer: 'saved',
      })
      expect(await textOf('compliance')).toBeUndefined()
      const again = await stack().as('support')
      await again.get(endpoints.signOut, {})
      visitors.set('support', await stack().as('support'))
      expect(await textOf('support')).toBe(staffTexts.question)
    })

    it('are encrypted, and bound to their row', async () => {
      const { db } = stack().deps.store
      const [row] = await drafts().where('subject', '=', people.support).execute()
      expect(JSON.stringify(row)).not.toContain('Rkvzqxjw')
      await save('compliance', 'About somebody else', `${windows.first}.1`)
      await db
        .updateTable('staff_drafts')
        .set({ sealed: row?.sealed ?? '' })
        .where('subject', '=', people.compliance)
        .execute()
      expect(await show('compliance')).toEqual({ draft: null })
      await db.deleteFrom('staff_drafts').where('subject', '=', people.compliance).execute()
    })

    it('are not overwritten by another window, which gets the newer draft', async () => {
      const other = await save('support', 'Something else', `${windows.second}.1`)
      expect(other.json).toMatchObject({ answer: 'newer', draft: { version: `${windows.first}.1` } })
      expect(await textOf('support')).toBe(staffTexts.question)
      // The person keeps what this window has.
      const kept = await save('support', 'Something else', `${windows.second}.2`, `${windows.first}.1`)
      expect(kept.json).toEqual({ answer: 'saved' })
      expect((await save('support', 'Late', `${windows.second}.1`)).json).toEqual({ answer: 'saved' })
      expect(await textOf('support')).toBe('Something else')
    })

    it('are deleted by the form that sent them, and not by another one', async () => {
      const remove = (version: string) =>
        as('support').get(endpoints.removeFormDraft, { params: question(), body: { version } })
      await remove(`${windows.first}.9`)
      expect(await textOf('support')).toBe('Something else')
      await remove(`${windows.second}.2`)
      expect(await show('support')).toEqual({ draft: null })
    })

    describe('that were discarded', () => {
      const version = `${windows.first}.1`
      const remove = (isDiscarded: true | undefined, of = version) =>
        as('support').get(endpoints.removeFormDraft, {
          params: question(),
          body: { version: of, ...(isDiscarded && { isDiscarded }) },
        })
      const undo = async () => {
        const content = { to: null, text: 'Typed first' }
        const body = { version, replaces: version, content, isUndo: true }
        return (await as('support').get(endpoints.saveFormDraft, { params: question(), body })).answer
      }
      beforeEach(async () => {
        await save('support', 'Typed first', version)
        await remove(true)
        expect(await show('support')).toEqual({ draft: null })
      })
      afterEach(() => runSql(stack(), `delete from staff_drafts where kind = 'question'`))

      it('are taken back by Undo for ten minutes', async () => {
        const { value, rows } = await rowsOf(stack(), undo)
        expect([value, rows]).toEqual(['saved', []])
        expect((await show('support')).draft).toMatchObject({ version, content: { text: 'Typed first' } })
        expect(await undo()).toBe('saved')
        await remove(true)
        const { store } = stack().deps
        await deleteExpiredDrafts(store, env, Date.now() + 9 * 60_000)
        expect(await undo()).toBe('saved')
        await remove(true)
        await deleteExpiredDrafts(store, env, Date.now() + 11 * 60_000)
        expect(await undo()).toBe('gone')
      })

      it('are not taken back once another window has sent them', async () => {
        await remove(undefined)
        expect(await undo()).toBe('gone')
        expect(await show('support')).toEqual({ draft: null })
      })

      it('give way to what was typed since, and are not taken back over it, sent or not', async () => {
        const next = `${windows.second}.1`
        expect((await save('support', 'Typed since', next)).json).toEqual({ answer: 'saved' })
        expect(await undo()).toBe('newer')
        expect(await textOf('support')).toBe('Typed since')
        await remove(undefined, next)
        expect(await undo()).toBe('gone')
      })

      it('are not taken back over what the form that saved them has saved since', async () => {
        const next = `${windows.first}.2`
        expect((await save('support', 'Typed on', next, version)).json).toEqual({ answer: 'saved' })
        expect(await undo()).toBe('newer')
        expect((await show('support')).draft).toMatchObject({ version: next, content: { text: 'Typed on' } })
      })

      it('stay shown if the version before saved over them', async () => {
        await runSql(stack(), `update staff_drafts set changed_at = discarded_at + 1 where kind = 'question'`)
        expect(await textOf('support')).toBe('Typed first')
        await deleteExpiredDrafts(stack().deps.store, env, Date.now() + 11 * 60_000)
        expect(await textOf('support')).toBe('Typed first')
      })
    })

    it('leave an entry when a form saves first and when a draft is opened, and none for each save', async () => {
      const about = { subject_kind: 'customer', subject_id: customer, merchant: 'demo-merchant' }
      const first = await rowsOf(stack(), () => save('support', 'One', `${windows.first}.1`))
      expect(first.rows).toMatchObject([{ action: 'draft.saved', result: 'allowed', ...about }])
      expect((await rowsOf(stack(), () => save('support', 'Two', `${windows.first}.2`))).rows).toEqual([])
      const shown = await rowsOf(stack(), () => show('support'))
      expect(shown.rows).toMatchObject([{ action: 'draft.restored', ...about }])
      expect((await rowsOf(stack(), () => show('compliance'))).rows).toEqual([])
    })

    it('need the role and the merchant, also of a draft that exists', async () => {
      const outlet = await customerHandleOf(stack(), 'cust-outlet', 'demo-outlet')
      const at = (kind: string, about: string) => ({
        params: { env, kind, about },
        body: { version: `${windows.first}.1`, replaces: null, content: { text: 'x' } },
      })
      problemIn(await as('support').call(endpoints.saveFormDraft, at('case_note', 'abcd')), 'not_allowed')
      problemIn(await as('support').call(endpoints.saveFormDraft, at('api_key', '-')), 'not_allowed')
      problemIn(await as('finance2').call(endpoints.showFormDraft, at('question', outlet)), 'not_found')
      problemIn(
        await as('compliance').call(endpoints.showFormDraft, at('question', 'c_00000000000000000000')),
        'not_found',
      )
      problemIn(await as('compliance').call(endpoints.showFormDraft, at('question', '-')), 'not_found')
      const { db } = stack().deps.store
      await db
        .updateTable('handles')
        .set({ merchant: 'foreign-merchant' })
        .where('handle', '=', customer)
        .execute()
      problemIn(await as('support').call(endpoints.showFormDraft, { params: question() }), 'not_found')
      await db
        .updateTable('handles')
        .set({ merchant: 'demo-merchant' })
        .where('handle', '=', customer)
        .execute()
    })

    it('of an export belong to its list, and need the right to export', async () => {
      const content = { purpose: null, caseRef: 'T-1', text: 'For the bank' }
      const at = (list: string) => ({ params: { env, kind: 'export_request', about: `-.${list}` } as const })
      const body = { version: `${windows.first}.1`, replaces: null, content }
      await as('finance').get(endpoints.saveFormDraft, { ...at('transactions'), body })
      const shown = await as('finance').get(endpoints.showFormDraft, at('transactions'))
      expect(shown.draft?.content).toEqual(content)
      expect(await as('finance').get(endpoints.showFormDraft, at('audit_log'))).toEqual({ draft: null })
      problemIn(await as('support').call(endpoints.showFormDraft, at('transactions')), 'not_allowed')
    })

    it.each([
      [
        'bulk_decision',
        '-',
        { verdict: 'reject', reason: null, text: 'x', ticket: '' },
        'finance',
        'support',
      ],
      ['record_access', '-', { id: 'c_', purpose: null, caseRef: '' }, 'auditor', 'compliance'],
      ['break_glass_report', '-', { text: 'x'.repeat(4_000) }, 'support', null],
      ['notification_reprocess', '-.37', { text: 'x', ticket: '' }, 'finance', 'admin'],
    ] as const)('of %s need the right to send it', async (kind, about, content, mine, other) => {
      const params = { env, kind, about }
      const body = { version: `${windows.first}.1`, replaces: null, content }
      await as(mine).get(endpoints.saveFormDraft, { params, body })
      expect((await as(mine).get(endpoints.showFormDraft, { params })).draft?.content).toEqual(content)
      if (other !== null) problemIn(await as(other).call(endpoints.showFormDraft, { params }), 'not_allowed')
    })

    it.each([
      ['a field of another form', { to: null, text: '', ticket: 'T-1' }],
      ['a missing field', { text: '' }],
      ['a text beyond its limit', { to: null, text: 'x'.repeat(2_001) }],
    ])('with %s are rejected, and nothing of it is repeated', async (_, content) => {
      const body = { version: `${windows.first}.3`, replaces: null, content }
      const answer = await as('support').call(endpoints.saveFormDraft, { params: question(), body })
      expect(problemIn(answer, 'bad_request').fields?.map(({ name }) => name)).toEqual(['content'])
      expect(answer.text).not.toContain('xxx')
    })

    it('end thirty days after the last change, also before they are deleted', async () => {
      const now = Date.now()
      const { store } = stack().deps
      await store.db
        .updateTable('staff_drafts')
        .set({ changed_at: now - draftRetentionMs - 1 })
        .execute()
      expect(await show('support')).toEqual({ draft: null })
      await save('compliance', 'Stays', `${windows.first}.1`)
      await deleteExpiredDrafts(store, env, now)
      expect((await drafts().execute()).map(({ subject }) => subject)).toEqual([people.compliance])
    })

    it('are limited for each person: the one that was left longest makes room', async () => {
      const { db } = stack().deps.store
      const own = await drafts().where('subject', '=', people.compliance).executeTakeFirstOrThrow()
      const others = Array.from({ length: maxDraftsPerPerson }, (_, nth) => ({
        ...own,
        id: `f_${String(nth).padStart(20, '0')}`,
        kind: 'case_note',
        about: `other-${nth}`,
        changed_at: own.changed_at + 1 + nth,
      }))
      await db.insertInto('staff_drafts').values(others).execute()
      const note = { env, kind: 'subject_access', about: customer } as const
      await as('compliance').get(endpoints.saveFormDraft, {
        params: note,
        body: { version: `${windows.first}.1`, replaces: null, content: { ticket: 'T-1' } },
      })
      const left = await drafts().where('subject', '=', people.compliance).execute()
      expect(left).toHaveLength(maxDraftsPerPerson)
      expect(left.map(({ about }) => about)).not.toContain('other-0')
      expect(left.map(({ kind }) => kind)).not.toContain('question')
      expect(left.map(({ kind }) => kind)).toContain('subject_access')
      await runSql(stack(), 'delete from staff_drafts')
    })
  },
  {},
  { workers: false },
)
