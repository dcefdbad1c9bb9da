import { type PageWithSavedViews, savedViewSchemas } from '@paydesk/shared/cases/saved-views'
import type { StaffPermission } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import type { z } from 'zod'
import type { AuditEvent } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import { defineRoute, type ScopedActor } from '../../platform/http/route.ts'
import { deleteSavedView, insertSavedView, loadSavedViews, type StoredSavedView } from './views.ts'

export interface SavedViewsDeps {
  readonly store: Pick<Store, 'db'>
}

interface ViewList<Filter> {
  readonly views: StoredSavedView<Filter>[]
  /** Id of the view that was saved. */
  readonly view?: string
}

/** Creates the list, save and remove routes for the views of one page; `permission` opens the page itself. */
function createViewRoutes<Filter extends object>(
  page: PageWithSavedViews,
  permission: StaffPermission,
  filter: z.ZodType<Filter>,
) {
  const shelf = ({ actor, scope }: ScopedActor, { store }: SavedViewsDeps) => ({ page, actor, scope, store })
  const present = ({ views }: ViewList<Filter>) => ({ views })
  return {
    list: {
      permission,
      audit: (): AuditEvent => ({ action: 'views.listed' }),
      handle: async (call: ScopedActor, deps: SavedViewsDeps): Promise<ViewList<Filter>> => ({
        views: await loadSavedViews(filter, shelf(call, deps)),
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
        const view = await insertSavedView(call.body, shelf(call, deps))
        return { view, views: await loadSavedViews(filter, shelf(call, deps)) }
      },
      present,
    },
    remove: {
      permission,
      audit: (
        { params }: { readonly params: { readonly view: string } },
        removed: ViewList<Filter> | undefined,
      ): AuditEvent => ({
        action: 'view.removed',
        // The id of a colleague's or nonexistent view can be any text.
        about: removed === undefined ? null : { kind: 'view', id: params.view },
      }),
      async handle(
        call: ScopedActor & { readonly params: { readonly view: string } },
        deps: SavedViewsDeps,
      ): Promise<ViewList<Filter>> {
        await deleteSavedView(call.params.view, shelf(call, deps))
        return { views: await loadSavedViews(filter, shelf(call, deps)) }
      },
      present,
    },
  }
}

const transactions = createViewRoutes('transactions', 'records.read', savedViewSchemas.transactions.filter)
export const listTransactionListViewsRoute = defineRoute(
  endpoints.listTransactionListViews,
  transactions.list,
)
export const saveTransactionListViewRoute = defineRoute(endpoints.saveTransactionListView, transactions.save)
export const removeTransactionListViewRoute = defineRoute(
  endpoints.removeTransactionListView,
  transactions.remove,
)

const review = createViewRoutes('review', 'review.read', savedViewSchemas.review.filter)
export const listReviewQueueViewsRoute = defineRoute(endpoints.listReviewQueueViews, review.list)
export const saveReviewQueueViewRoute = defineRoute(endpoints.saveReviewQueueView, review.save)
export const removeReviewQueueViewRoute = defineRoute(endpoints.removeReviewQueueView, review.remove)
