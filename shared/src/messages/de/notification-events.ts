import type { MessagesOf } from '../../core/message.ts'
import type { englishNotificationEvents } from '../en/notification-events.ts'

export const germanNotificationEvents: MessagesOf<typeof englishNotificationEvents> = {
  labels: {
    transaction_accepted: 'Transaktion angenommen',
    transaction_declined: 'Transaktion abgelehnt',
    transaction_expired: 'Transaktion abgelaufen',
    transaction_cancelled: 'Transaktion storniert',
    payment_success: 'Zahlung erhalten, zurückgehalten',
    payment_piv_success: 'Zahlungsmittel verifiziert',
    kyc_manual_review: 'In Identitätsprüfung',
    kyc_manual_requested_document: 'Nachweis angefordert',
    capture_gateway_failed: 'Erfassen der Zahlungsdaten fehlgeschlagen',
    capture_failures_exceeded: 'Zu viele Fehler bei den Zahlungsdaten',
    risk_auto_rejected: 'Von Risikoregeln abgewiesen',
    risk_manual_rejected: 'In der Risikoprüfung abgewiesen',
    manual_risk_review: 'In Risikoprüfung',
    payment_manually_accepted: 'Vom Prüfteam des Zahlungsdienstes angenommen',
    refund_issued: 'Erstattung ausgeführt',
    refund_pending: 'Erstattung ausstehend',
    refund_failed: 'Erstattung fehlgeschlagen',
    chargeback_flagged: 'Rückbelastung gemeldet',
    dispute_flagged: 'Zahlungsreklamation gemeldet',
    fraud_flagged: 'Betrug gemeldet',
  },
  none: 'Kein Ereignis übermittelt',
}
