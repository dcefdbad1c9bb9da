import type { Config } from './config.ts'

/**
 * Lists every loaded credential under the name of its variable. Used to search for credentials in places
 * where they must not appear.
 */
export function listLoadedSecrets(config: Config): [name: string, value: string][] {
  const ofEnvironments = config.environments.flatMap(({ name, clientName, token, notification }) => {
    const prefix = `PAYDESK_${name.toUpperCase().replaceAll('-', '_')}`
    return [
      [`${prefix}_CLIENT_NAME`, clientName],
      [`${prefix}_TOKEN`, token],
      [`${prefix}_NOTIFICATION_TOKEN`, notification.token],
      [`${prefix}_OLD_NOTIFICATION_TOKEN`, notification.oldToken],
    ] as const
  })
  const [dataKey, oldDataKey] = config.dataKeys
  const isByKey = config.oidc.clientAuth === 'private_key_jwt'
  const all = [
    ...ofEnvironments,
    ['PAYDESK_AUDIT_KEY', config.audit.key],
    ['PAYDESK_DATA_KEY', dataKey],
    ['PAYDESK_OLD_DATA_KEY', oldDataKey],
    ['PAYDESK_METRICS_TOKEN', config.metricsToken],
    [isByKey ? 'OIDC_CLIENT_KEY' : 'OIDC_CLIENT_SECRET', config.oidc.clientSecret],
    ['DATABASE_URL', config.databaseUrl],
  ] as const
  const database = config.databaseUrl?.reveal()
  const password = database === undefined ? '' : decodeURIComponent(new URL(database).password)
  const known = all.flatMap(([name, secret]): [string, string][] => (secret ? [[name, secret.reveal()]] : []))
  return password === '' ? known : [...known, ['DATABASE_URL (password)', password]]
}
