import type { SystemScope, SystemView } from '@paydesk/shared/administration/system'

/** What a key opens, as whoever makes it chooses it. */
export const scopeWords: Readonly<Record<SystemScope, { readonly word: string; readonly means: string }>> = {
  'payments:create': { word: 'Create', means: 'Create payments, and hand their hosted address on' },
  'payments:read': {
    word: 'Read',
    means:
      'Read payments of the merchant; of open ones that a system made also the hosted address, if there is one',
  },
}

export const scopesIn = (scopes: readonly SystemScope[]) =>
  scopes.map((scope) => scopeWords[scope].word).join(', ')

export const stateWords: Readonly<
  Record<SystemView['state'], { readonly word: string; readonly tone: 'good' | 'ended' | 'bad' }>
> = {
  active: { word: 'Active', tone: 'good' },
  ended: { word: 'Ended', tone: 'ended' },
  revoked: { word: 'Revoked', tone: 'bad' },
}

export const nameOf = ({ name, me }: SystemView['by']) => (me ? 'you' : name)
