import { createContext, use } from 'react'
import type { Client } from './client.ts'

const context = createContext<Client | null>(null)
export const ClientProvider = context.Provider

export function useClient(): Client {
  const client = use(context)
  if (!client) throw new Error('useClient outside of ClientProvider')
  return client
}
