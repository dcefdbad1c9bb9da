import type { CallerClaimKind } from '@paydesk/shared/compliance/caller-claim'
import type { CallerVerificationResult } from '@paydesk/shared/compliance/caller-verification'
import type { StateTone } from '../../ui/text/state-label.tsx'

export const callerClaimLabels: Readonly<Record<CallerClaimKind, string>> = {
  iban: 'IBAN',
  dob: 'Date of birth',
  email: 'E-mail',
  postal_code: 'Postal code',
}

interface CallerAnswerText {
  readonly tone: StateTone
  readonly word: string
  readonly says: string
}

const matchMessages: Readonly<Record<CallerClaimKind, string>> = {
  iban: 'A payment of this customer came from this account.',
  dob: 'It is the date of birth on record.',
  email: 'It is the e-mail address on record.',
  postal_code: 'It is the postal code of the residence or of the billing address.',
}

const mismatchMessages: Readonly<Record<CallerClaimKind, string>> = {
  iban: 'No payment of this customer that was read came from this account.',
  dob: 'It is not the date of birth on record.',
  email: 'It is not the e-mail address on record.',
  postal_code: 'It is neither the postal code of the residence nor that of the billing address.',
}

/** Describes the answer. A match names what was compared; a mismatch must not read as an accusation. */
export function describeCallerAnswer(
  kind: CallerClaimKind,
  answer: CallerVerificationResult,
): CallerAnswerText {
  switch (answer) {
    case 'match':
      return { tone: 'good', word: 'Yes, it matches', says: matchMessages[kind] }
    case 'other':
      return {
        tone: 'bad',
        word: 'No, it does not match',
        says: `${mismatchMessages[kind]} Ask once more before you conclude.`,
      }
    case 'empty':
      return {
        tone: 'unknown',
        word: 'Nothing to compare with',
        says: 'The records of the service hold none of this customer. Ask for something else.',
      }
  }
}
