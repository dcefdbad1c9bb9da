import { endpoints } from '@paydesk/shared/endpoints'
import type { Request } from 'express'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { describeInvalidFields, parseInput } from './input.ts'

describe('parseInput', () => {
  it('shares one frozen result among calls without query and body', () => {
    const request = { params: {}, url: '/api/session', query: {}, body: undefined } as unknown as Request
    const [one, other] = [
      parseInput(endpoints.showCurrentSession, request),
      parseInput(endpoints.showCurrentSession, request),
    ]
    expect(one.query).toBe(other.query)
    for (const made of [one.query, one.body]) {
      expect(made).toEqual({})
      expect(() => Object.assign(made as object, { left: 'behind' })).toThrow(TypeError)
    }
  })
})

describe('describeInvalidFields', () => {
  it('does not repeat a name that came from outside', () => {
    const client = z.record(z.string().regex(/^[a-z]+$/), z.string())
    const { error } = z.strictObject({ client }).safeParse({ client: { 'Mara Lindqvist': 'x' }, Mara: 1 })
    expect(
      describeInvalidFields(error?.issues ?? [])
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['(another member)', 'client.(a name)'])
  })
})
