import { problemCatalogue } from '@paydesk/bff/platform/problem/problem-catalogue'
import { problemIdSchema, problemSchema } from '@paydesk/shared/core/problem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { callApi } from '../../support/contract/api-keys.ts'
import { rowsOf, startOn } from '../../support/contract/support.ts'
import type { Stack } from '../../support/stack/start.ts'

describe('the page linked by the type of a problem', () => {
  let stack: Stack
  beforeAll(async () => {
    stack = await startOn('embedded')
  })
  afterAll(() => stack.stop())

  const headers: readonly (readonly [who: string, headers: Readonly<Record<string, string>>])[] = [
    ['a program', {}],
    ['a program that wants JSON', { accept: 'application/json' }],
    ['a browser', { accept: 'text/html,*/*;q=0.8', 'sec-fetch-dest': 'document' }],
  ]
  it.each(headers)('is served to %s without a session, and describes the problem', async (_, more) => {
    const refused = await callApi(stack.origin, 'GET', '/v1/payments/q_00000000000000000000')
    const { type, id } = problemSchema.parse(refused.json)
    const { value: page, rows } = await rowsOf(stack, () =>
      callApi(stack.origin, 'GET', type, { headers: more }),
    )
    expect([page.status, page.headers.get('content-type'), rows]).toEqual([
      200,
      'text/html; charset=utf-8',
      [],
    ])
    expect(page.text).toContain(` id="${id}"`)
    expect(page.headers.get('set-cookie')).toBeNull()
  })

  it('lists each problem of the catalogue once, with its status and text', async () => {
    const { text } = await callApi(stack.origin, 'GET', '/help/problems')
    const ids = [...text.matchAll(/<section id="([a-z_]+)">/g)].map(([, id]) => id)
    expect(ids).toEqual(problemIdSchema.options)
    for (const { status, title, detail } of Object.values(problemCatalogue))
      for (const part of [`${status}`, escaped(title), escaped(detail)]) expect(text).toContain(part)
  })

  it('has the security headers of every page, and no script or inline style', async () => {
    const [page, other] = [
      await callApi(stack.origin, 'GET', '/help/problems'),
      await callApi(stack.origin, 'GET', '/no-such-page'),
    ]
    for (const name of ['content-security-policy', 'x-frame-options', 'x-content-type-options'])
      expect([name, page.headers.get(name)]).toEqual([name, other.headers.get(name)])
    expect(page.text).not.toMatch(/<script|<style|\bstyle=|\bon[a-z]+=|<link|<img|<form/)
    expect(page.text).toMatch(/^<!doctype html>\n<html lang="en">/)
  })

  it('repeats nothing of the URL, has no body for HEAD and rejects other methods', async () => {
    const asked = await callApi(stack.origin, 'GET', '/help/problems?q=zqx7%3Cb%3E')
    expect([asked.status, asked.text.includes('zqx7')]).toEqual([200, false])
    const head = await callApi(stack.origin, 'HEAD', '/help/problems')
    expect([head.status, head.text]).toEqual([200, ''])
    const posted = await callApi(stack.origin, 'POST', '/help/problems')
    expect(z.object({ id: z.string() }).parse(posted.json).id).toBe('method_not_allowed')
  })
})

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;')
