import type { CustomerTexts } from './en.ts'

export const germanCustomerTexts: CustomerTexts = {
  say: {
    inProgress:
      'Ihre Zahlung wird gerade bearbeitet. Sie müssen im Moment nichts tun; wir informieren Sie über das Ergebnis.',
    finishOnPage:
      'Für Ihre Zahlung fehlt noch ein Schritt von Ihnen. Bitte kehren Sie zur Zahlungsseite zurück und schließen Sie die Zahlung dort ab.',
    continueOnPage:
      'Ihre Zahlung wurde gestartet. Falls die Zahlungsseite noch offen ist, schließen Sie die Zahlung bitte dort ab.',
    notCompletedYet:
      'Ihre Zahlung ist noch nicht abgeschlossen. Wir melden uns, sobald ein Ergebnis vorliegt; bitte zahlen Sie nicht noch einmal.',
    clarifying:
      'Wir klären gerade den Stand Ihrer Zahlung und melden uns bei Ihnen. Bitte zahlen Sie vorerst nicht noch einmal.',
    withheld:
      'Zu dieser Zahlung kann ich Ihnen im Moment keine Auskunft geben. Wir klären das und melden uns bei Ihnen.',
    enterAmounts:
      'Auf Ihr Konto wurden kleine Beträge überwiesen. Bitte geben Sie diese auf der Zahlungsseite ein.',
    codeIsPrepared:
      'Ihr Einmalcode wird gerade erstellt. Bitte geben Sie ihn auf der Zahlungsseite ein, sobald er Ihnen vorliegt.',
    pinIsPrepared:
      'Ihre PIN wird gerade erstellt. Bitte geben Sie die PIN auf der Zahlungsseite ein, sobald sie Ihnen vorliegt.',
    enterCode: 'Bitte geben Sie auf der Zahlungsseite den Einmalcode ein, den Sie erhalten haben.',
    enterPin: 'Bitte geben Sie auf der Zahlungsseite die PIN ein.',
    documents:
      'Ihre Unterlagen liegen uns vor, und die Zahlung wird bearbeitet. Wir informieren Sie über das Ergebnis.',
    success:
      'Der Zahlungsdienst meldet Ihre Zahlung als erfolgreich. Unsere Bestätigung erhalten Sie gesondert.',
    testPayment: 'Das war eine Testzahlung. Es wurde kein Geld bewegt.',
    notSuccessful:
      'Diese Zahlung war nicht erfolgreich. Sie können es erneut versuchen oder eine andere Zahlungsart wählen.',
    expired:
      'Die Frist für diese Zahlung ist abgelaufen. Wenn Sie weiterhin zahlen möchten, starten Sie bitte eine neue Zahlung.',
    cancelled:
      'Diese Zahlung wurde abgebrochen. Wenn Sie weiterhin zahlen möchten, starten Sie bitte eine neue Zahlung.',
    cardExpired:
      'Diese Zahlung war nicht erfolgreich, weil die Karte nicht mehr gültig ist. Bitte verwenden Sie eine andere Karte oder eine andere Zahlungsart.',
  },
  deadline: 'Sie haben dafür Zeit bis zum {until}.',
  doNotSay: {
    checks:
      'Keine Prüfung, keine Risiko- oder Betrugskontrolle und keine Dauer erwähnen, und nicht sagen, um welche Kontrolle es geht.',
    paid: 'Nicht sagen, dass das Geld angekommen ist oder dass die Bestellung versendet wird.',
    fault:
      'Keinen Grund vermuten, keinerlei Prüfungen erwähnen und nicht sagen, dass die Bank oder der Kunde einen Fehler gemacht hat.',
    finish: 'Den Kunden nicht bitten, diese Zahlung abzuschließen, und keinen Grund vermuten.',
    result:
      'Nicht sagen, dass die Zahlung erfolgreich war oder fehlgeschlagen ist, wo das Geld ist oder dass etwas geprüft wird.',
    anything: 'Nichts zu dieser Zahlung sagen: Sie gehört möglicherweise zu einem anderen Kunden.',
    code: 'Den Kunden niemals bitten, den Code vorzulesen.',
    pin: 'Den Kunden niemals bitten, die PIN vorzulesen.',
    cardNumber: 'Niemals nach der Kartennummer fragen.',
    test: 'Nicht sagen, dass etwas bezahlt wurde oder geliefert wird.',
  },
  link: 'Auf dieser Seite können Sie Ihre Zahlung vornehmen: {link}',
  linkUntil: 'Auf dieser Seite können Sie Ihre Zahlung bis zum {until} vornehmen: {link}',
  returnPage: {
    about: 'Ihre Zahlung',
    checking: {
      title: 'Wir prüfen Ihre Zahlung',
      text: 'Sie müssen nichts tun. Sobald das Ergebnis feststeht, sehen Sie es auf dieser Seite.',
    },
    unfinished: {
      title: 'Wir prüfen Ihre Zahlung',
      text: 'Falls Sie die Zahlung noch nicht abgeschlossen haben, kehren Sie auf demselben Weg zur Zahlungsseite zurück. Sobald das Ergebnis feststeht, sehen Sie es auf dieser Seite.',
    },
    completed: { title: 'Ihre Zahlung ist abgeschlossen', text: 'Sie müssen nichts weiter tun.' },
    test: { title: 'Testzahlung abgeschlossen', text: 'Das war ein Test: Es wurde kein Geld bewegt.' },
    failed: {
      title: 'Ihre Zahlung wurde nicht abgeschlossen',
      text: 'Wenn Sie weiterhin zahlen möchten, bitten Sie das Unternehmen, das diese Zahlung angefordert hat, um eine neue.',
    },
    expired: {
      title: 'Ihre Zahlung ist abgelaufen',
      text: 'Sie wurde nicht rechtzeitig abgeschlossen. Wenn Sie weiterhin zahlen möchten, bitten Sie das Unternehmen, das diese Zahlung angefordert hat, um eine neue.',
    },
    cancelled: {
      title: 'Ihre Zahlung wurde abgebrochen',
      text: 'Sie wurde nicht abgeschlossen. Wenn Sie weiterhin zahlen möchten, bitten Sie das Unternehmen, das diese Zahlung angefordert hat, um eine neue.',
    },
    gone: {
      title: 'Dieser Link ist nicht oder nicht mehr gültig',
      text: 'Falls Sie einem Link gefolgt sind, prüfen Sie, ob er vollständig ist. Den Stand der Zahlung erfahren Sie von dem Unternehmen, das sie angefordert hat.',
    },
    busy: {
      title: 'Diese Seite kann gerade nicht antworten',
      text: 'An Ihrer Zahlung ändert das nichts. Warten Sie eine Minute und sehen Sie dann noch einmal nach.',
    },
    reference: 'Referenz',
    checkAgain: 'Noch einmal nachsehen',
    lastChecked: 'Zuletzt nachgesehen um',
    stopped: 'Diese Seite sieht nicht mehr von selbst nach.',
    noConnection: 'Im Moment besteht keine Verbindung. Diese Seite versucht es weiter.',
    close: 'Dieses Fenster schließen',
    closeYourself: 'Sie können dieses Fenster jetzt schließen.',
    language: 'Sprache',
  },
}
