import { endpoints } from '@paydesk/shared/endpoints'
import { subject } from '../../platform/audit/entry.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import { type Actor, route, streamRoute } from '../../platform/http/route.ts'
import { driftTexts } from '../../records/rules/drift-kinds.ts'
import { type ExplainNeeds, explain, type Said } from './explain.ts'
import { type ListedDrift, type ListNeeds, listDriftItems } from './list.ts'
import { type Looking, presentDrift } from './present.ts'
import { reasonsOf } from './reasons.ts'
import { type SheetNeeds, sheetOf } from './sheet.ts'
import { type ExportNeeds, exportDay } from './sheet-export.ts'

type Reasoned = Pick<ExplainNeeds, 'config'>

/** What was found, with what its presenter needs beside it. */
type With<Value> = Value & Pick<Looking, 'seal' | 'reasons'>

function shownWith<Value extends object>(
  value: Value,
  { seal, config }: Reasoned & { seal: Seal },
): With<Value> {
  return { ...value, seal, reasons: reasonsOf(config.drift) }
}

const lookingOf = ({ seal, reasons }: With<object>, { sight, session }: Actor): Looking => ({
  ...{ sight, session, seal, reasons },
})

export const listDrift = route(endpoints.listDrift, {
  permission: 'drift.read',
  audit: () => ({ action: 'drift.listed' }),
  handle: async (call, needs: ListNeeds & Reasoned): Promise<With<ListedDrift>> =>
    shownWith(await listDriftItems(call.query, call, needs), needs),
  present(listed, { actor }) {
    const { lines, next, count, more, figures, byAmount, sees, reasons } = listed
    return {
      rows: lines.map((line) => presentDrift(line, lookingOf(listed, actor))),
      ...{ next, count, more, figures, byAmount },
      texts: driftTexts(sees.kinds),
      reasons: [...reasons],
      mayExplain: actor.permissions.has('drift.explain'),
    }
  },
})

export const showDriftSheet = route(endpoints.showDriftSheet, {
  permission: 'drift.read',
  audit: () => ({ action: 'drift.sheet.viewed' }),
  handle: (call, needs: SheetNeeds) => sheetOf(call.query, call, needs),
  present: (sheet) => sheet,
})

export const exportDriftSheet = streamRoute(endpoints.exportDriftSheet, {
  permission: 'drift.read',
  renews: true,
  audit: () => ({ action: 'drift.exported' }),
  ended: (_call, rows) => ({ action: 'drift.export.ended', note: `rows:${rows}` }),
  headers: ({ query, scope }) => {
    // Which day today is, the office's zone says: a date of UTC may be another one.
    const day = query.day ?? 'today'
    return { 'content-disposition': `attachment; filename="paydesk-drift-${scope.environment}-${day}.csv"` }
  },
  open: ({ query, actor, scope }, needs: Omit<ExportNeeds, 'reasons'> & Reasoned, { gone, sent }) =>
    exportDay(query.day, { actor, scope, gone, sent }, { ...needs, reasons: reasonsOf(needs.config.drift) }),
})

export const explainDrift = route(endpoints.explainDrift, {
  permission: 'drift.explain',
  audit: ({ params }, said: With<Said> | undefined) => ({
    action: 'drift.explained',
    about: subject('item', params.item, said),
  }),
  handle: async (call, needs: ExplainNeeds): Promise<With<Said>> =>
    shownWith(await explain(call, needs), needs),
  present: (said, { actor }) => ({
    answer: said.answer,
    row: presentDrift(said.line, lookingOf(said, actor)),
  }),
})
