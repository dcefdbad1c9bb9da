import type { MessagesOf } from '../../core/message.ts'

/** Texts for people who pay: plain words without blame and without a promise. */
export const englishCustomerTexts = {
  /** Sentences that staff say, word for word. */
  say: {
    inProgress:
      'Your payment is in progress. You do not need to do anything at the moment; we will let you know the result.',
    finishOnPage:
      'Your payment is waiting for you. Please go back to the payment page you were given and complete the open step.',
    continueOnPage:
      'Your payment has been started. If the payment page is still open, please complete it there.',
    notCompletedYet:
      'Your payment is not completed yet. We will get in touch as soon as there is a result; please do not pay again.',
    clarifying:
      'We are still looking into your payment and will get back to you. Please do not pay again for now.',
    withheld:
      'I cannot give you any information about this payment at the moment. We will look into it and get back to you.',
    enterAmounts: 'Small amounts were sent to your account. Please enter them on the payment page.',
    codeIsPrepared:
      'A one-time code is being prepared. Please enter it on the payment page as soon as you have it.',
    pinIsPrepared: 'A PIN is being prepared. Please enter it on the payment page as soon as you have it.',
    enterCode: 'On the payment page, please enter the one-time code that was sent to you.',
    enterPin: 'On the payment page, please enter the PIN.',
    documents: 'We have your documents and the payment is in progress. We will let you know the result.',
    success:
      'The payment service reports your payment as successful. You will receive our confirmation separately.',
    testPayment: 'This was a test payment. No money was moved.',
    notSuccessful: 'This payment was not successful. You can try again or choose another way to pay.',
    expired: 'The time for this payment has run out. If you still want to pay, please start a new payment.',
    cancelled: 'This payment was cancelled. If you still want to pay, please start a new payment.',
    cardExpired:
      'This payment was not successful because the card is no longer valid. Please use another card or another way to pay.',
  },
  /** Follows a sentence that asks the customer to finish. */
  deadline: 'You have until {until}.',
  /** Instructions for staff beside a sentence. */
  doNotSay: {
    checks: 'Do not mention a review, risk or fraud checks, which check it was, or how long it will take.',
    paid: 'Do not say that the money has arrived or that the order ships.',
    fault:
      'Do not guess at the reason, do not mention checks of any kind, and do not say that the bank or the customer made a mistake.',
    finish: 'Do not ask the customer to finish this payment, and do not guess at the reason.',
    result:
      'Do not say that the payment succeeded or failed, where the money is, or that anything is being reviewed.',
    anything: 'Say nothing about this payment: it may belong to another customer.',
    code: 'Never ask the customer to read the code to you.',
    pin: 'Never ask the customer to read the PIN to you.',
    cardNumber: 'Never ask for the card number.',
    test: 'Do not say that anything was paid or will be delivered.',
  },
  /** Message with a payment link. No name and no amount, because others may read it. */
  link: 'You can make your payment on this page: {link}',
  linkUntil: 'You can make your payment on this page until {until}: {link}',
  returnPage: {
    about: 'Your payment',
    checking: {
      title: 'We are checking your payment',
      text: 'You don’t need to do anything. This page shows the result as soon as it is certain.',
    },
    unfinished: {
      title: 'We are checking your payment',
      text: 'If you have not finished paying, go back to the payment page the way you came. This page shows the result as soon as it is certain.',
    },
    completed: { title: 'Your payment is completed', text: 'You don’t need to do anything else.' },
    test: { title: 'Test payment completed', text: 'This was a test: no money was moved.' },
    failed: {
      title: 'Your payment was not completed',
      text: 'If you still want to pay, ask the business that requested this payment for a new one.',
    },
    expired: {
      title: 'Your payment has expired',
      text: 'It was not completed in time. If you still want to pay, ask the business that requested this payment for a new one.',
    },
    cancelled: {
      title: 'Your payment was cancelled',
      text: 'It was not completed. If you still want to pay, ask the business that requested this payment for a new one.',
    },
    gone: {
      title: 'This link is not valid, or no longer valid',
      text: 'If you followed a link, make sure that it is complete. The business that requested the payment can tell you its status.',
    },
    busy: {
      title: 'This page cannot answer right now',
      text: 'This does not change anything about your payment. Wait a minute, then check again.',
    },
    reference: 'Reference',
    checkAgain: 'Check again',
    lastChecked: 'Last checked at',
    stopped: 'This page no longer checks by itself.',
    noConnection: 'There is no connection at the moment. This page keeps trying.',
    close: 'Close this window',
    closeYourself: 'You can close this window now.',
    language: 'Language',
  },
} as const

export type CustomerTexts = MessagesOf<typeof englishCustomerTexts>
