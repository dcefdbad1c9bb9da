import type { ImportView } from '@paydesk/shared/administration/imports'
import type { StateTone } from '../../ui/text/state-label.tsx'

export const importContentLabels: Record<ImportView['of'], string> = {
  rid: 'RIDs',
  transaction: 'transaction ids',
}

export const importStatusLabels: Record<
  ImportView['status'],
  { readonly word: string; readonly tone: StateTone }
> = {
  running: { word: 'running', tone: 'open' },
  done: { word: 'done', tone: 'good' },
  stopped: { word: 'stopped', tone: 'ended' },
}

export const importRefusalLabels: Record<ImportView['refusedLines'][number]['why'], string> = {
  not_a_rid: 'not the form of a RID',
  not_a_transaction_id: 'not the form of a transaction id',
  card_number: 'holds a card number',
  twice: 'the same as a line before',
  empty: 'empty',
  too_many: 'beyond the most lines of one import',
}
