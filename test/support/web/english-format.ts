import { createFormatter } from '@paydesk/shared/core/formatter'

/** Fills in texts of the English catalogue, as the browser of the component tests shows them. */
export const englishFormat = createFormatter({
  language: 'en',
  timeZone: 'Europe/Berlin',
  numbers: '1,234.56',
  dates: 'words',
})
