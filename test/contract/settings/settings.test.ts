import { defaultPersonSettings, type PersonSettings } from '@paydesk/shared/administration/settings'
import { endpoints } from '@paydesk/shared/endpoints'
import { expect, it } from 'vitest'
import { onEachDatabase, problemIn, rowsOf } from '../../support/contract/support.ts'
import { people, type Visitor } from '../../support/stack/start.ts'

const german: PersonSettings = {
  language: 'de',
  timeZone: 'America/New_York',
  numbers: '1.234,56',
  dates: 'iso',
  theme: 'dark',
  density: 'compact',
  shortcuts: 'off',
  rail: 'narrow',
  tables: {
    review_queue: { order: ['amount', 'state'], visible: null, widths: { state: 240 } },
  },
  alerts: ['mention', 'approval'],
  defaultViews: ['v_0123456789abcdefghij'],
}

onEachDatabase(
  'settings',
  (stack) => {
    const settingsOf = async (visitor: Visitor) => (await visitor.get(endpoints.showCurrentSession)).settings

    it('belong to the person, on every browser and in every role', async () => {
      const first = await stack().as('twoRoles')
      const colleague = await stack().as('support')
      expect(await settingsOf(first)).toEqual(defaultPersonSettings)
      const { value, rows } = await rowsOf(stack(), () => first.get(endpoints.saveSettings, { body: german }))
      expect(value).toEqual(german)
      expect(
        rows.map(({ action, actor_subject, subject_id }) => [action, actor_subject, subject_id]),
      ).toEqual([['settings.saved', people.twoRoles, null]])
      const second = await stack().as('twoRoles')
      await second.get(endpoints.chooseRole, { body: { role: 'compliance' } })
      expect(await settingsOf(second)).toEqual(german)
      expect(await settingsOf(colleague)).toEqual(defaultPersonSettings)
    })

    it('are replaced as a whole, and a choice can be taken back', async () => {
      const visitor = await stack().as('finance')
      await visitor.get(endpoints.saveSettings, { body: german })
      await visitor.get(endpoints.saveSettings, { body: { ...german, language: null, timeZone: 'UTC' } })
      expect(await settingsOf(visitor)).toEqual({ ...german, language: null, timeZone: 'UTC' })
    })

    it.each([
      ['timeZone', { ...german, timeZone: 'Europe/Nowhere' }],
      ['timeZone', { ...german, timeZone: 'mara@example.test' }],
      ['language', { ...german, language: 'en-XA' }],
      ['dates', { ...german, dates: undefined }],
      ['theme', { ...german, theme: 'pink' }],
      [
        'tables.review_queue.widths.state',
        { ...german, tables: { review_queue: { order: [], visible: null, widths: { state: 4 } } } },
      ],
    ])('with another %s are rejected', async (name, body) => {
      const visitor = await stack().as('auditor')
      const answer = await visitor.call(endpoints.saveSettings, { body })
      expect(problemIn(answer, 'bad_request').fields?.map((field) => field.name)).toEqual([name])
      expect(await settingsOf(visitor)).toEqual(defaultPersonSettings)
    })

    it('that are no longer offered count as not chosen', async () => {
      const visitor = await stack().as('compliance')
      await visitor.get(endpoints.saveSettings, { body: german })
      const { db } = stack().deps.store
      await db
        .updateTable('staff_settings')
        .set({ language: 'xx', date_style: 'roman', theme: 'pink' })
        .where('subject', '=', people.compliance)
        .execute()
      expect(await settingsOf(visitor)).toEqual({ ...german, language: null, dates: null, theme: null })
    })

    it('are deleted with the person', async () => {
      const visitor = await stack().as('support')
      await visitor.get(endpoints.saveSettings, { body: german })
      const { db } = stack().deps.store
      await db.updateTable('staff').set({ seen_at: 1 }).where('subject', '=', people.support).execute()
      await stack().as('admin')
      const left = await db.selectFrom('staff_settings').select('subject').execute()
      expect(left.map(({ subject }) => subject)).not.toContain(people.support)
      expect(left.map(({ subject }) => subject)).toContain(people.finance)
    })
  },
  {},
  { workers: false },
)
