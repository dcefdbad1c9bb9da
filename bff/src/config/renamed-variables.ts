/** New names of variables that were renamed before they were released; `*` stands for the name of an environment. */
const newNames: Readonly<Record<string, string>> = {
  PAYDESK_CELLS: 'PAYDESK_FIELD_PERMISSIONS',
  PAYDESK_DRIFT_REASONS: 'PAYDESK_RECONCILIATION_REASONS',
  PAYDESK_GLASS_MS: 'PAYDESK_BREAK_GLASS_MS',
  PAYDESK_INBOX_MOST: 'PAYDESK_NOTIFICATION_QUEUE_MAX',
  PAYDESK_LOOKUPS_PER_MINUTE: 'PAYDESK_SEARCHES_PER_MINUTE',
  PAYDESK_REVIEW_LEVEL_MS: 'PAYDESK_REVIEW_SLA_MS',
  PAYDESK_STEP_UP_MS: 'PAYDESK_REAUTHENTICATION_MS',
  PAYDESK_SWEEP_MS: 'PAYDESK_SYNC_INTERVAL_MS',
  PAYDESK_UPSTREAM_DEADLINE_MS: 'PAYDESK_SERVICE_DEADLINE_MS',
  PAYDESK_WARM_READS: 'PAYDESK_READ_AHEAD',
  'PAYDESK_*_MOST_AMOUNT': 'PAYDESK_*_MAX_AMOUNT',
  'PAYDESK_*_REQUEST_MEMBERS': 'PAYDESK_*_REQUEST_FIELDS',
}

/**
 * Lists the set variables that have an old name, each with its new name. Without this an old variable would be
 * ignored, and a default would apply in silence.
 */
export function describeRenamedVariables(names: readonly string[]): string[] {
  return Object.entries(newNames).flatMap(([old, renamed]) => {
    const pattern = new RegExp(`^${old.replace('*', '([A-Z0-9_]+)')}(_FILE)?$`)
    return names.flatMap((name) => {
      const match = pattern.exec(name)
      if (match === null) return []
      const environment = old.includes('*') ? (match[1] ?? '') : ''
      const suffix = match.at(-1) ?? ''
      return [`${name} is now ${renamed.replace('*', environment)}${suffix}`]
    })
  })
}
