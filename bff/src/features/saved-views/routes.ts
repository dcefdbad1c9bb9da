import {
  type PageWithSavedViews,
  type SavedViewChange,
  savedViewSchemas,
} from '@paydesk/shared/cases/saved-views'
import type { StaffPermission } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import type { z } from 'zod'
import type { AuditEvent } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { createPersonRateLimit, type PersonRateLimit } from '../../platform/http/rate-limiter.ts'
import { defineRoute, type ScopedActor } from '../../platform/http/route.ts'
import {
  changeSavedView,
  insertSavedView,
  loadSavedViews,
  removeSavedView,
  restoreSavedView,
  type SavedViewOwner,
  type StoredSavedView,
} from './views.ts'

export interface SavedViewsDeps {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly cipher: FieldCipher
  readonly viewChangeLimit: PersonRateLimit
}

/** Changes of views per person: each leaves an event in the audit log, and nobody changes views faster by hand. */
export const maxViewChangesPerMinute = 120

export function createSavedViewDeps(): Pick<SavedViewsDeps, 'viewChangeLimit'> {
  return { viewChangeLimit: createPersonRateLimit(maxViewChangesPerMinute, 10) }
}

interface ViewList<Filter> {
  readonly views: StoredSavedView<Filter>[]
  /** Id of the view that was saved. */
  readonly view?: string
  /** True if the view was already as the call asks for, so that nothing but the list was read. */
  readonly isUnchanged?: boolean
}

interface OneViewCall extends ScopedActor {
  readonly params: { readonly view: string }
}

/** Names the view of a change that was made: the id of a colleague's or nonexistent view can be any text. */
const subjectOf = ({ params }: Pick<OneViewCall, 'params'>, changed: unknown) =>
  changed === undefined ? null : ({ kind: 'view', id: params.view } as const)

const changeAction = (change: SavedViewChange) =>
  'isShared' in change ? (change.isShared ? 'view.shared' : 'view.unshared') : 'view.changed'

/** Creates the routes for the views of one page; `permission` opens the page itself. */
function createViewRoutes<Filter extends object>(
  page: PageWithSavedViews,
  permission: StaffPermission,
  filter: z.ZodType<Filter>,
) {
  const ownerOf = (
    { actor: { session }, scope }: ScopedActor,
    { store }: SavedViewsDeps,
  ): SavedViewOwner => ({
    page,
    person: session,
    role: session.role,
    environment: scope.environment,
    store,
  })
  const loadList = async (call: ScopedActor, deps: SavedViewsDeps) =>
    loadSavedViews(filter, { owner: ownerOf(call, deps), ...call, cipher: deps.cipher })
  const present = ({ views }: ViewList<Filter>) => ({ views })
  /** Route that changes one view of the person and answers all views. `change` returns false if nothing was to do. */
  const changeOne = (
    action: 'view.removed' | 'view.restored',
    change: (view: string, owner: SavedViewOwner, now: number) => Promise<boolean>,
  ) => ({
    permission,
    audit: (call: Pick<OneViewCall, 'params'>, changed: ViewList<Filter> | undefined): AuditEvent =>
      changed?.isUnchanged ? { action: 'views.listed' } : { action, about: subjectOf(call, changed) },
    async handle(call: OneViewCall, deps: SavedViewsDeps): Promise<ViewList<Filter>> {
      deps.viewChangeLimit(call.actor)
      const hasChanged = await change(call.params.view, ownerOf(call, deps), Date.now())
      return { views: await loadList(call, deps), isUnchanged: !hasChanged }
    },
    present,
  })
  return {
    list: {
      permission,
      audit: (): AuditEvent => ({ action: 'views.listed' }),
      handle: async (call: ScopedActor, deps: SavedViewsDeps): Promise<ViewList<Filter>> => ({
        views: await loadList(call, deps),
      }),
      present,
    },
    save: {
      permission,
      audit: (_call: ScopedActor, saved: ViewList<Filter> | undefined): AuditEvent => ({
        action: 'view.saved',
        about: saved?.view === undefined ? null : { kind: 'view', id: saved.view },
      }),
      async handle(
        call: ScopedActor & { readonly body: { readonly name: string; readonly filter: Filter } },
        deps: SavedViewsDeps,
      ): Promise<ViewList<Filter>> {
        deps.viewChangeLimit(call.actor)
        const view = await insertSavedView(call.body, ownerOf(call, deps), Date.now())
        return { view, views: await loadList(call, deps) }
      },
      present,
    },
    change: {
      permission,
      audit: (
        call: Pick<OneViewCall, 'params'> & { readonly body: SavedViewChange },
        changed: ViewList<Filter> | undefined,
      ): AuditEvent => ({ action: changeAction(call.body), about: subjectOf(call, changed) }),
      async handle(
        call: OneViewCall & { readonly body: SavedViewChange },
        deps: SavedViewsDeps,
      ): Promise<ViewList<Filter>> {
        deps.viewChangeLimit(call.actor)
        await changeSavedView(call.params.view, call.body, ownerOf(call, deps))
        return { views: await loadList(call, deps) }
      },
      present,
    },
    remove: changeOne('view.removed', removeSavedView),
    restore: changeOne('view.restored', restoreSavedView),
  }
}

const transactions = createViewRoutes('transactions', 'records.read', savedViewSchemas.transactions.filter)
export const listTransactionListViewsRoute = defineRoute(
  endpoints.listTransactionListViews,
  transactions.list,
)
export const saveTransactionListViewRoute = defineRoute(endpoints.saveTransactionListView, transactions.save)
export const changeTransactionListViewRoute = defineRoute(
  endpoints.changeTransactionListView,
  transactions.change,
)
export const restoreTransactionListViewRoute = defineRoute(
  endpoints.restoreTransactionListView,
  transactions.restore,
)
export const removeTransactionListViewRoute = defineRoute(
  endpoints.removeTransactionListView,
  transactions.remove,
)

const review = createViewRoutes('review', 'review.read', savedViewSchemas.review.filter)
export const listReviewQueueViewsRoute = defineRoute(endpoints.listReviewQueueViews, review.list)
export const saveReviewQueueViewRoute = defineRoute(endpoints.saveReviewQueueView, review.save)
export const changeReviewQueueViewRoute = defineRoute(endpoints.changeReviewQueueView, review.change)
export const restoreReviewQueueViewRoute = defineRoute(endpoints.restoreReviewQueueView, review.restore)
export const removeReviewQueueViewRoute = defineRoute(endpoints.removeReviewQueueView, review.remove)
