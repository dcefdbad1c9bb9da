import type { CallerAnswer } from '@paydesk/shared/compliance/caller'
import type { SaidKind } from '@paydesk/shared/compliance/caller-claim'
import type { Tone } from '../../ui/text/state-mark.tsx'

export const kindWords: Readonly<Record<SaidKind, string>> = {
  iban: 'IBAN',
  dob: 'Date of birth',
  email: 'E-mail',
  postal_code: 'Postal code',
}

interface AnswerWords {
  readonly tone: Tone
  readonly word: string
  readonly says: string
}

const held: Readonly<Record<SaidKind, string>> = {
  iban: 'A payment of this customer came from this account.',
  dob: 'It is the date of birth on record.',
  email: 'It is the e-mail address on record.',
  postal_code: 'It is the postal code of the residence or of the billing address.',
}

const notHeld: Readonly<Record<SaidKind, string>> = {
  iban: 'No payment of this customer that was read came from this account.',
  dob: 'It is not the date of birth on record.',
  email: 'It is not the e-mail address on record.',
  postal_code: 'It is neither the postal code of the residence nor that of the billing address.',
}

/** The answer in words: a yes says what was compared, a no is no accusation. */
export function answerWords(kind: SaidKind, answer: CallerAnswer): AnswerWords {
  switch (answer) {
    case 'match':
      return { tone: 'good', word: 'Yes, it matches', says: held[kind] }
    case 'other':
      return {
        tone: 'bad',
        word: 'No, it does not match',
        says: `${notHeld[kind]} Ask once more before you conclude.`,
      }
    case 'empty':
      return {
        tone: 'unknown',
        word: 'Nothing to compare with',
        says: 'The records of the service hold none of this customer. Ask for something else.',
      }
  }
}
