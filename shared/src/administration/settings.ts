import { z } from 'zod'
import { inboxEntryKindSchema } from '../core/colleague.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { dateStyles, numberStyles, staffLanguages } from '../core/formatter.ts'
import { savedViewIdSchema } from '../core/ids.ts'

/** Colours of the pages; `contrast` has stronger text and borders, light or dark as the browser asks. */
export const themes = ['light', 'dark', 'contrast'] as const

/** Densities of the rows of lists that a person may choose; without a choice the rows have their usual height. */
export const rowDensities = ['compact', 'roomy'] as const

/** Views that one list may have: own and shared ones. */
const maxListedViews = 120

/** Default views that a person may have: one for each list of each environment. */
const maxDefaultViews = 60

/** Lists whose tables a person arranges. */
export const dataTableNames = [
  'transactions',
  'customer_history',
  'review_queue',
  'decisions',
  'discrepancies',
  'payment_requests',
  'notifications',
  'undocumented_values',
  'audit_log',
  'imports',
  'api_keys',
  'sessions',
] as const
export type DataTableName = (typeof dataTableNames)[number]

const columnIdSchema = z.string().regex(/^[a-zA-Z_]{1,30}$/)
const columnIdsSchema = z.array(columnIdSchema).max(30)

/** Arrangement of one table. A column that is missing in `order` has its usual place. */
export const tableLayoutSchema = z.strictObject({
  order: columnIdsSchema,
  /** Null shows the usual columns. */
  visible: columnIdsSchema.min(1).nullable(),
  /** Widths in pixels, of the columns that have another than the usual one. */
  widths: z.record(columnIdSchema, z.int().min(48).max(800)),
})
export type TableLayout = z.infer<typeof tableLayoutSchema>

/**
 * Change of the arrangement of one table. Parts and widths that are not named stay: another window may have changed
 * them. A width of null is the usual one. `column` is the one that the person moved, showed or hid; the others of
 * `order` and `visible` only count if nothing was chosen before.
 */
const tableLayoutChangeSchema = z.strictObject({
  order: tableLayoutSchema.shape.order.optional(),
  visible: tableLayoutSchema.shape.visible.optional(),
  column: columnIdSchema.optional(),
  widths: z.record(columnIdSchema, z.int().min(48).max(800).nullable()).optional(),
})
export type TableLayoutChange = z.infer<typeof tableLayoutChangeSchema>

const settingShape = {
  language: z.enum(staffLanguages).nullable(),
  timeZone: z
    .string()
    .regex(/^[A-Za-z0-9+_/-]{1,60}$/)
    .nullable(),
  numbers: z.enum(numberStyles).nullable(),
  dates: z.enum(dateStyles).nullable(),
  theme: z.enum(themes).nullable(),
  density: z.enum(rowDensities).nullable(),
  /** Shortcuts of one or two letters; null has them on. */
  shortcuts: z.enum(['off']).nullable(),
  /** Navigation rail; null shows it wide. */
  rail: z.enum(['narrow']).nullable(),
  /** Tables that the person has arranged. */
  tables: z.partialRecord(z.enum(dataTableNames), tableLayoutSchema).nullable(),
  /** Inbox entries that also come as an alert of the desktop; null has none. */
  alerts: z.array(inboxEntryKindSchema).min(1).max(inboxEntryKindSchema.options.length).nullable(),
  /** Saved views with which their lists open; at most one for each list. A view may have been removed since. */
  defaultViews: z.array(savedViewIdSchema).min(1).max(maxDefaultViews).nullable(),
} as const

/**
 * Settings of one person. Null follows the browser, or for the time zone the one of Paydesk. A time zone that
 * this browser does not know is possible: another browser may have saved it.
 */
export const personSettingsSchema = z.strictObject(settingShape)
export type PersonSettings = z.infer<typeof personSettingsSchema>

/** Settings of a person who has chosen nothing. */
export const defaultPersonSettings: PersonSettings = {
  language: null,
  timeZone: null,
  numbers: null,
  dates: null,
  theme: null,
  density: null,
  shortcuts: null,
  rail: null,
  tables: null,
  alerts: null,
  defaultViews: null,
}

/** Change of some settings. Those that are not named stay as they are, also if another window has changed them. */
const settingsChangeSchema = z.strictObject({
  language: settingShape.language.optional(),
  timeZone: settingShape.timeZone.optional(),
  numbers: settingShape.numbers.optional(),
  dates: settingShape.dates.optional(),
  theme: settingShape.theme.optional(),
  density: settingShape.density.optional(),
  shortcuts: settingShape.shortcuts.optional(),
  rail: settingShape.rail.optional(),
  /** Layouts of these lists only, null for the usual one: those of other lists stay. Null itself resets all lists. */
  tables: z.partialRecord(z.enum(dataTableNames), tableLayoutChangeSchema.nullable()).nullable().optional(),
  alerts: settingShape.alerts.optional(),
  defaultViews: settingShape.defaultViews.optional(),
  /** Choice for one list: opens it with `view`, or without any, instead of `others`, the other views of that list. */
  defaultView: z
    .strictObject({
      view: savedViewIdSchema.nullable(),
      others: z.array(savedViewIdSchema).max(maxListedViews),
    })
    .optional(),
})
export type SettingsChange = z.infer<typeof settingsChangeSchema>

/** Applies layouts of some lists to those of all lists. */
function applyTableLayouts(
  tables: PersonSettings['tables'],
  change: SettingsChange['tables'],
): PersonSettings['tables'] {
  if (change === undefined) return tables
  if (change === null) return null
  const left: Partial<Record<DataTableName, TableLayout>> = { ...tables }
  for (const name of dataTableNames) {
    const layoutChange = change[name]
    if (layoutChange === null) delete left[name]
    else if (layoutChange !== undefined) left[name] = applyTableLayoutChange(left[name], layoutChange)
  }
  return Object.keys(left).length === 0 ? null : left
}

/** Puts a column behind the one that is before it in `order`, and adds columns that are not in the order yet. */
function moveOneColumn(before: readonly string[], order: readonly string[], column: string): string[] {
  const others = [...before, ...order.filter((id) => !before.includes(id))].filter((id) => id !== column)
  const previous = order[order.indexOf(column) - 1]
  return others.toSpliced(previous === undefined ? 0 : others.indexOf(previous) + 1, 0, column)
}

/** Shows or hides a column as `visible` has it; at least one column stays. */
function showOneColumn(before: readonly string[], visible: readonly string[], column: string): string[] {
  const others = before.filter((id) => id !== column)
  if (visible.includes(column)) return before.includes(column) ? [...before] : [...others, column]
  return others.length === 0 ? [...before] : others
}

function applyTableLayoutChange(
  { order, visible, widths }: TableLayout = { order: [], visible: null, widths: {} },
  change: TableLayoutChange,
): TableLayout {
  const changedWidths = Object.entries({ ...widths, ...change.widths })
  const { column, order: newOrder = order, visible: newVisible = visible } = change
  const isMoved = column !== undefined && order.length > 0 && newOrder.includes(column)
  const isShownOrHidden = column !== undefined && visible !== null && newVisible !== null
  return {
    order: isMoved ? moveOneColumn(order, newOrder, column) : newOrder,
    visible: isShownOrHidden ? showOneColumn(visible, newVisible, column) : newVisible,
    widths: Object.fromEntries(changedWidths.flatMap(([id, width]) => (width === null ? [] : [[id, width]]))),
  }
}

/**
 * Applies a change to the settings of a person. The default views and the layouts of other lists stay as they are.
 */
export function applySettingsChange(
  settings: PersonSettings,
  { defaultView, tables, ...change }: SettingsChange,
): PersonSettings {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  const next: PersonSettings = {
    ...settings,
    ...Object.fromEntries(given),
    tables: applyTableLayouts(settings.tables, tables),
  }
  if (defaultView === undefined) return next
  const { view, others } = defaultView
  const kept = (next.defaultViews ?? []).filter((id) => id !== view && !others.includes(id))
  // Drop the oldest beyond the limit: those of lists that nobody has opened for long, or of removed views.
  const all = (view === null ? kept : [...kept, view]).slice(-maxDefaultViews)
  return { ...next, defaultViews: all.length === 0 ? null : all }
}

/** Settings also come with the session, so that a page needs no request for them. */
export const settingsEndpoints = {
  saveSettings: defineEndpoint({
    method: 'POST',
    path: '/api/settings',
    params: z.strictObject({}),
    query: z.strictObject({}),
    body: settingsChangeSchema,
    response: personSettingsSchema,
    maxBodyBytes: 65_536,
  }),
} as const
