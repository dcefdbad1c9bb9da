import type { ImportView } from '@paydesk/shared/administration/imports'
import type { StateTone } from '../../ui/text/state-label.tsx'

export const importStatusTones: Record<ImportView['status'], StateTone> = {
  running: 'open',
  done: 'good',
  stopped: 'ended',
}
