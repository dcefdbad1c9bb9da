import type { ApiKeyPermission, ApiKeyView } from '@paydesk/shared/administration/api-keys'

/** Permission labels, worded for the user who creates a key. */
export const apiKeyPermissionLabels: Readonly<
  Record<ApiKeyPermission, { readonly word: string; readonly means: string }>
> = {
  'payments:create': { word: 'Create', means: 'Create payments, and hand their hosted address on' },
  'payments:read': {
    word: 'Read',
    means:
      'Read payments of the merchant; of open ones that a system made also the hosted address, if there is one',
  },
}

export const formatApiKeyPermissions = (scopes: readonly ApiKeyPermission[]) =>
  scopes.map((scope) => apiKeyPermissionLabels[scope].word).join(', ')

export const apiKeyStateLabels: Readonly<
  Record<ApiKeyView['state'], { readonly word: string; readonly tone: 'good' | 'ended' | 'bad' }>
> = {
  active: { word: 'Active', tone: 'good' },
  ended: { word: 'Ended', tone: 'ended' },
  revoked: { word: 'Revoked', tone: 'bad' },
}

export const formatApiKeyAuthor = ({ name, me }: ApiKeyView['by']) => (me ? 'you' : name)
