import type { CustomerTexts } from './en.ts'

export const spanishCustomerTexts: CustomerTexts = {
  say: {
    inProgress: 'Su pago está en curso. Por ahora no tiene que hacer nada; le informaremos del resultado.',
    finishOnPage:
      'Falta un paso para completar su pago. Por favor, vuelva a la página de pago que se le facilitó y complete ese paso.',
    continueOnPage: 'Su pago se ha iniciado. Si la página de pago sigue abierta, por favor, complételo allí.',
    notCompletedYet:
      'Su pago todavía no se ha completado. Nos pondremos en contacto con usted en cuanto haya un resultado; por favor, no vuelva a pagar.',
    clarifying:
      'Estamos aclarando el estado de su pago y nos pondremos en contacto con usted. Por favor, no vuelva a pagar por el momento.',
    withheld:
      'En este momento no puedo darle información sobre este pago. Lo aclararemos y nos pondremos en contacto con usted.',
    enterAmounts:
      'Se han enviado pequeños importes a su cuenta. Por favor, introdúzcalos en la página de pago.',
    codeIsPrepared:
      'Se está preparando un código de un solo uso. Por favor, introdúzcalo en la página de pago en cuanto lo reciba.',
    pinIsPrepared:
      'Se está preparando un PIN. Por favor, introdúzcalo en la página de pago en cuanto lo reciba.',
    enterCode: 'Por favor, introduzca en la página de pago el código de un solo uso que ha recibido.',
    enterPin: 'Por favor, introduzca el PIN en la página de pago.',
    documents: 'Hemos recibido sus documentos y el pago está en curso. Le informaremos del resultado.',
    success:
      'El servicio de pago indica que su pago se ha realizado correctamente. Recibirá nuestra confirmación por separado.',
    testPayment: 'Era un pago de prueba. No se ha movido dinero.',
    notSuccessful:
      'Este pago no se ha podido realizar. Puede intentarlo de nuevo o elegir otra forma de pago.',
    expired: 'El plazo de este pago ha terminado. Si todavía desea pagar, por favor, inicie un nuevo pago.',
    cancelled: 'Este pago se ha cancelado. Si todavía desea pagar, por favor, inicie un nuevo pago.',
    cardExpired:
      'Este pago no se ha podido realizar porque la tarjeta ya no es válida. Por favor, utilice otra tarjeta u otra forma de pago.',
  },
  deadline: 'Tiene de plazo hasta el {until}.',
  doNotSay: {
    checks:
      'No mencionar ninguna revisión ni controles de riesgo o de fraude, ni de qué control se trata, ni cuánto durará.',
    paid: 'No decir que el dinero ha llegado ni que el pedido se envía.',
    fault:
      'No suponer ningún motivo, no mencionar controles de ningún tipo y no decir que el banco o el cliente han cometido un error.',
    finish: 'No pedir al cliente que complete este pago y no suponer ningún motivo.',
    result:
      'No decir que el pago se ha realizado o ha fallado, ni dónde está el dinero, ni que se está revisando algo.',
    anything: 'No decir nada sobre este pago: puede pertenecer a otro cliente.',
    code: 'No pedir nunca al cliente que lea el código.',
    pin: 'No pedir nunca al cliente que lea el PIN.',
    cardNumber: 'No pedir nunca el número de la tarjeta.',
    test: 'No decir que se ha pagado algo ni que se entregará algo.',
  },
  link: 'Puede realizar su pago en esta página: {link}',
  linkUntil: 'Puede realizar su pago en esta página hasta el {until}: {link}',
  returnPage: {
    about: 'Su pago',
    checking: {
      title: 'Estamos comprobando su pago',
      text: 'No tiene que hacer nada. En cuanto el resultado sea seguro, se mostrará en esta página.',
    },
    unfinished: {
      title: 'Estamos comprobando su pago',
      text: 'Si no ha terminado de pagar, vuelva a la página de pago por el mismo camino. En cuanto el resultado sea seguro, se mostrará en esta página.',
    },
    completed: { title: 'Su pago se ha completado', text: 'No tiene que hacer nada más.' },
    test: { title: 'Pago de prueba completado', text: 'Era una prueba: no se ha movido dinero.' },
    failed: {
      title: 'Su pago no se ha completado',
      text: 'Si todavía desea pagar, solicite un nuevo pago a la empresa que le pidió este.',
    },
    expired: {
      title: 'Su pago ha caducado',
      text: 'No se completó a tiempo. Si todavía desea pagar, solicite un nuevo pago a la empresa que le pidió este.',
    },
    cancelled: {
      title: 'Su pago se ha cancelado',
      text: 'No se ha completado. Si todavía desea pagar, solicite un nuevo pago a la empresa que le pidió este.',
    },
    gone: {
      title: 'Este enlace no es válido o ya no lo es',
      text: 'Si ha seguido un enlace, compruebe que esté completo. La empresa que le pidió el pago puede informarle de su estado.',
    },
    busy: {
      title: 'Esta página no puede responder ahora',
      text: 'Esto no cambia nada de su pago. Espere un minuto y vuelva a comprobarlo.',
    },
    reference: 'Referencia',
    checkAgain: 'Comprobar de nuevo',
    lastChecked: 'Última comprobación a las',
    stopped: 'Esta página ya no se actualiza por sí sola.',
    noConnection: 'En este momento no hay conexión. Esta página lo sigue intentando.',
    close: 'Cerrar esta ventana',
    closeYourself: 'Ya puede cerrar esta ventana.',
    language: 'Idioma',
  },
}
