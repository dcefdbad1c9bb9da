import type { ApiKeyPermission, ApiKeyView } from '@paydesk/shared/administration/api-keys'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'

export const apiKeyStateTones: Readonly<Record<ApiKeyView['state'], 'good' | 'ended' | 'bad'>> = {
  active: 'good',
  ended: 'ended',
  revoked: 'bad',
}

/** Returns functions that describe the fields of an API key in the user's language. */
export function useApiKeyLabels() {
  const { permissions } = useMessages('apiKeys')
  const nameColleague = useFormatColleagueName()
  return {
    formatPermissions: (scopes: readonly ApiKeyPermission[]) =>
      scopes.map((scope) => permissions[scope].label).join(', '),
    formatAuthor: (by: ApiKeyView['by']) => nameColleague(by, 'object'),
  }
}
