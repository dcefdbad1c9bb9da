import type { EnvironmentView } from '@paydesk/shared/administration/session'
import type { IndexFilter } from '@paydesk/shared/payments/indexed'

export interface View {
  readonly name: string
  readonly filter: IndexFilter
}

const everywhere: readonly View[] = [
  { name: 'All', filter: {} },
  { name: 'In review', filter: { review: '1' } },
  { name: 'Ending within 24 h', filter: { open: '1', expiresIn: '24h' } },
  { name: 'Open longer than 24 h', filter: { open: '1', olderThan: '24h' } },
  { name: 'Final, not proved', filter: { finality: 'unproved' } },
]

/** The views that everybody has: names for addresses, no more. */
export function builtInViews(kind: EnvironmentView['kind']): readonly View[] {
  return kind === 'production'
    ? [...everywhere, { name: 'Test cards in production', filter: { test: '1' } }]
    : everywhere
}
