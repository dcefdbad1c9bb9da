import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AccountName } from './accounts.ts'
import { htmlAnswer, notFound, sendAnswer } from './answer.ts'
import { objectAt, stringAt } from './json.ts'
import { isOpen, moveTransaction, stateOf } from './moves.ts'
import { escapeHtml, renderPage } from './page.ts'
import type { SandboxState } from './sandbox-state.ts'
import type { StoredTransaction } from './world.ts'
import { findTransaction } from './world.ts'

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly body: Buffer
}

/**
 * Serves the page where a customer chooses how the payment goes. Opening it again shows the same payment, and
 * a customer who left can return to the same address until the payment has ended.
 */
export function handleHostedPage(
  sandbox: SandboxState,
  at: { account: AccountName; id: string },
  { request, response, body }: Exchange,
): void {
  const transaction = findTransaction(sandbox.world, at.account, at.id)
  if (transaction === undefined) {
    sendAnswer(response, notFound())
    return
  }
  if (request.method === 'POST') {
    choose(sandbox, transaction, new URLSearchParams(body.toString('utf8')).get('choice') ?? '')
    sendAnswer(response, {
      status: 303,
      headers: { location: afterwards(transaction, request.url ?? '') },
      body: '',
    })
    return
  }
  // Opening the page makes a validated transaction wait for the customer.
  if (stringAt(transaction.detail().record, 'compound_state') === 'PENDING.VALIDATED_TRANSACTION') {
    moveTransaction(sandbox, transaction, { state: 'PENDING', compound: 'PENDING.CONTACTING_USER' })
  }
  const { html, policy } = renderPage('Sandbox bank', bodyOf(transaction), {
    formTargets: returnOrigins(transaction),
  })
  sendAnswer(
    response,
    htmlAnswer(200, html, { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' }),
  )
}

function choose(sandbox: SandboxState, transaction: StoredTransaction, choice: string): void {
  if (!isOpen(transaction)) return
  switch (choice) {
    case 'pay':
      moveTransaction(sandbox, transaction, {
        state: 'PENDING',
        compound: 'PENDING.PROCESSING_TRANSACTION',
        event: 'payment_success',
      })
      moveTransaction(sandbox, transaction, {
        state: 'SUCCESS',
        compound: 'SUCCESS.COMPLETE',
        event: 'transaction_accepted',
      })
      break
    case 'decline':
      moveTransaction(sandbox, transaction, {
        state: 'DECLINED',
        compound: 'DECLINED.RISK_REJECTED',
        event: 'transaction_declined',
      })
      break
    case 'review':
      moveTransaction(sandbox, transaction, {
        state: 'PENDING',
        compound: 'MANUAL_REVIEW',
        event: 'kyc_manual_review',
      })
      break
    case 'cancel':
      moveTransaction(sandbox, transaction, {
        state: 'CANCELLED',
        compound: 'CANCELLED.CANCELLED_BY_USER',
        event: 'transaction_cancelled',
      })
      break
    case 'expire':
      moveTransaction(sandbox, transaction, {
        state: 'EXPIRED',
        compound: 'EXPIRED.TRANSACTION_EXPIRED',
        event: 'transaction_expired',
      })
      break
    default:
  }
}

function afterwards(transaction: StoredTransaction, here: string): string {
  const { returnUrl = '' } = transaction
  return returnUrl === '' ? here : `${returnUrl}${encodeURIComponent(transaction.id)}`
}

/** Link back to the merchant after the hosted flow; empty for payments not created through the interface. */
function wayBack(transaction: StoredTransaction): string {
  const to = afterwards(transaction, '')
  return to === '' ? '' : `<p><a href="${escapeHtml(to)}">Go back to the merchant</a></p>`
}

function returnOrigins(transaction: StoredTransaction): string[] {
  const { returnUrl = '' } = transaction
  return URL.canParse(returnUrl) ? [new URL(returnUrl).origin] : []
}

const choices: readonly (readonly [string, string, string])[] = [
  ['pay', 'Pay', 'Money arrives, then the transaction is accepted'],
  ['decline', 'Decline', 'The bank refuses'],
  ['review', 'Ask for review', 'An operator must decide'],
  ['cancel', 'Cancel', 'The customer gives up'],
  ['expire', 'Let it expire', 'The time runs out'],
  ['leave', 'Leave', 'Go back without deciding'],
]

function bodyOf(transaction: StoredTransaction): string {
  const { record, payment } = transaction.detail()
  const rows: readonly (readonly [string, string])[] = [
    [
      'Amount',
      `${(Number(stringAt(payment, 'amount') ?? '0') / 100).toFixed(2)} ${stringAt(payment, 'currency') ?? ''}`,
    ],
    ['Reference', stringAt(objectAt(record, 'original_message'), 'reference') ?? ''],
    ['Merchant', transaction.merchant],
    ['Transaction', transaction.id],
    ['State', stateOf(transaction)],
  ]
  const list = rows.map(([term, text]) => `<dt>${escapeHtml(term)}</dt><dd>${escapeHtml(text)}</dd>`).join('')
  const buttons = choices
    .map(
      ([value, title, text]) =>
        `<li><button name="choice" value="${value}"${value === 'pay' ? ' class="first"' : ''}><strong>${title}</strong><span>${text}</span></button></li>`,
    )
    .join('')
  const what = isOpen(transaction)
    ? `<p>Choose how this payment goes on.</p><form method="post"><ul class="cards">${buttons}</ul></form>`
    : `<p role="status">This payment has ended. You may close this window.</p>${wayBack(transaction)}`
  return `<span class="note">Sandbox: no real money</span><h1>Sandbox bank</h1><dl>${list}</dl>${what}`
}
