import { endpoints } from '@paydesk/shared/endpoints'
import { defineRoute } from '../../platform/http/route.ts'
import { storeInboxMarks } from '../../records/inbox/marks.ts'
import { countUnreadInboxEntries, type InboxDeps, loadInboxEntries, loadInboxPage } from './entries.ts'

export const listInboxRoute = defineRoute(endpoints.listInbox, {
  permission: 'inbox.read',
  audit: () => ({ action: 'inbox.listed' }),
  handle: (call, deps: InboxDeps) => loadInboxPage(call.query, call, deps),
  present: (page) => page,
})

export const countUnreadInboxEntriesRoute = defineRoute(endpoints.countUnreadInboxEntries, {
  permission: 'inbox.read',
  audit: () => ({ action: 'inbox.counted' }),
  handle: (call, deps: InboxDeps) => loadInboxEntries(call, deps, Date.now()),
  present: countUnreadInboxEntries,
})

export const markInboxEntriesRoute = defineRoute(endpoints.markInboxEntries, {
  permission: 'inbox.read',
  audit: () => ({ action: 'inbox.marked' }),
  async handle(call, deps: InboxDeps) {
    const { actor, body, scope } = call
    const { isRead } = body
    const now = Date.now()
    const own = await loadInboxEntries(call, deps, now)
    const wanted = body.entries === null ? null : new Set(body.entries)
    const changed = own.filter((one) => one.isRead !== isRead && (wanted?.has(one.entry) ?? true))
    const entries = changed.map(({ entry }) => entry)
    const marks = { environment: scope.environment, entries, isRead }
    await storeInboxMarks(deps.store, actor.session, marks, now)
    return own.map((one) => (changed.includes(one) ? { ...one, isRead } : one))
  },
  present: countUnreadInboxEntries,
})
