import type { CustomerTexts } from './en.ts'

export const italianCustomerTexts: CustomerTexts = {
  say: {
    inProgress: 'Il suo pagamento è in corso. Al momento non deve fare nulla; le comunicheremo l’esito.',
    finishOnPage:
      'Manca un passaggio per completare il suo pagamento. Torni alla pagina di pagamento che le è stata inviata e lo completi, per favore.',
    continueOnPage:
      'Il suo pagamento è stato avviato. Se la pagina di pagamento è ancora aperta, lo completi lì, per favore.',
    notCompletedYet:
      'Il suo pagamento non è ancora completato. La contatteremo non appena ci sarà un esito; per favore, non paghi di nuovo.',
    clarifying:
      'Stiamo chiarendo lo stato del suo pagamento e la ricontatteremo. Per il momento, per favore, non paghi di nuovo.',
    withheld:
      'Al momento non posso darle informazioni su questo pagamento. Chiariremo la situazione e la ricontatteremo.',
    enterAmounts:
      'Sul suo conto sono stati accreditati piccoli importi. Li inserisca nella pagina di pagamento, per favore.',
    codeIsPrepared:
      'Un codice monouso è in preparazione. Lo inserisca nella pagina di pagamento non appena lo riceve, per favore.',
    pinIsPrepared:
      'Un PIN è in preparazione. Lo inserisca nella pagina di pagamento non appena lo riceve, per favore.',
    enterCode: 'Inserisca nella pagina di pagamento il codice monouso che ha ricevuto, per favore.',
    enterPin: 'Inserisca il PIN nella pagina di pagamento, per favore.',
    documents: 'Abbiamo ricevuto i suoi documenti e il pagamento è in corso. Le comunicheremo l’esito.',
    success:
      'Il servizio di pagamento indica che il suo pagamento è andato a buon fine. Riceverà la nostra conferma separatamente.',
    testPayment: 'Era un pagamento di prova. Non è stato movimentato denaro.',
    notSuccessful:
      'Questo pagamento non è andato a buon fine. Può riprovare o scegliere un altro metodo di pagamento.',
    expired:
      'Il tempo per questo pagamento è scaduto. Se desidera ancora pagare, avvii un nuovo pagamento, per favore.',
    cancelled:
      'Questo pagamento è stato annullato. Se desidera ancora pagare, avvii un nuovo pagamento, per favore.',
    cardExpired:
      'Questo pagamento non è andato a buon fine perché la carta non è più valida. Utilizzi un’altra carta o un altro metodo di pagamento, per favore.',
  },
  deadline: 'Termine ultimo: {until}.',
  doNotSay: {
    checks:
      'Non menzionare verifiche né controlli di rischio o di frode, né di quale controllo si tratta, né quanto durerà.',
    paid: 'Non dire che il denaro è arrivato né che l’ordine viene spedito.',
    fault:
      'Non ipotizzare il motivo, non menzionare controlli di alcun tipo e non dire che la banca o il cliente ha commesso un errore.',
    finish: 'Non chiedere al cliente di completare questo pagamento e non ipotizzare il motivo.',
    result:
      'Non dire che il pagamento è riuscito o fallito, né dove si trova il denaro, né che è in corso una verifica.',
    anything: 'Non dire nulla su questo pagamento: potrebbe appartenere a un altro cliente.',
    code: 'Non chiedere mai al cliente di leggere il codice.',
    pin: 'Non chiedere mai al cliente di leggere il PIN.',
    cardNumber: 'Non chiedere mai il numero della carta.',
    test: 'Non dire che qualcosa è stato pagato o sarà consegnato.',
  },
  link: 'Può effettuare il pagamento su questa pagina: {link}',
  linkUntil: 'Può effettuare il pagamento su questa pagina (termine ultimo: {until}): {link}',
  returnPage: {
    about: 'Il suo pagamento',
    checking: {
      title: 'Stiamo verificando il suo pagamento',
      text: 'Non deve fare nulla. L’esito apparirà in questa pagina non appena sarà certo.',
    },
    unfinished: {
      title: 'Stiamo verificando il suo pagamento',
      text: 'Se non ha ancora finito di pagare, torni alla pagina di pagamento da dove è arrivato. L’esito apparirà in questa pagina non appena sarà certo.',
    },
    completed: { title: 'Il suo pagamento è completato', text: 'Non deve fare altro.' },
    test: { title: 'Pagamento di prova completato', text: 'Era una prova: non è stato movimentato denaro.' },
    failed: {
      title: 'Il suo pagamento non è stato completato',
      text: 'Se desidera ancora pagare, chieda un nuovo pagamento all’azienda che lo ha richiesto.',
    },
    expired: {
      title: 'Il suo pagamento è scaduto',
      text: 'Non è stato completato in tempo. Se desidera ancora pagare, chieda un nuovo pagamento all’azienda che lo ha richiesto.',
    },
    cancelled: {
      title: 'Il suo pagamento è stato annullato',
      text: 'Non è stato completato. Se desidera ancora pagare, chieda un nuovo pagamento all’azienda che lo ha richiesto.',
    },
    gone: {
      title: 'Questo link non è valido o non lo è più',
      text: 'Se ha seguito un link, controlli che sia completo. L’azienda che ha richiesto il pagamento può dirle a che punto è.',
    },
    busy: {
      title: 'Questa pagina al momento non può rispondere',
      text: 'Per il suo pagamento non cambia nulla. Attenda un minuto, poi verifichi di nuovo.',
    },
    reference: 'Riferimento',
    checkAgain: 'Verifica di nuovo',
    lastChecked: 'Ultima verifica alle',
    stopped: 'Questa pagina non si aggiorna più da sola.',
    noConnection: 'Al momento non c’è connessione. Questa pagina continua a provare.',
    close: 'Chiudi questa finestra',
    closeYourself: 'Ora può chiudere questa finestra.',
    language: 'Lingua',
  },
}
