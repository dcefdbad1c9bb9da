import { createContext, use } from 'react'
import type { ApiClient } from './api-client.ts'

const context = createContext<ApiClient | null>(null)
export const ApiClientProvider = context.Provider

/** Returns the client of the application; throws outside `ApiClientProvider`. */
export function useApiClient(): ApiClient {
  const client = use(context)
  if (!client) throw new Error('useApiClient outside of ApiClientProvider')
  return client
}
