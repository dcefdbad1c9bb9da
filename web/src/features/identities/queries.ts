import type { CustomerHandle, EnvironmentName, IdentityHandle } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

export interface IdentityRef {
  readonly env: EnvironmentName
  readonly identity: IdentityHandle
}

export function identityQueries(client: ApiClient) {
  return {
    ofCustomer: (params: { readonly env: EnvironmentName; readonly customer: CustomerHandle }) =>
      queryOptions({
        queryKey: ['identities', params.env, 'of', params.customer],
        queryFn: ({ signal }) => client.call(endpoints.showCustomerIdentity, { params, signal }),
      }),
    view: (params: IdentityRef) =>
      queryOptions({
        queryKey: ['identities', params.env, params.identity, 'view'],
        queryFn: ({ signal }) => client.call(endpoints.showIdentity, { params, signal }),
      }),
    checks: (params: IdentityRef) =>
      queryOptions({
        queryKey: ['identities', params.env, params.identity, 'checks'],
        queryFn: ({ signal }) => client.call(endpoints.checkIdentity, { params, signal }),
      }),
    record: (params: IdentityRef) =>
      queryOptions({
        queryKey: ['identities', params.env, params.identity, 'record'],
        queryFn: ({ signal }) => client.call(endpoints.showIdentityRecord, { params, signal }),
      }),
  }
}
