import type { IdImport } from '@paydesk/shared/administration/imports'
import type { StateTone } from '../../ui/text/state-label.tsx'

export const importStatusTones: Record<IdImport['status'], StateTone> = {
  running: 'open',
  done: 'good',
  stopped: 'ended',
}
