import type { MessagesOf } from '../../core/message.ts'
import type { englishQuestions } from '../en/questions.ts'

export const germanQuestions: MessagesOf<typeof englishQuestions> = {
  title: 'Rückfragen',
  shows: { asked: 'Eigene', to_answer: 'Warten auf Ihre Antwort', open: 'Offen', all: 'Alle' },
  oneCustomer: 'Nur ein Kunde',
  allCustomers: 'Alle Kunden',
  ask: 'Rückfrage stellen',
  send: 'Senden',
  sending: 'Wird gesendet …',
  question: 'Rückfrage',
  sendTo: 'Senden an',
  askHelp:
    '15 bis 500 Zeichen. Der Empfänger sieht diesen Datensatz; die Antwort finden Sie auf der Seite Rückfragen.',
  asked: 'Rückfrage an {role} gesendet.',
  alreadyOpen: 'Nicht gesendet: Sie haben zu diesem Datensatz schon eine offene Rückfrage.',
  notAsked: 'Rückfrage nicht gesendet',
  openQuestions: 'Rückfragen anzeigen',
  unknownOutcome:
    'Ob gespeichert wurde, ist nicht bekannt. Prüfen Sie die Seite Rückfragen, bevor Sie erneut senden',
  own: 'Ihre Rückfragen',
  ownNotLoaded: 'Ihre Rückfragen konnten nicht geladen werden',
  noneAsked:
    'Noch keine Rückfragen. Öffnen Sie einen Kunden oder eine Transaktion und wählen Sie Rückfrage stellen.',
  waiting: 'Warten auf eine Antwort',
  answeredOwn: 'Beantwortet',
  toAnswer: 'Von Ihnen zu beantworten',
  toAnswerNotLoaded: 'Die Rückfragen konnten nicht geladen werden',
  noneToAnswer: 'Keine Rückfragen an Sie',
  older: 'Ältere anzeigen',
  loading: 'Wird geladen …',
  customer: 'Kunde',
  transaction: 'Transaktion {id}',
  noAmount: 'Betrag nicht übermittelt',
  to: 'an {role}',
  from: 'von {name}',
  newAnswer: 'Neu: {answer}',
  answer: 'Antwort',
  answers: { yes: 'Ja', no: 'Nein', text: 'Nur Kommentar' },
  given: { yes: 'Ja', no: 'Nein', text: 'Antwort' },
  answerTo: 'Antwort an {name}',
  comment: 'Kommentar',
  answerHelp:
    'Schreiben Sie keine personenbezogenen Daten: Die fragende Person sieht möglicherweise weniger vom Datensatz als Sie.',
  answered: 'Antwort gespeichert',
  answeredBefore: 'Nicht gespeichert: Jemand anderes hat zuerst geantwortet',
  notAnswered: 'Antwort nicht gesendet',
}
