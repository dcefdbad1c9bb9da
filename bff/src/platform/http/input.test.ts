import { endpoints } from '@paydesk/shared/endpoints'
import type { Request } from 'express'
import { describe, expect, it } from 'vitest'
import { parseInput } from './input.ts'

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
