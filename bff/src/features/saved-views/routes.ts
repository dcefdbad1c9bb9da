import type { Permission } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import { type ViewPage, viewsOf } from '@paydesk/shared/work/views'
import type { z } from 'zod'
import type { Deed } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import { type Actor, route, type Scope } from '../../platform/http/route.ts'
import { dropView, keepView, type OwnView, ownViews } from './views.ts'

export interface Needs {
  readonly store: Pick<Store, 'db'>
}

interface Caller {
  readonly actor: Actor
  readonly scope: Scope
}

interface Views<Filter> {
  readonly views: OwnView<Filter>[]
  /** The one that was saved. */
  readonly view?: string
}

/** What listing, saving and removing are for one page; `permission` opens the page itself. */
function partsFor<Filter extends object>(page: ViewPage, permission: Permission, filter: z.ZodType<Filter>) {
  const shelf = ({ actor, scope }: Caller, { store }: Needs) => ({ page, actor, scope, store })
  const present = ({ views }: Views<Filter>) => ({ views })
  return {
    list: {
      permission,
      audit: (): Deed => ({ action: 'views.listed' }),
      handle: async (call: Caller, needs: Needs): Promise<Views<Filter>> => ({
        views: await ownViews(filter, shelf(call, needs)),
      }),
      present,
    },
    save: {
      permission,
      audit: (_call: Caller, saved: Views<Filter> | undefined): Deed => ({
        action: 'view.saved',
        about: saved?.view === undefined ? null : { kind: 'view', id: saved.view },
      }),
      async handle(
        call: Caller & { readonly body: { readonly name: string; readonly filter: Filter } },
        needs: Needs,
      ): Promise<Views<Filter>> {
        const view = await keepView(call.body, shelf(call, needs))
        return { view, views: await ownViews(filter, shelf(call, needs)) }
      },
      present,
    },
    remove: {
      permission,
      audit: (
        { params }: { readonly params: { readonly view: string } },
        removed: Views<Filter> | undefined,
      ): Deed => ({
        action: 'view.removed',
        // The id of another's view, or of none, is only what somebody typed.
        about: removed === undefined ? null : { kind: 'view', id: params.view },
      }),
      async handle(
        call: Caller & { readonly params: { readonly view: string } },
        needs: Needs,
      ): Promise<Views<Filter>> {
        await dropView(call.params.view, shelf(call, needs))
        return { views: await ownViews(filter, shelf(call, needs)) }
      },
      present,
    },
  }
}

const transactions = partsFor('transactions', 'index.read', viewsOf.transactions.filter)
export const listViews = route(endpoints.listViews, transactions.list)
export const saveView = route(endpoints.saveView, transactions.save)
export const removeView = route(endpoints.removeView, transactions.remove)

const review = partsFor('review', 'review.read', viewsOf.review.filter)
export const listReviewViews = route(endpoints.listReviewViews, review.list)
export const saveReviewView = route(endpoints.saveReviewView, review.save)
export const removeReviewView = route(endpoints.removeReviewView, review.remove)
