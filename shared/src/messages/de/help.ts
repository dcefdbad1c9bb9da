import type { MessagesOf } from '../../core/message.ts'
import type { englishHelp } from '../en/help.ts'

export const germanHelp: MessagesOf<typeof englishHelp> = {
  title: 'Hilfe',
  shortcuts: 'Tastenkürzel auf dieser Seite',
  search: 'Suchen, von jeder Seite aus',
  table: 'Tabelle: Zeile nach oben, nach unten, öffnen',
  searchSuggestions: 'Suchfeld: Vorschläge durchgehen, übernehmen, schließen',
  singleKeys: 'Tastenkürzel aus einem oder zwei Buchstaben',
  glossary: 'Glossar',
  terms: {
    rid: {
      term: 'Kunden-ID (RID)',
      meaning:
        'Die ID, unter der der Händler den Kunden führt. Manche sehen wie eine E-Mail-Adresse oder IBAN aus.',
    },
    state: {
      term: 'Status',
      meaning:
        'Die Angabe des Zahlungsdienstes zu einer Transaktion. Nur der Status entscheidet. Undokumentierte Werte stehen grau und unverändert da.',
    },
    compoundState: {
      term: 'compound_state',
      meaning: 'Der Status mit seinem Grund, zur Information. Er entscheidet nichts.',
    },
    final: {
      term: 'Endgültig',
      meaning: 'Der Zahlungsdienst meldet, dass sich der Status nicht mehr ändert. Noch nicht bestätigt.',
    },
    confirmed: {
      term: 'Bestätigt',
      meaning:
        'Endgültig, und eine geprüfte Benachrichtigung und ein späterer Abruf ergeben denselben Status.',
    },
    secondRead: {
      term: 'Durch zweiten Abruf bestätigt',
      meaning:
        'Endgültig, und zwei Abrufe mit zeitlichem Abstand stimmen überein. Es kam keine Benachrichtigung.',
    },
    review: {
      term: 'In manueller Prüfung',
      meaning:
        'Das Prüfteam des Zahlungsdienstes muss entscheiden, in seiner Prüfkonsole. Eine Entscheidung in Paydesk dokumentiert die Prüfung und ist ein Arbeitsauftrag an das Team.',
    },
    claim: {
      term: 'Übernehmen',
      meaning:
        'Ein übernommener Vorgang gehört für einige Minuten Ihnen, verlängert, solange Sie daran arbeiten. Danach ist er wieder frei.',
    },
    approval: {
      term: 'Freigabe',
      meaning: 'Eine zweite Person, gleich welcher Rolle, gibt eine Entscheidung frei, bevor sie gilt.',
    },
    inbox: {
      term: 'Posteingang',
      meaning:
        'Was andere von Ihnen wünschen oder für Sie getan haben, 30 Tage lang. Wer einen Eintrag öffnet, hat ihn gelesen.',
    },
    sla: {
      term: 'SLA',
      meaning: 'Zeit vom Eingang in die Prüfung bis zur Entscheidung: in Frist, bald fällig oder überfällig.',
    },
    inEffect: {
      term: 'Wirksam',
      meaning: 'Eine Entscheidung wird mit der Freigabe wirksam, oder sofort, wenn sie keine braucht.',
    },
    paymentRequest: {
      term: 'Zahlungsanforderung',
      meaning:
        'Eine Zahlung, die Paydesk beim Zahlungsdienst angefordert hat. Ein Formular erzeugt genau eine, auch wenn Sie es mehrmals senden.',
    },
    unknown: {
      term: 'Status unbekannt',
      meaning:
        'Eine Zahlungsanforderung hat den Zahlungsdienst vielleicht erreicht, aber es kam keine Antwort. Paydesk klärt das und sendet sie nicht noch einmal.',
    },
    snooze: {
      term: 'Zurückstellen',
      meaning: 'Blendet einen Vorgang bis zu einem gewählten Zeitpunkt aus der Prüfliste aus.',
    },
    coverage: {
      term: 'Abdeckung',
      meaning:
        'Der Zahlungsdienst hat keine Liste aller Transaktionen. Unsere Listen enthalten, was durch Benachrichtigungen, Suchen und Importe bekannt ist.',
    },
    times: {
      term: 'Erstmals gesehen, letzte Änderung',
      meaning:
        'Zeiten unserer eigenen Abrufe, denn der Zahlungsdienst nennt keine. Eine Änderung liegt zwischen zwei Abrufen, deshalb steht dort eine Zeitspanne.',
    },
    sync: {
      term: 'Abgleich',
      meaning: 'Alle paar Minuten ruft Paydesk offene und unbestätigte Transaktionen erneut ab.',
    },
    syncLag: {
      term: 'Rückstand des Abgleichs',
      meaning:
        'Zeit seit dem Beginn des neuesten Abgleichs, der beendet ist. So alt können unsere Daten sein.',
    },
    discrepancy: {
      term: 'Abweichung',
      meaning:
        'Status, Benachrichtigungen und unsere Daten stimmen nicht überein. Eine Person erklärt die Abweichung. Geschlossen wird sie automatisch, sobald die Daten übereinstimmen.',
    },
    seenBetween: {
      term: 'Aufgetreten zwischen',
      meaning: 'Eine Abweichung entstand zwischen zwei Abrufen. Der genaue Zeitpunkt ist unbekannt.',
    },
    missing: {
      term: 'Fehlende Benachrichtigung',
      meaning: 'Der Zahlungsdienst gibt an, mehr Benachrichtigungen gesendet zu haben, als angekommen sind.',
    },
    late: {
      term: 'Verspätet',
      meaning:
        'Eine Benachrichtigung mit einem älteren Status als dem bekannten. Das ändert nichts, denn nur Abrufe ändern etwas.',
    },
    failed: {
      term: 'Fehlgeschlagen',
      meaning:
        'Eine Benachrichtigung, die nicht verarbeitet werden konnte. Eine erneute Verarbeitung ist möglich.',
    },
    rejected: {
      term: 'Abgewiesen',
      meaning:
        'Eine Benachrichtigung ohne gültigen Herkunftsnachweis oder eine zu große oder leere. Gezählt wird nur, dass es sie gab; gespeichert wird nichts.',
    },
    breakGlass: {
      term: 'Notfallzugriff',
      meaning:
        'Erweiterte Rechte für einige Minuten im Notfall. Compliance wird sofort informiert, und danach ist ein Bericht nötig.',
    },
    masked: {
      term: 'Maskiert',
      meaning: 'Sie sehen den Teil eines Werts, den Ihre Rolle braucht. Kopiert wird nur dieser Teil.',
    },
    hidden: {
      term: 'Für Ihre Rolle verborgen',
      meaning: 'Sagt nichts über den Wert aus, auch nicht, ob es einen gibt.',
    },
    notProvided: {
      term: 'Nicht übermittelt',
      meaning: 'Im Datensatz des Zahlungsdienstes steht kein solcher Wert.',
    },
    apiKey: {
      term: 'API-Schlüssel',
      meaning:
        'Ein System des Händlers erstellt und liest damit Zahlungen. Der Schlüssel gilt für einen Händler und wird einmal angezeigt.',
    },
    view: {
      term: 'Ansicht',
      meaning:
        'Ein Filter einer Liste, den Sie unter einem Namen gespeichert haben. In ihrem Menü können Sie die Ansicht umbenennen, verschieben, teilen, löschen oder festlegen, dass sich die Liste mit ihr öffnet. Geteilte Ansichten anderer sehen Sie, solange Sie in deren Rolle arbeiten.',
    },
    entry: {
      term: 'Protokolleintrag',
      meaning:
        'Hält einen Abruf, eine Ablehnung oder eine Entscheidung fest. Jeder Eintrag enthält den Hash des vorigen, sodass eine Änderung auffällt.',
    },
    reference: {
      term: 'Referenz',
      meaning: 'PD- und zehn Zeichen. Nennen Sie die Referenz, dann finden wir das Ereignis.',
    },
  },
}
