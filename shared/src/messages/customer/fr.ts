import type { CustomerTexts } from './en.ts'

export const frenchCustomerTexts: CustomerTexts = {
  say: {
    inProgress:
      'Votre paiement est en cours de traitement. Vous n’avez rien à faire pour le moment. Nous vous informerons du résultat.',
    finishOnPage:
      'Il vous reste une étape pour terminer votre paiement. Veuillez retourner sur la page de paiement qui vous a été transmise et y effectuer cette étape.',
    continueOnPage:
      'Votre paiement a été initié. Si la page de paiement est encore ouverte, veuillez y terminer votre paiement.',
    notCompletedYet:
      'Votre paiement n’est pas encore terminé. Nous vous contacterons dès que le résultat sera connu. Merci de ne pas payer une seconde fois.',
    clarifying:
      'Nous nous renseignons sur votre paiement et vous recontacterons. Merci de ne pas payer une seconde fois pour le moment.',
    withheld:
      'Je ne peux pas vous donner d’informations sur ce paiement pour le moment. Nous nous renseignons et vous recontacterons.',
    enterAmounts:
      'De petits montants ont été virés sur votre compte. Veuillez les saisir sur la page de paiement.',
    codeIsPrepared:
      'Un code à usage unique est en préparation. Veuillez le saisir sur la page de paiement dès que vous l’aurez reçu.',
    pinIsPrepared:
      'Un code PIN est en préparation. Veuillez le saisir sur la page de paiement dès que vous l’aurez reçu.',
    enterCode: 'Veuillez saisir sur la page de paiement le code à usage unique que vous avez reçu.',
    enterPin: 'Veuillez saisir le code PIN sur la page de paiement.',
    documents:
      'Nous avons bien reçu vos documents et le paiement est en cours de traitement. Nous vous informerons du résultat.',
    success:
      'Le service de paiement indique que votre paiement a abouti. Vous recevrez notre confirmation séparément.',
    testPayment: 'Il s’agissait d’un paiement de test. Aucune somme n’a été débitée.',
    notSuccessful: 'Ce paiement n’a pas abouti. Vous pouvez réessayer ou choisir un autre moyen de paiement.',
    expired:
      'Le délai imparti pour ce paiement est dépassé. Si vous souhaitez toujours payer, veuillez effectuer un nouveau paiement.',
    cancelled:
      'Ce paiement a été annulé. Si vous souhaitez toujours payer, veuillez effectuer un nouveau paiement.',
    cardExpired:
      'Ce paiement n’a pas abouti, car la carte n’est plus valide. Veuillez utiliser une autre carte ou un autre moyen de paiement.',
  },
  deadline: 'Vous avez jusqu’au {until}.',
  doNotSay: {
    checks:
      'Ne pas mentionner de vérification ni de contrôle des risques ou de fraude, ne pas préciser de quel contrôle il s’agit ni combien de temps il durera.',
    paid: 'Ne pas dire que l’argent est arrivé ni que la commande est expédiée.',
    fault:
      'Ne pas supposer de motif, ne mentionner aucun contrôle et ne pas dire que la banque ou le client a commis une erreur.',
    finish: 'Ne pas demander au client de terminer ce paiement et ne pas supposer de motif.',
    result:
      'Ne pas dire que le paiement a abouti ou échoué, ni où se trouve l’argent, ni qu’un contrôle est en cours.',
    anything: 'Ne rien dire au sujet de ce paiement, car il peut s’agir de celui d’un autre client.',
    code: 'Ne jamais demander au client de communiquer le code.',
    pin: 'Ne jamais demander au client de communiquer le code PIN.',
    cardNumber: 'Ne jamais demander le numéro de carte.',
    test: 'Ne pas dire que quelque chose a été payé ou sera livré.',
  },
  link: 'Vous pouvez effectuer votre paiement sur cette page : {link}',
  linkUntil: 'Vous pouvez effectuer votre paiement sur cette page jusqu’au {until} : {link}',
  returnPage: {
    about: 'Votre paiement',
    checking: {
      title: 'Nous vérifions votre paiement',
      text: 'Vous n’avez rien à faire. Le résultat s’affichera sur cette page dès qu’il sera certain.',
    },
    unfinished: {
      title: 'Nous vérifions votre paiement',
      text: 'Si vous n’avez pas terminé votre paiement, retournez sur la page de paiement par le même chemin. Le résultat s’affichera sur cette page dès qu’il sera certain.',
    },
    completed: { title: 'Votre paiement est effectué', text: 'Vous n’avez plus rien à faire.' },
    test: { title: 'Paiement de test effectué', text: 'C’était un test. Aucune somme n’a été débitée.' },
    failed: {
      title: 'Votre paiement n’a pas abouti',
      text: 'Si vous souhaitez toujours payer, demandez un nouveau paiement à l’entreprise qui vous a envoyé celui-ci.',
    },
    expired: {
      title: 'Votre paiement a expiré',
      text: 'Il n’a pas été terminé à temps. Si vous souhaitez toujours payer, demandez un nouveau paiement à l’entreprise qui vous a envoyé celui-ci.',
    },
    cancelled: {
      title: 'Votre paiement a été annulé',
      text: 'Il n’a pas été effectué. Si vous souhaitez toujours payer, demandez un nouveau paiement à l’entreprise qui vous a envoyé celui-ci.',
    },
    gone: {
      title: 'Ce lien n’est pas valide ou ne l’est plus',
      text: 'Si vous avez suivi un lien, vérifiez qu’il est complet. L’entreprise qui vous a demandé ce paiement peut vous dire où il en est.',
    },
    busy: {
      title: 'Cette page ne peut pas répondre pour le moment',
      text: 'Cela ne change rien à votre paiement. Patientez une minute, puis vérifiez à nouveau.',
    },
    reference: 'Référence',
    checkAgain: 'Vérifier à nouveau',
    lastChecked: 'Dernière vérification à',
    stopped: 'Cette page ne se met plus à jour d’elle-même.',
    noConnection: 'Aucune connexion pour le moment. Cette page continue d’essayer.',
    close: 'Fermer cette fenêtre',
    closeYourself: 'Vous pouvez maintenant fermer cette fenêtre.',
    language: 'Langue',
  },
}
