import type { AddressPart, IdentityView, ProfileField } from '@paydesk/shared/compliance/identity'
import { addressWords } from '@paydesk/shared/compliance/identity'
import type { ReactNode } from 'react'
import { ShownValue, shownText } from '../../ui/text/masked-value.tsx'
import { Mark, type Tone } from '../../ui/text/state-mark.tsx'
import styles from './identity-page.module.css'
import { profileFact, type RenderValue } from './profile-fact.ts'

interface AddressTableProps extends Pick<IdentityView, 'addresses' | 'profile'> {
  readonly renderValue: RenderValue | undefined
}

const isHidden = (field: ProfileField | undefined) => field === undefined || field.value.seen === 'hidden'

/** Both addresses part by part, with what the comparison gave where the role is told. */
export function AddressTable({ addresses, profile, renderValue }: AddressTableProps): ReactNode {
  const fieldOf = (member: string | null) => profile.find((field) => field.member === member)
  const rows = addresses.map((part) => ({
    part,
    residential: fieldOf(part.residential),
    billing: fieldOf(part.billing),
  }))
  const visible = rows.filter(({ residential, billing }) => !(isHidden(residential) && isHidden(billing)))
  const hidden = rows.filter((row) => !visible.includes(row))
  if (visible.length === 0)
    return <p className={styles.none}>Addresses: not shown to your role, or not part of the record.</p>
  const isCompared = visible.some(({ part }) => part.compared !== null && part.compared.seen !== 'hidden')
  return (
    <>
      <table className={styles.addresses}>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Residence</th>
            <th scope="col">Billing</th>
            {isCompared ? <th scope="col">Compared</th> : null}
          </tr>
        </thead>
        <tbody>
          {visible.map(({ part, residential, billing }) => (
            <tr key={part.residential} data-compared={part.compared ? shownText(part.compared) : undefined}>
              <th scope="row">{part.word}</th>
              <td>
                <Value field={residential} renderValue={renderValue} />
              </td>
              <td>
                <Value field={billing} renderValue={renderValue} />
              </td>
              {isCompared ? (
                <td>
                  <Compared {...part} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {hidden.length > 0 ? (
        <p className={styles.none}>
          Not shown to your role: {hidden.map(({ part }) => part.word.toLowerCase()).join(', ')}
        </p>
      ) : null}
    </>
  )
}

interface ValueProps {
  readonly field: ProfileField | undefined
  readonly renderValue: RenderValue | undefined
}

function Value({ field, renderValue }: ValueProps): ReactNode {
  if (field === undefined) return <span className={styles.none}>no such member</span>
  const { node, term: _, ...fact } = profileFact(field, renderValue)
  return node ?? <ShownValue {...fact} />
}

const tones: Readonly<Record<string, Tone>> = {
  [addressWords.equal]: 'good',
  [addressWords.differs]: 'review',
}

function Compared({ compared }: Pick<AddressPart, 'compared'>): ReactNode {
  if (compared === null || compared.seen === 'hidden') return null
  const text = shownText(compared)
  return (
    <span className={styles.compared}>
      <Mark tone={tones[text ?? ''] ?? 'unknown'} />
      {text ?? 'neither given'}
    </span>
  )
}
