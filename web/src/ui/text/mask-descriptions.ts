import type { MaskName } from '@paydesk/shared/core/masked-value'

/** Explains for a masked value what each mask leaves visible. */
export const maskDescriptions: Record<MaskName, string> = {
  dots: 'Masked for your role: nothing of the value is shown.',
  initials: 'Masked for your role: initials only.',
  email: 'Masked for your role: first letter and the last part of the domain.',
  iban: 'Masked for your role: country and last four characters of the IBAN.',
  last4: 'Masked for your role: last four characters.',
  year: 'Masked for your role: the year only.',
  decade: 'Masked for your role: the decade only.',
  country: 'Masked for your role: the country only.',
  area: 'Masked for your role: first two characters of the postal code.',
  ref6: 'Masked for your role: last six characters of the reference.',
  band: 'Masked for your role: a range instead of the amount.',
  pan: 'Masked: at most the first six and last four digits of the card.',
  host: 'Masked for your role: the host name only.',
  date: 'Masked for your role: the date without the time.',
  scrubbed: 'Free text: what looked like personal data was taken out.',
  count: 'Masked for your role: how many, and nothing else.',
}
