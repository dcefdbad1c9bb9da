/** Languages of the return page, in the order in which they are offered. */
export const returnPageLanguages = ['en', 'de', 'fr', 'es', 'it'] as const
export type ReturnPageLanguage = (typeof returnPageLanguages)[number]

/**
 * Status that the page can show. `gone`: nothing is shown at this
 * address. `busy`: the state is not available now.
 */
export type ReturnStatus =
  | 'checking'
  | 'unfinished'
  | 'completed'
  | 'test'
  | 'failed'
  | 'expired'
  | 'cancelled'
  | 'gone'
  | 'busy'

export interface ReturnStatusText {
  readonly title: string
  readonly text: string
}

export interface ReturnPageTexts extends Readonly<Record<ReturnStatus, ReturnStatusText>> {
  /** Name of the language in the language itself. */
  readonly name: string
  readonly about: string
  readonly reference: string
  readonly lookAgain: string
  readonly lookedAt: string
  readonly stopped: string
  readonly noAnswer: string
  readonly close: string
  readonly closeYourself: string
  readonly language: string
}

/** Texts for people who have just paid, or have not: plain words without blame and without a promise. */
export const returnPageTexts: Readonly<Record<ReturnPageLanguage, ReturnPageTexts>> = {
  en: {
    name: 'English',
    about: 'Your payment',
    checking: {
      title: 'We are checking your payment',
      text: 'You need not do anything. As soon as the result is certain, this page says so.',
    },
    unfinished: {
      title: 'We are checking your payment',
      text: 'If you have not finished, go back to your payment the way you came. As soon as the result is certain, this page says so.',
    },
    completed: { title: 'Your payment is completed', text: 'You need not do anything more.' },
    test: { title: 'Test payment completed', text: 'This was a test: no money was moved.' },
    failed: {
      title: 'Your payment was not completed',
      text: 'If you still want to pay, ask whoever asked you for this payment for a new one.',
    },
    expired: {
      title: 'Your payment has expired',
      text: 'Its time ran out before it was completed. If you still want to pay, ask whoever asked you for this payment for a new one.',
    },
    cancelled: {
      title: 'Your payment was cancelled',
      text: 'It was not completed. If you still want to pay, ask whoever asked you for this payment for a new one.',
    },
    gone: {
      title: 'This address is not valid (any more)',
      text: 'If you followed a link, make sure that it is complete. Whoever asked you for the payment can tell you how it stands.',
    },
    busy: {
      title: 'This page cannot answer right now',
      text: 'That changes nothing about your payment. Wait a minute, then look again.',
    },
    reference: 'Reference',
    lookAgain: 'Look again',
    lookedAt: 'Last looked at',
    stopped: 'This page has stopped looking by itself.',
    noAnswer: 'There is no connection at the moment. This page tries again by itself.',
    close: 'Close this window',
    closeYourself: 'You can close this window now.',
    language: 'Language',
  },
  de: {
    name: 'Deutsch',
    about: 'Ihre Zahlung',
    checking: {
      title: 'Wir prüfen Ihre Zahlung',
      text: 'Sie müssen nichts tun. Sobald das Ergebnis feststeht, sehen Sie es auf dieser Seite.',
    },
    unfinished: {
      title: 'Wir prüfen Ihre Zahlung',
      text: 'Falls Sie noch nicht fertig sind, gehen Sie auf demselben Weg zu Ihrer Zahlung zurück. Sobald das Ergebnis feststeht, sehen Sie es auf dieser Seite.',
    },
    completed: { title: 'Ihre Zahlung ist abgeschlossen', text: 'Sie müssen nichts weiter tun.' },
    test: { title: 'Testzahlung abgeschlossen', text: 'Das war ein Test: Es wurde kein Geld bewegt.' },
    failed: {
      title: 'Ihre Zahlung wurde nicht abgeschlossen',
      text: 'Wenn Sie weiterhin zahlen möchten, bitten Sie um eine neue Zahlung, wo Sie um diese gebeten wurden.',
    },
    expired: {
      title: 'Ihre Zahlung ist abgelaufen',
      text: 'Ihre Frist endete, bevor sie abgeschlossen war. Wenn Sie weiterhin zahlen möchten, bitten Sie um eine neue Zahlung, wo Sie um diese gebeten wurden.',
    },
    cancelled: {
      title: 'Ihre Zahlung wurde abgebrochen',
      text: 'Sie wurde nicht abgeschlossen. Wenn Sie weiterhin zahlen möchten, bitten Sie um eine neue Zahlung, wo Sie um diese gebeten wurden.',
    },
    gone: {
      title: 'Diese Adresse ist nicht (mehr) gültig',
      text: 'Falls Sie einem Link gefolgt sind, prüfen Sie, ob er vollständig ist. Wie es um die Zahlung steht, erfahren Sie dort, wo Sie um sie gebeten wurden.',
    },
    busy: {
      title: 'Diese Seite kann gerade nicht antworten',
      text: 'An Ihrer Zahlung ändert das nichts. Warten Sie eine Minute und sehen Sie dann noch einmal nach.',
    },
    reference: 'Referenz',
    lookAgain: 'Noch einmal nachsehen',
    lookedAt: 'Zuletzt nachgesehen um',
    stopped: 'Diese Seite sieht nicht mehr von selbst nach.',
    noAnswer: 'Im Moment besteht keine Verbindung. Diese Seite versucht es von selbst wieder.',
    close: 'Dieses Fenster schließen',
    closeYourself: 'Sie können dieses Fenster jetzt schließen.',
    language: 'Sprache',
  },
  fr: {
    name: 'Français',
    about: 'Votre paiement',
    checking: {
      title: 'Nous vérifions votre paiement',
      text: 'Vous n’avez rien à faire. Dès que le résultat est certain, cette page l’indique.',
    },
    unfinished: {
      title: 'Nous vérifions votre paiement',
      text: 'Si vous n’avez pas terminé, retournez à votre paiement par le même chemin. Dès que le résultat est certain, cette page l’indique.',
    },
    completed: { title: 'Votre paiement est effectué', text: 'Vous n’avez plus rien à faire.' },
    test: { title: 'Paiement de test effectué', text: 'C’était un test : aucun argent n’a été déplacé.' },
    failed: {
      title: 'Votre paiement n’a pas abouti',
      text: 'Si vous souhaitez toujours payer, demandez un nouveau paiement à la personne ou à l’entreprise qui vous l’a demandé.',
    },
    expired: {
      title: 'Votre paiement a expiré',
      text: 'Son délai s’est écoulé avant qu’il soit terminé. Si vous souhaitez toujours payer, demandez un nouveau paiement à la personne ou à l’entreprise qui vous l’a demandé.',
    },
    cancelled: {
      title: 'Votre paiement a été annulé',
      text: 'Il n’a pas abouti. Si vous souhaitez toujours payer, demandez un nouveau paiement à la personne ou à l’entreprise qui vous l’a demandé.',
    },
    gone: {
      title: 'Cette adresse n’est pas (ou plus) valable',
      text: 'Si vous avez suivi un lien, vérifiez qu’il est complet. La personne ou l’entreprise qui vous a demandé le paiement peut vous dire où il en est.',
    },
    busy: {
      title: 'Cette page ne peut pas répondre pour le moment',
      text: 'Cela ne change rien à votre paiement. Attendez une minute, puis regardez à nouveau.',
    },
    reference: 'Référence',
    lookAgain: 'Regarder à nouveau',
    lookedAt: 'Dernière vérification à',
    stopped: 'Cette page ne vérifie plus d’elle-même.',
    noAnswer: 'Il n’y a pas de connexion pour le moment. Cette page réessaie d’elle-même.',
    close: 'Fermer cette fenêtre',
    closeYourself: 'Vous pouvez fermer cette fenêtre maintenant.',
    language: 'Langue',
  },
  es: {
    name: 'Español',
    about: 'Su pago',
    checking: {
      title: 'Estamos comprobando su pago',
      text: 'No tiene que hacer nada. En cuanto el resultado sea seguro, esta página lo indicará.',
    },
    unfinished: {
      title: 'Estamos comprobando su pago',
      text: 'Si no ha terminado, vuelva a su pago por el mismo camino. En cuanto el resultado sea seguro, esta página lo indicará.',
    },
    completed: { title: 'Su pago se ha completado', text: 'No tiene que hacer nada más.' },
    test: { title: 'Pago de prueba completado', text: 'Era una prueba: no se ha movido dinero.' },
    failed: {
      title: 'Su pago no se ha completado',
      text: 'Si todavía quiere pagar, solicite un nuevo pago a quien le pidió este.',
    },
    expired: {
      title: 'Su pago ha caducado',
      text: 'El plazo terminó antes de que se completara. Si todavía quiere pagar, solicite un nuevo pago a quien le pidió este.',
    },
    cancelled: {
      title: 'Su pago se ha cancelado',
      text: 'No se ha completado. Si todavía quiere pagar, solicite un nuevo pago a quien le pidió este.',
    },
    gone: {
      title: 'Esta dirección no es válida (o ya no lo es)',
      text: 'Si ha seguido un enlace, compruebe que esté completo. Quien le pidió el pago puede decirle cómo está.',
    },
    busy: {
      title: 'Esta página no puede responder ahora',
      text: 'Eso no cambia nada de su pago. Espere un minuto y vuelva a mirar.',
    },
    reference: 'Referencia',
    lookAgain: 'Volver a mirar',
    lookedAt: 'Última comprobación a las',
    stopped: 'Esta página ha dejado de comprobar por sí sola.',
    noAnswer: 'En este momento no hay conexión. Esta página lo vuelve a intentar por sí sola.',
    close: 'Cerrar esta ventana',
    closeYourself: 'Ya puede cerrar esta ventana.',
    language: 'Idioma',
  },
  it: {
    name: 'Italiano',
    about: 'Il pagamento',
    checking: {
      title: 'Stiamo verificando il pagamento',
      text: 'Non è necessario fare nulla. Appena il risultato è certo, questa pagina lo indica.',
    },
    unfinished: {
      title: 'Stiamo verificando il pagamento',
      text: 'Se non è ancora finito, è possibile tornare al pagamento per la stessa via. Appena il risultato è certo, questa pagina lo indica.',
    },
    completed: { title: 'Il pagamento è completato', text: 'Non è necessario fare altro.' },
    test: { title: 'Pagamento di prova completato', text: 'Era una prova: non è stato spostato denaro.' },
    failed: {
      title: 'Il pagamento non è stato completato',
      text: 'Per pagare ancora, occorre chiedere un nuovo pagamento a chi ha chiesto questo.',
    },
    expired: {
      title: 'Il pagamento è scaduto',
      text: 'Il tempo è finito prima che fosse completato. Per pagare ancora, occorre chiedere un nuovo pagamento a chi ha chiesto questo.',
    },
    cancelled: {
      title: 'Il pagamento è stato annullato',
      text: 'Non è stato completato. Per pagare ancora, occorre chiedere un nuovo pagamento a chi ha chiesto questo.',
    },
    gone: {
      title: 'Questo indirizzo non è (più) valido',
      text: 'Se è stato aperto da un link, controllare che sia completo. Chi ha chiesto il pagamento può dire a che punto è.',
    },
    busy: {
      title: 'Questa pagina non può rispondere adesso',
      text: 'Per il pagamento non cambia nulla. Attendere un minuto, poi guardare di nuovo.',
    },
    reference: 'Riferimento',
    lookAgain: 'Guarda di nuovo',
    lookedAt: 'Ultima verifica alle',
    stopped: 'Questa pagina ha smesso di verificare da sola.',
    noAnswer: 'In questo momento non c’è connessione. Questa pagina riprova da sola.',
    close: 'Chiudi questa finestra',
    closeYourself: 'Ora è possibile chiudere questa finestra.',
    language: 'Lingua',
  },
}
