import { merchantIdSchema } from '@paydesk/shared/core/ids'
import { staffPermissionSchema } from '@paydesk/shared/core/permissions'
import { describe, expect, it } from 'vitest'
import { resolvePermissions } from '../../platform/access/permissions.ts'
import type { Session } from '../../platform/session/session.ts'
import { createLiveChangeFilter } from './stream.ts'

const [one, two] = [merchantIdSchema.parse('one'), merchantIdSchema.parse('two')]
const kinds = ['transaction', 'notification', 'sync', 'undocumented_value', 'import'] as const
const merchantsOf = (environment: string) => (environment === 'stage' ? [one, two] : undefined)

function hears(
  merchants: Session['merchants'],
  permissions: ReadonlySet<string>,
  environment = 'stage',
): (merchant: string | null) => string {
  const session: Session = {
    hash: '',
    issuer: '',
    subject: '',
    name: '',
    roles: ['support'],
    role: 'support',
    merchants,
    idToken: '',
    handle: '',
    seenAt: 0,
    idleEndsAt: 0,
    endsAt: 0,
    breakGlassUntil: null,
    reauthenticatedAt: null,
    refreshToken: null,
    accessToken: null,
    authorityAt: 0,
    rightsVersion: 0,
  }
  const all = new Set(staffPermissionSchema.options.filter((name) => permissions.has(name)))
  const may = createLiveChangeFilter({ session, permissions: all }, merchantsOf)
  return (merchant) => kinds.filter((kind) => may({ kind, environment, merchant, subject_id: '' })).join(' ')
}

const everything: ReadonlySet<string> = new Set(staffPermissionSchema.options)

describe('change filter', () => {
  it('passes changes that the person may read, in their merchants', () => {
    const all = hears(null, everything)
    expect([all('one'), all(null)]).toEqual([kinds.join(' '), kinds.join(' ')])
    const some = hears([two], everything)
    expect([some('one'), some('two')]).toEqual(['', kinds.join(' ')])
  })

  it('passes a payment without a merchant only to people who see every merchant', () => {
    expect(hears([two], everything)(null)).toBe('sync undocumented_value import')
    expect(hears([one, two], everything)(null)).toBe(kinds.join(' '))
    expect(hears([merchantIdSchema.parse('other')], everything)(null)).toBe('')
  })

  it('passes nothing of an environment that is not configured', () => {
    expect(hears(null, everything, 'gone')('one')).toBe('')
  })

  it('passes nothing without the permission', () => {
    expect(hears(null, new Set(['live.listen']))('one')).toBe('')
    expect(hears(null, resolvePermissions('admin'))('one')).toBe('sync import')
    expect(hears(null, resolvePermissions('support'))('one')).toBe('transaction notification sync')
    expect(hears(null, resolvePermissions('finance'))('one')).toBe(
      'transaction notification sync undocumented_value',
    )
  })
})
