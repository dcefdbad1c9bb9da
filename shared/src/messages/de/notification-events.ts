import type { MessagesOf } from '../../core/message.ts'
import type { englishNotificationEvents } from '../en/notification-events.ts'

export const germanNotificationEvents: MessagesOf<typeof englishNotificationEvents> = {
  labels: {
    transaction_accepted: 'Transaktion angenommen',
    transaction_declined: 'Transaktion abgelehnt',
    transaction_expired: 'Transaktion abgelaufen',
    transaction_cancelled: 'Transaktion storniert',
    payment_success: 'Zahlung erhalten, zurückgehalten',
    payment_piv_success: 'Zahlungsmittel geprüft',
    kyc_manual_review: 'Identität in manueller Prüfung',
    kyc_manual_requested_document: 'Nachweis angefordert',
    capture_gateway_failed: 'Erfassen der Zahlungsdaten fehlgeschlagen',
    capture_failures_exceeded: 'Zu viele Fehler bei den Zahlungsdaten',
    risk_auto_rejected: 'Von Risikoregeln abgelehnt',
    risk_manual_rejected: 'In der Risikoprüfung abgelehnt',
    manual_risk_review: 'In Risikoprüfung',
    payment_manually_accepted: 'Vom Betreiber angenommen',
    refund_issued: 'Rückzahlung ausgeführt',
    refund_pending: 'Rückzahlung ausstehend',
    refund_failed: 'Rückzahlung fehlgeschlagen',
    chargeback_flagged: 'Rückbelastung gemeldet',
    dispute_flagged: 'Streitfall gemeldet',
    fraud_flagged: 'Betrug gemeldet',
  },
  none: 'Kein Ereignis übermittelt',
}
