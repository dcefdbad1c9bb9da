import type { MessagesOf } from '../../core/message.ts'
import type { englishRecordHeadline } from '../en/record-headline.ts'

export const germanRecordHeadline: MessagesOf<typeof englishRecordHeadline> = {
  label: 'Wichtigste Angaben',
  amount: 'Betrag',
  state: 'Status',
  customer: 'Kunden-ID (RID)',
  merchant: 'Händler',
  date: 'Erstmals gesehen',
  firstSeen: 'erstmals gesehen {time}',
  created: 'erstellt {time}',
  missing: {
    amount: { notProvided: 'Betrag nicht übermittelt', hidden: 'Betrag für Ihre Rolle verborgen' },
    currency: 'Währung für Ihre Rolle verborgen',
    customer: { notProvided: 'Kunde nicht übermittelt', hidden: 'Kunde für Ihre Rolle verborgen' },
    merchant: { notProvided: 'Händler nicht übermittelt', hidden: 'Händler für Ihre Rolle verborgen' },
    state: 'Status noch nicht bekannt',
    date: 'Noch nicht in unseren Daten',
  },
  otherCustomer: {
    title: 'Kunde stimmt nicht überein: Der Datensatz nennt einen anderen Kunden als unsere Daten.',
    todo: 'Sagen Sie keinem der beiden etwas, und entscheiden Sie erst, wenn Compliance sie verglichen hat.',
  },
  copied: { amount: 'Betrag', customer: 'Kunden-ID' },
}
