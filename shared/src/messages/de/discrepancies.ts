import type { MessagesOf } from '../../core/message.ts'
import type { englishDiscrepancies } from '../en/discrepancies.ts'

export const germanDiscrepancies: MessagesOf<typeof englishDiscrepancies> = {
  kinds: {
    provider_failed_but_success: {
      says: 'Der Status ist SUCCESS, aber der letzte Vorgang beim Anbieter ist fehlgeschlagen.',
      means:
        'Das Geld wurde vielleicht nicht eingezogen. Meist war ein späterer Vorgang erfolgreich und steht noch nicht im Datensatz.',
      todo: 'Liefern Sie nicht, bevor die Zahlung bestätigt ist. Vergleichen Sie sie dann mit dem Kontoauszug.',
      closes: 'Wenn der Datensatz einen späteren erfolgreichen Vorgang zeigt.',
    },
    provider_success_but_failed: {
      says: 'Die Transaktion endete ohne Erfolg, aber der letzte Vorgang beim Anbieter war erfolgreich.',
      means:
        'Geld ist vielleicht geflossen. Meist wurde es eingezogen, bevor eine Prüfung die Transaktion beendete, und wird später zurückgezahlt.',
      todo: 'Das Finanzteam gleicht die Zahlung mit dem Kontoauszug ab und fragt den Anbieter, wo das Geld ist.',
      closes: 'Nur wenn sich der Datensatz ändert. Ein endgültiger Status ändert sich selten.',
    },
    manual_reconciliation: {
      says: 'Eine Anbieterantwort verlangt manuelle Abstimmung.',
      means: 'Der Anbieter konnte das Geld nicht zuordnen. Meist wich der Betrag oder die Referenz ab.',
      todo: 'Das Finanzteam gleicht die Zahlung mit dem Kontoauszug ab.',
      closes: 'Wenn keine Anbieterantwort sie mehr verlangt.',
    },
    test_in_production: {
      says: 'Testtransaktion in Produktion.',
      means:
        'Es ist kein echtes Geld geflossen. Meist hat jemand die Zahlungsseite mit einer Testkarte ausprobiert.',
      todo: 'Liefern Sie nicht. Fragen Sie den Händler, wer sie erstellt hat.',
      closes: 'Nie: Ein Test bleibt ein Test.',
    },
    expired_but_open: {
      says: 'Die Transaktion ist abgelaufen, aber der Datensatz ist noch offen.',
      means:
        'Niemand kann sie fortsetzen. Meist hat der Zahlungsdienst sie noch nicht beendet, oder es steht noch eine Entscheidung aus.',
      todo: 'Aktualisieren Sie nach einer Weile. Bleibt sie offen, informieren Sie den Zahlungsdienst.',
      closes: 'Wenn der Zahlungsdienst sie beendet oder verlängert.',
    },
    sca_open_after_expiry: {
      says: 'Wartet auf die starke Kundenauthentifizierung (SCA), aber die Transaktion ist abgelaufen.',
      means:
        'Der Kunde kann sie nicht mehr abschließen. Meist hat der Zahlungsdienst sie noch nicht beendet.',
      todo: 'Bitten Sie den Kunden nicht, sie abzuschließen: Eine neue Zahlung ist nötig. Aktualisieren Sie nach einer Weile.',
      closes: 'Wenn der Zahlungsdienst sie beendet oder verlängert.',
    },
    step_open_after_end: {
      says: 'Die Transaktion ist endgültig, aber ein Schritt des Workflows steht noch aus.',
      means:
        'Nur der Status entscheidet: Die Transaktion ist beendet. Meist blieb der Schritt beim Ende offen.',
      todo: 'Nichts. Ist der Schritt die Identitätsprüfung, sieht sich Compliance den Identitätsdatensatz an.',
      closes: 'Wenn der Zahlungsdienst den Schritt schließt. Er kann offen bleiben.',
    },
    documents_without_step: {
      says: 'Der Zahlungsdienst bearbeitet Nachweise, aber der Workflow hat keinen Schritt für Nachweise oder Identitätsprüfung.',
      means:
        'Niemand sieht, worauf gewartet wird. Meist hat das Prüfteam des Zahlungsdienstes Nachweise angefordert, nachdem der Workflow gewählt war.',
      todo: 'Compliance sieht sich den Identitätsdatensatz an und fragt den Zahlungsdienst, was fehlt.',
      closes: 'Wenn sich der Status ändert oder einer der beiden Schritte beginnt.',
    },
    kyc_done_but_none: {
      says: 'Die Identitätsprüfung dieser Transaktion ist abgeschlossen, aber der KYC-Status der Identität ist NONE.',
      means:
        'Die Prüfung hat beim Kunden keine Spur hinterlassen. Meist wird das Ergebnis später oder unter einer anderen Identität eingetragen.',
      todo: 'Compliance prüft den Identitätsdatensatz, bevor sie sich auf diese Prüfung verlässt.',
      closes: 'Wenn die Identität einen KYC-Status hat.',
    },
    final_state_left: {
      says: 'Die Transaktion hatte schon einen endgültigen Status, und der Datensatz zeigt jetzt einen anderen.',
      means:
        'Ein endgültiger Status sollte sich nicht ändern. Meist hat das Prüfteam des Zahlungsdienstes ihn nach dem Ende von Hand korrigiert.',
      todo: 'Prüfen Sie, was inzwischen geliefert oder abgelehnt wurde, und fragen Sie den Zahlungsdienst.',
      closes: 'Nur wenn der Datensatz wieder den vorigen Status zeigt.',
    },
    end_announced_but_open: {
      says: 'Eine Benachrichtigung hat einen endgültigen Status gemeldet, aber der Datensatz ist noch offen.',
      means: 'Die Benachrichtigung allein zählt nicht. Meist folgt der Datensatz innerhalb von Minuten.',
      todo: 'Liefern Sie nicht. Aktualisieren Sie nach einer Weile. Bleibt er offen, informieren Sie den Zahlungsdienst.',
      closes: 'Wenn auch der Datensatz endgültig ist.',
    },
    end_not_announced: {
      says: 'Die Transaktion ist endgültig, aber es kam keine Benachrichtigung über ihr Ende.',
      means: 'Das Ende ist unbestätigt. Meist ist die Benachrichtigung verspätet oder ging verloren.',
      todo: 'Vergleichen Sie die Liste der gesendeten Benachrichtigungen, bevor Sie liefern.',
      closes: 'Wenn eine Benachrichtigung über das Ende eintrifft.',
    },
    provider_success_but_open: {
      says: 'Der Anbieter hat Erfolg gemeldet, aber die Transaktion ist seit mehr als einem Tag ohne Änderung offen.',
      means:
        'Das Geld wird zurückgehalten. Meist hängt eine Prüfung des Zahlungsdienstes, oder der Kunde ist nicht fertig.',
      todo: 'Liefern Sie nicht. Fragen Sie den Zahlungsdienst, worauf gewartet wird.',
      closes: 'Wenn sich der Status ändert oder in die Prüfung geht.',
    },
    other_currency: {
      says: 'Die Anfrage beim Anbieter hat eine andere Währung als die Benachrichtigungen.',
      means: 'Der Betrag wurde vielleicht umgerechnet. Meist hat das Konto des Kunden eine andere Währung.',
      todo: 'Das Finanzteam vergleicht Betrag und Währung mit dem Kontoauszug.',
      closes: 'Wenn eine Anbieterantwort oder Benachrichtigung dieselbe Währung hat.',
    },
    amounts_differ: {
      says: 'Benachrichtigungen dieser Transaktion melden verschiedene Beträge.',
      means:
        'Der gezahlte Betrag ist ungewiss. Meist wurden Gebühren abgezogen, oder der Kunde hat einen anderen Betrag gezahlt.',
      todo: 'Das Finanzteam vergleicht Bestellung und Kontoauszug vor der Lieferung.',
      closes: 'Nie: Gemeldete Beträge bleiben. Das Finanzteam erklärt sie.',
    },
    other_customer: {
      says: 'Der Datensatz nennt einen anderen Kunden als unsere Daten.',
      means:
        'Die Transaktion ist vielleicht dem falschen Kunden zugeordnet. Meist wurden Kunden-IDs verwechselt oder umbenannt.',
      todo: 'Informieren Sie keinen der beiden Kunden. Compliance vergleicht Kunden-ID, Identität und die Liste des Zahlungsdienstes.',
      closes: 'Wenn unsere Daten nach dem nächsten Abgleich den Kunden des Datensatzes haben.',
    },
    review_without_step: {
      says: 'Die neueste Benachrichtigung betrifft eine Identitätsprüfung, aber der Workflow hat keine.',
      means:
        'Die Prüfung läuft außerhalb des Workflows. Meist hat das Prüfteam des Zahlungsdienstes sie angefordert, nachdem der Workflow gewählt war.',
      todo: 'Compliance sieht sich den Identitätsdatensatz an. Der Workflow wird das Ergebnis nicht zeigen.',
      closes: 'Wenn der Schritt beginnt, eine weitere Benachrichtigung eintrifft oder die Transaktion endet.',
    },
    lifetime_below_seen: {
      says: 'Der bisherige Gesamtbetrag des Kunden ist niedriger als die Summe der erfolgreichen Zahlungen in unseren Daten.',
      means:
        'Der Betrag oder die Zahlungen sind falsch. Meist hat der Kunde eine zweite Identität, oder der Betrag wird spät aktualisiert.',
      todo: 'Das Finanzteam vergleicht die Zahlungen des Kunden; Compliance sucht nach einer zweiten Identität.',
      closes: 'Wenn der bisherige Gesamtbetrag beim Zahlungsdienst aufgeholt hat.',
    },
  },
  closesInList: {
    other_customer: 'Wenn der Datensatz wieder den vorigen Kunden nennt. Sonst erklärt Compliance es.',
  },
}
