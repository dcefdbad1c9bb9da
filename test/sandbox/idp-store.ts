import type { Adapter, AdapterPayload } from 'oidc-provider'

interface Entry {
  readonly payload: AdapterPayload
  readonly until: number
}

/** In-memory store of the provider: its records are lost when the sandbox stops. */
export function createIdpStore(): (model: string) => Adapter {
  const entries = new Map<string, Entry>()
  const alive = (entry: Entry | undefined) =>
    entry !== undefined && entry.until > Date.now() ? entry.payload : undefined
  const findWhere = (model: string, fits: (payload: AdapterPayload) => boolean) =>
    [...entries]
      .filter(([key]) => key.startsWith(`${model}:`))
      .map(([, entry]) => alive(entry))
      .find((payload) => payload !== undefined && fits(payload))
  return (model) => ({
    upsert: async (id, payload, expiresIn) => {
      entries.set(`${model}:${id}`, {
        payload,
        until: expiresIn === undefined ? Number.POSITIVE_INFINITY : Date.now() + expiresIn * 1_000,
      })
    },
    find: async (id) => alive(entries.get(`${model}:${id}`)),
    findByUid: async (uid) => findWhere(model, (payload) => payload.uid === uid),
    findByUserCode: async (code) => findWhere(model, (payload) => payload.userCode === code),
    consume: async (id) => {
      const entry = entries.get(`${model}:${id}`)
      if (entry !== undefined) entry.payload.consumed = Math.floor(Date.now() / 1_000)
    },
    destroy: async (id) => {
      entries.delete(`${model}:${id}`)
    },
    revokeByGrantId: async (grantId) => {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
    },
  })
}
