import { createContext, use } from 'react'
import type { ApiClient } from './api-client.ts'

const context = createContext<ApiClient | null>(null)
export const ApiClientProvider = context.Provider

export function useApiClient(): ApiClient {
  const client = use(context)
  if (!client) throw new Error('useClient outside of ClientProvider')
  return client
}
