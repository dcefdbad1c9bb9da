import { describe, expect, it } from 'vitest'
import { deriveIdentityStatus } from './identities.ts'

describe('status of an identity', () => {
  it('is read from the words that say it', () => {
    expect(['NONE', 'IN_REVIEW', 'VERIFIED', 'REJECTED'].map(deriveIdentityStatus)).toEqual([
      'not_verified',
      'in_review',
      'verified',
      'rejected',
    ])
  })

  it('is unknown for any other value, however close', () => {
    const others = [null, '', 'verified', 'VERIFIED ', 'NOT_VERIFIED', 'SUCCESS', 'APPROVED', 'constructor']
    for (const value of others) expect(deriveIdentityStatus(value), String(value)).toBe('unknown')
  })
})
