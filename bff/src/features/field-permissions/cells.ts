import type { PermissionCell } from '@paydesk/shared/compliance/field-permissions'
import { type MaskKey, masksByKey } from '../../platform/access/masking/masks.ts'
import type { PolicyCell } from '../../platform/access/policy/cells.ts'

/** Made-up values that show the effect of each mask. */
const exampleValues: Readonly<Record<MaskKey, string>> = {
  dots: 'Lindqvist',
  initials: 'Mara Lindqvist',
  email: 'mara.lindqvist@mail.example',
  iban: 'DE89370400440532013000',
  last4: '1014000000417',
  year: '1959-12-30',
  decade: '1959-12-30',
  country: 'SE',
  area: '75310',
  ref6: '349351000000000417',
  band: '12550',
  pan: '411111....1111',
  host: 'http://shop.example/return?order=417',
  date: '1999-12-31T23:58:57Z',
  count: '3',
  scrubbed: 'Please call +46700000417',
  rid: 'mara.lindqvist@mail.example',
  code: 'Lindqvist',
  number: 'Lindqvist',
}

/** Masks a made-up currency as an example; null if the cell masks nothing. */
export const buildCurrencyExample = (cell: PolicyCell) =>
  cell.kind === 'mask' || cell.kind === 'reveal'
    ? { value: 'SEK', shows: masksByKey[cell.mask]('SEK').text }
    : null

/** Presents a cell for the page and the assessor's list. The example is the output of the real mask. */
export function presentPermissionCell(cell: PolicyCell): PermissionCell {
  if (cell.kind !== 'mask' && cell.kind !== 'reveal') return { kind: cell.kind, mask: null, example: null }
  const { kind, mask } = cell
  const value = exampleValues[mask]
  const example = { value, shows: masksByKey[mask](value).text }
  return { kind: kind === 'reveal' && cell.stepUp ? 'step_up' : kind, mask, example }
}
