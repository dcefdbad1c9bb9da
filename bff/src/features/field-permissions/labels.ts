import type {
  FieldPermissionsView,
  MaskingProofCheck,
  OutputChannel,
  PermissionCellDescription,
} from '@paydesk/shared/compliance/field-permissions'
import { type MaskKey, masksByKey } from '../../platform/access/masking/masks.ts'
import type { PolicyCell } from '../../platform/access/policy/cells.ts'

interface LabelText {
  readonly label: string
  readonly means: string
}

export const fieldClassLabels: Readonly<Record<FieldPermissionsView['classes'][number]['class'], LabelText>> =
  {
    K: { label: 'Credential', means: 'Never leaves the server, for nobody, whatever a cell says.' },
    P3: {
      label: 'Strong personal',
      means: 'Identity documents, accounts, origin: opens accounts elsewhere.',
    },
    P2: { label: 'Personal', means: 'Contact and ordinary personal data.' },
    P1: { label: 'Pseudonymous', means: 'An id that stands for a person or a payment of theirs.' },
    F: { label: 'Financial', means: 'Amounts and totals.' },
    O: { label: 'Operational', means: 'How a payment stands; says nothing personal.' },
  }

export const exitLabels: Readonly<Record<OutputChannel, LabelText>> = {
  screen: { label: 'Screen', means: 'Answers that pages show, and what is printed of them.' },
  record: { label: 'Record', means: 'The record of the service as JSON.' },
  csv: { label: 'CSV', means: 'Exports.' },
  live: { label: 'Live stream', means: 'What open pages are told while something changes.' },
  error: { label: 'Errors', means: 'Answers to calls that are refused or go wrong.' },
  header: { label: 'Headers', means: 'Headers of every answer, cookies and redirects among them.' },
  log: { label: 'Log', means: 'What the process writes to its outputs.' },
  database: { label: 'Database', means: 'Files and tables, with those that a database keeps beside.' },
}

export const proofCheckLabels: Readonly<Record<MaskingProofCheck, LabelText>> = {
  copy: {
    label: 'Two copies',
    means: 'A second copy of the matrix, kept by hand, says the same, and notices every other cell.',
  },
  markers: {
    label: 'Markers',
    means:
      'The value is one of a kind: everything that left was searched for it, whole, in pieces and coded.',
  },
  place: { label: 'Places', means: 'Wherever it stands in an answer it is shown as the second copy says.' },
  worlds: {
    label: 'Two worlds',
    means: 'Worlds that differ in the hidden value alone give the same bytes.',
  },
  traces: { label: 'Traces', means: 'Log, files and tables were searched for it afterwards.' },
  flip: {
    label: 'Flips',
    means: 'The cell was opened or closed on purpose in the running product, and caught.',
  },
}

interface MaskLabel {
  readonly short: string
  readonly leaves: string
  /** Made-up value that shows the effect of the mask. */
  readonly value: string
}

const maskLabels: Readonly<Record<MaskKey, MaskLabel>> = {
  dots: { short: 'Dots', leaves: 'nothing of the value', value: 'Lindqvist' },
  initials: { short: 'Initials', leaves: 'initials of the first two words', value: 'Mara Lindqvist' },
  email: {
    short: 'E-mail, cut',
    leaves: 'first letter and last part of the domain',
    value: 'mara.lindqvist@mail.example',
  },
  iban: { short: 'IBAN, cut', leaves: 'country and last four characters', value: 'DE89370400440532013000' },
  last4: { short: 'Last 4', leaves: 'last four characters', value: '1014000000417' },
  year: { short: 'Year', leaves: 'the year', value: '1959-12-30' },
  decade: { short: 'Decade', leaves: 'the decade', value: '1959-12-30' },
  country: { short: 'Country', leaves: 'two letters of a country', value: 'SE' },
  area: { short: 'Area', leaves: 'first two characters of the postal code', value: '75310' },
  ref6: { short: 'Last 6', leaves: 'last six characters of the reference', value: '349351000000000417' },
  band: { short: 'Range', leaves: 'a range instead of the amount; anything else as dots', value: '12550' },
  pan: { short: 'First 6, last 4', leaves: 'first six and last four digits', value: '411111....1111' },
  host: {
    short: 'Host',
    leaves: 'the name of the host',
    value: 'http://shop.example/return?order=417',
  },
  date: { short: 'Day', leaves: 'the day without the time', value: '1999-12-31T23:58:57Z' },
  count: { short: 'Count', leaves: 'how many, and nothing else', value: '3' },
  scrubbed: {
    short: 'Scrubbed',
    leaves: 'the text without what looks personal in it',
    value: 'Please call +46700000417',
  },
  rid: {
    short: 'By form',
    leaves: 'all of it, unless it is an e-mail address or an IBAN: then masked as one',
    value: 'mara.lindqvist@mail.example',
  },
  code: { short: 'If a code', leaves: 'a result code; anything else as dots', value: 'Lindqvist' },
  number: { short: 'If a number', leaves: 'a long number; anything else as dots', value: 'Lindqvist' },
}

const plainCellLabels: Readonly<
  Record<Exclude<PolicyCell['kind'], 'mask' | 'reveal'>, Pick<PermissionCellDescription, 'short' | 'says'>>
> = {
  full: { short: 'Full', says: 'Seen in full.' },
  no: { short: 'Hidden', says: 'Not sent, not even whether there is a value.' },
  presence: { short: 'Yes or no', says: 'Only whether there is a value.' },
  names: { short: 'Names', says: 'Names of members that nobody has classified, never a value.' },
  own: { short: 'Own', says: 'In full in one’s own rows or queue; elsewhere not sent.' },
}

/** Masks a made-up currency as an example; null if the cell masks nothing. */
export const buildCurrencyExample = (cell: PolicyCell) =>
  cell.kind === 'mask' || cell.kind === 'reveal'
    ? { value: 'SEK', shows: masksByKey[cell.mask]('SEK').text }
    : null

/** Describes a cell for the page and the assessor's list. The example is the output of the real mask. */
export function describeCell(cell: PolicyCell): PermissionCellDescription {
  if (cell.kind !== 'mask' && cell.kind !== 'reveal')
    return { kind: cell.kind, ...plainCellLabels[cell.kind], example: null }
  const { short, leaves, value } = maskLabels[cell.mask]
  const example = { value, shows: masksByKey[cell.mask](value).text }
  const masked = `Masked: ${leaves}.`
  if (cell.kind === 'mask') return { kind: 'mask', short, says: masked, example }
  const how = cell.stepUp ? 'with a purpose, after proving anew who one is' : 'with a purpose'
  const says = `${masked} In full for a moment, ${how}, and on record.`
  return { kind: cell.stepUp ? 'step_up' : 'reveal', short, says, example }
}
