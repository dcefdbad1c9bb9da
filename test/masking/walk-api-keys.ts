import type { WalkInput } from './walk.ts'

const params = { env: 'stage' }
const unknown = { ...params, apiKey: 's_00000000000000000000' }

/** Well-formed calls about API keys; no key is created, because the walk has not re-authenticated. */
export const systemCalls = {
  listApiKeys: (): WalkInput[] => [{ params }],
  createApiKey: (): WalkInput[] => [
    {
      params,
      body: { label: 'Web shop', merchant: 'demo-merchant', permissions: ['payments:read'], days: 1 },
    },
  ],
  revokeApiKey: (): WalkInput[] => [{ params: unknown }],
} as const
