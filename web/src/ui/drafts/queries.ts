import type { DraftKind } from '@paydesk/shared/administration/drafts'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

/** Form of this person: its kind and the record that it is about (`draftSubjectSchema`). */
export interface DraftRef<Kind extends DraftKind> {
  readonly env: EnvironmentName
  readonly kind: Kind
  readonly about: string
}

/** Query of the person's draft of one form. */
export function draftQuery(client: ApiClient, params: DraftRef<DraftKind>) {
  return queryOptions({
    queryKey: ['draft', params.env, params.kind, params.about],
    queryFn: ({ signal }) => client.call(endpoints.showFormDraft, { params, signal }),
  })
}
