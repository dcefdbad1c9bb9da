import { maxSettingsChangesPerMinute } from '@paydesk/bff/features/settings/routes'
import { openStore } from '@paydesk/bff/platform/database/database'
import { patientLimits } from '@paydesk/bff/platform/database/patient-limits.test-kit'
import { ProblemError } from '@paydesk/bff/platform/problem/problem'
import { changeStaffSettings } from '@paydesk/bff/records/staff-settings'
import {
  type DataTableName,
  defaultPersonSettings,
  type PersonSettings,
} from '@paydesk/shared/administration/settings'
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
  (stack, backing) => {
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

    it('change only where they are named, and a choice can be taken back', async () => {
      const visitor = await stack().as('finance')
      await visitor.get(endpoints.saveSettings, { body: german })
      const body = { language: null, timeZone: 'UTC' }
      expect(await visitor.get(endpoints.saveSettings, { body })).toEqual({ ...german, ...body })
      expect(await settingsOf(visitor)).toEqual({ ...german, ...body })
    })

    it('of several windows that change at once are all stored', async () => {
      const visitor = await stack().as('finance2')
      const [own, other, next] = ['a', 'b', 'c'].map((letter) => `v_${letter.repeat(20)}`)
      const choose = (view: string | null | undefined, others: readonly (string | undefined)[] = []) => ({
        defaultView: { view, others },
      })
      await Promise.all(
        [{ theme: 'dark' }, { density: 'roomy' }, choose(own), choose(other), { dates: 'iso' }].map((body) =>
          visitor.get(endpoints.saveSettings, { body }),
        ),
      )
      const saved = await settingsOf(visitor)
      expect(saved).toMatchObject({ theme: 'dark', density: 'roomy', dates: 'iso' })
      expect(saved.defaultViews?.toSorted()).toEqual([own, other])
      await visitor.get(endpoints.saveSettings, { body: choose(next, [own]) })
      expect((await settingsOf(visitor)).defaultViews).toEqual([other, next])
      await visitor.get(endpoints.saveSettings, { body: choose(null, [own, next]) })
      expect((await settingsOf(visitor)).defaultViews).toEqual([other])
      const { defaultViews } = await visitor.get(endpoints.saveSettings, { body: choose(null, [other]) })
      expect(defaultViews).toBeNull()
    })

    it('keep the layouts of lists that a change does not name', async () => {
      const visitor = await stack().as('admin')
      const layout = (column: string) => ({ order: [column], visible: null, widths: {} })
      const save = async (tables: object | null) =>
        (await visitor.get(endpoints.saveSettings, { body: { tables } })).tables
      await save({ sessions: layout('name'), imports: layout('at') })
      expect(await save({ imports: layout('state') })).toEqual({
        sessions: layout('name'),
        imports: layout('state'),
      })
      // Two windows that arrange the same list change different parts and columns of it.
      await save({ imports: { widths: { at: 90 } } })
      expect(await save({ imports: { widths: { state: 120 } } })).toMatchObject({
        imports: { order: ['state'], visible: null, widths: { at: 90, state: 120 } },
      })
      await save({ imports: { visible: ['state', 'at'], column: 'by' } })
      expect(await save({ imports: { visible: ['state', 'by'], column: 'at' } })).toMatchObject({
        imports: { visible: ['state'] },
      })
      await save({ imports: { order: ['at', 'state', 'by'], column: 'at' } })
      expect(await save({ imports: { order: ['by', 'state', 'at'], column: 'by' } })).toMatchObject({
        imports: { order: ['by', 'at', 'state'] },
      })
      await save({ imports: { order: ['state'] } })
      expect(await save({ imports: { widths: { at: null }, visible: ['state'] } })).toMatchObject({
        imports: { order: ['state'], visible: ['state'], widths: { state: 120 } },
      })
      expect(await save({ imports: null })).toEqual({ sessions: layout('name') })
      expect(await save({ sessions: null })).toBeNull()
      await save({ sessions: layout('name') })
      expect(await save(null)).toBeNull()
    })

    it.runIf(backing === 'postgres')('of two instances that change at once are all stored', async () => {
      const visitor = await stack().as('finance2')
      await visitor.get(endpoints.saveSettings, { body: { tables: null } })
      const { deps } = stack()
      const other = await openStore({
        dataDir: deps.config.dataDir,
        databaseUrl: deps.config.databaseUrl?.reveal() ?? null,
        databaseLimits: patientLimits,
      })
      const { issuer, subject } = await deps.store.db
        .selectFrom('staff')
        .select(['issuer', 'subject'])
        .where('subject', '=', people.finance2)
        .executeTakeFirstOrThrow()
      const save = (list: DataTableName, order: readonly string[], store: typeof other) =>
        changeStaffSettings(
          store,
          { issuer, subject },
          { tables: { [list]: { order: [...order], visible: null, widths: {} } } },
          Date.now(),
        )
      for (const order of [['a'], ['b'], ['c'], ['d']]) {
        await Promise.all([save('sessions', order, deps.store), save('imports', order, other)])
        const { tables } = await settingsOf(visitor)
        expect(tables).toMatchObject({ sessions: { order }, imports: { order } })
      }
      await other.close()
    })

    it.each([
      ['timeZone', { ...german, timeZone: 'Europe/Nowhere' }],
      ['timeZone', { ...german, timeZone: 'mara@example.test' }],
      ['language', { ...german, language: 'en-XA' }],
      ['dates', { dates: 'roman' }],
      ['defaultView.view', { defaultView: { view: 'somebody', others: [] } }],
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

    it('are changed no more often in a minute than the limit', async () => {
      const visitor = await stack().as('twoRoles')
      const before = await settingsOf(visitor)
      const { deps } = stack()
      const { issuer, subject } = await deps.store.db
        .selectFrom('staff')
        .select(['issuer', 'subject'])
        .where('subject', '=', people.twoRoles)
        .executeTakeFirstOrThrow()
      // Use the limit up in the process: a slow machine would not make so many calls within the minute.
      const countCalls = () => {
        for (let nth = 0; nth <= maxSettingsChangesPerMinute; nth += 1)
          deps.settingsChangeLimit({ session: { issuer, subject } })
      }
      expect(countCalls).toThrow(ProblemError)
      problemIn(
        await visitor.call(endpoints.saveSettings, { body: { theme: 'contrast' } }),
        'too_many_requests',
      )
      expect(await settingsOf(visitor)).toEqual(before)
      const colleague = await stack().as('finance')
      expect((await colleague.call(endpoints.saveSettings, { body: { theme: 'light' } })).status).toBe(200)
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
