import { authenticatedRoutes } from '@paydesk/bff/app/create-app'
import { staffPermissionSchema } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import { describe, expect, it } from 'vitest'
import { readRoot, sourcesOf } from './sources.ts'

describe('routes', () => {
  it('each endpoint of the contract has exactly one route and each route one endpoint', () => {
    const served = authenticatedRoutes.map((route) => route.endpoint)
    expect(new Set(served).size).toBe(served.length)
    expect(new Set(served)).toEqual(new Set(Object.values(endpoints)))
  })

  it('a route streams exactly if its contract says so', () => {
    for (const route of authenticatedRoutes)
      expect('open' in route, route.endpoint.path).toBe(route.endpoint.stream !== undefined)
  })

  it('each route has a permission; only the routes of the own session, settings and drafts require just a sign-in', () => {
    const signedIn = authenticatedRoutes
      .filter((route) => route.permission === 'signed_in')
      .map((route) => route.endpoint.path)
    // A draft needs the permission of its form, which the kind in the path names (`draftRules`).
    const drafts = '/api/:env/drafts/:kind/:about'
    const own = ['/api/session', '/api/session/role', '/api/session/end', '/api/settings']
    expect(signedIn).toEqual([...own, drafts, drafts, `${drafts}/remove`])
    for (const route of authenticatedRoutes)
      expect([...staffPermissionSchema.options, 'signed_in']).toContain(route.permission)
  })

  it('each permission is used', () => {
    // Include permissions that guard only a part of an answer.
    const parts = sourcesOf('bff/src').flatMap((one) =>
      [...one.text.matchAll(/permissions\.has\('([a-z.]+)'\)/g)].map((match) => match[1]),
    )
    const used = new Set<string | undefined>([
      ...authenticatedRoutes.map((route) => route.permission),
      ...parts,
    ])
    expect(staffPermissionSchema.options.filter((one) => !used.has(one))).toEqual([])
  })

  it('only the read of the own session, the own typing and a read ahead leave no audit entry', () => {
    const unaudited = sourcesOf('bff/src').flatMap((one) =>
      [...one.text.matchAll(/action: 'none', because: '([^']+)'/g)].map((match) => match[1]),
    )
    expect(unaudited.sort()).toEqual([
      'a person reads who they themselves are',
      'a read ahead shows nobody anything',
      'own input, whose first save has an entry',
    ])
  })
})

describe('problems', () => {
  it('each problem has a paragraph in docs/problems.md, and no paragraph is left over', async () => {
    const { problemIdSchema } = await import('@paydesk/shared/core/problem')
    const documented = [...readRoot('docs/problems.md').matchAll(/^## `([a-z_]+)`/gm)].map(
      (match) => match[1],
    )
    expect(documented.sort()).toEqual([...problemIdSchema.options].sort())
  })
})
