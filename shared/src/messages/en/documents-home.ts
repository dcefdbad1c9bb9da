import { plural } from '../../core/message.ts'

/** Texts of document downloads on the home page. */
export const englishDocumentsHome = {
  title: 'Downloads',
  shortcut: 'Document downloads',
  waiting: plural('count', {
    none: 'Nothing pending',
    one: '{count} request awaiting your approval',
    other: '{count} requests awaiting your approval',
  }),
} as const
