import type { CurrentSession } from '@paydesk/shared/administration/sign-in'
import type { StaffPermission } from '@paydesk/shared/core/permissions'
import type { MessageSection } from '@paydesk/shared/messages/catalogue'
import type { QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import type { MessageStore } from '../lib/messages/message-store.ts'

interface PageLoad {
  readonly context: { readonly queryClient: QueryClient; readonly session: CurrentSession }
  readonly cause: 'preload' | 'enter' | 'stay'
}

/** Query of any data; `queryFn` is a method, so that the type of its key does not matter. */
interface PageQuery {
  readonly queryKey: QueryKey
  queryFn?(context: QueryFunctionContext): unknown
}

/** Returns true if a page may read. Hover preloads code only: reads are audited and must follow a user action. */
export function mayPrefetchQueries({ context, cause }: PageLoad, permission: StaffPermission): boolean {
  return cause !== 'preload' && context.session.permissions.includes(permission)
}

/** Starts the reads of a page while its code loads, for a user with the permission. */
export function prefetchQueries(
  load: PageLoad,
  permission: StaffPermission,
  ...queries: readonly PageQuery[]
): void {
  if (!mayPrefetchQueries(load, permission)) return
  for (const query of queries) void load.context.queryClient.prefetchQuery(query)
}

/** Loads the texts of a page's parts while its code loads, so that the page appears as a whole. */
export async function loadTexts(
  { context: { messages } }: { readonly context: { readonly messages: MessageStore } },
  ...sections: readonly MessageSection[]
): Promise<void> {
  await Promise.all(sections.map((section) => messages.load(section)))
}

/** Loads the texts of a part that only users with the permission see. */
export async function loadTextsIfPermitted(
  load: { readonly context: PageLoad['context'] & { readonly messages: MessageStore } },
  permission: StaffPermission,
  section: MessageSection,
): Promise<void> {
  if (load.context.session.permissions.includes(permission)) await loadTexts(load, section)
}
