export const englishCallerVerification = {
  verify: 'Verify caller',
  claim: 'Caller’s answer',
  help: 'An IBAN, a date of birth, an e-mail address or a postal code. We compare it and do not store it; you see only whether it matches.',
  kind: 'Kind of answer',
  kinds: { iban: 'IBAN', dob: 'Date of birth', email: 'E-mail', postal_code: 'Postal code' },
  expected: '▲ Expected: {expected}.',
  chooseKind: 'one of the four kinds; choose one',
  /** By problem of the typed answer. */
  expectations: {
    iban: 'an IBAN: two letters, two digits and the account number, with or without spaces',
    iban_digits: 'an IBAN with matching check digits; a digit is wrong, ask again',
    date: 'a date such as 1988-04-17, 17.04.1988 or 17 April 1988',
    month: 'the month as a word or the year first, because both numbers could be the month',
    year: 'the year with four digits',
    email: 'an e-mail address such as name@example.com',
    postal_code: 'a postal code of 3 to 10 letters and digits',
  },
  compare: 'Compare',
  comparing: 'Comparing…',
  notCompared: 'Answer not compared',
  announcement: '{kind}: {result}',
  results: { match: 'Match', other: 'No match', empty: 'Nothing to compare' },
  match: {
    iban: 'A payment of this customer came from this account.',
    dob: 'This is the date of birth on record.',
    email: 'This is the e-mail address on record.',
    postal_code: 'This is the postal code of the residence or the billing address.',
  },
  mismatch: {
    iban: 'No known payment of this customer came from this account. Ask again before you decide.',
    dob: 'This is not the date of birth on record. Ask again before you decide.',
    email: 'This is not the e-mail address on record. Ask again before you decide.',
    postal_code:
      'This is neither the postal code of the residence nor of the billing address. Ask again before you decide.',
  },
  noValue: 'The payment service provided no such value for this customer. Ask for another one.',
} as const
