import { describe, expect, it } from 'vitest'
import { hostileNotifications, unusualNotifications } from './hostile-notifications.ts'
import { isJsonObject, parseJson } from './json.ts'

const id = '3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10'

describe('hostile and unusual notifications', () => {
  it('have unique names and bytes', () => {
    const all = [...hostileNotifications(id), ...unusualNotifications(id)]
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    expect(new Set(all.map(({ body }) => body.toString('latin1'))).size).toBe(all.length)
  })

  it('include bodies that cannot be parsed and bodies that must be parsed with care', () => {
    const parsed = hostileNotifications(id).map(({ body }) => parseJson(body.toString('utf8')))
    expect(parsed.filter((value) => value === undefined).length).toBeGreaterThan(10)
    expect(parsed.filter(isJsonObject).length).toBeGreaterThan(100)
    const polluting = parsed.filter((value) => isJsonObject(value) && Object.hasOwn(value, '__proto__'))
    expect(polluting).toHaveLength(1)
  })

  it('are valid JSON objects if only unusual', () => {
    for (const { name, body } of unusualNotifications(id))
      expect(isJsonObject(parseJson(body.toString('utf8'))), name).toBe(true)
  })
})
