import type { AddressComparisonRow, IdentityView, ProfileField } from '@paydesk/shared/compliance/identities'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { FieldValue, getVisibleText } from '../../ui/text/field-value.tsx'
import { type StateTone, ToneIcon } from '../../ui/text/state-label.tsx'
import styles from './identity-page.module.css'
import { type ProfileGroupRenderer, type ProfileValueRenderer, useBuildProfileItem } from './profile-item.ts'

interface AddressComparisonTableProps extends Pick<IdentityView, 'addresses' | 'profile'> {
  readonly renderValue: ProfileValueRenderer | undefined
  readonly renderGroup: ProfileGroupRenderer | undefined
}

const isHidden = (field: ProfileField | undefined) =>
  field === undefined || field.value.visibility === 'hidden'

/** Compares both addresses part by part; the result depends on the role's field access. */
export function AddressComparisonTable(props: AddressComparisonTableProps): ReactNode {
  const { addresses, profile, renderValue, renderGroup } = props
  const texts = useMessages('identities')
  const format = useFormatter()
  const fieldOf = (name: string | null) => profile.find(({ field }) => field === name)
  const rows = addresses.map((part) => ({
    part,
    residential: fieldOf(part.residential),
    billing: fieldOf(part.billing),
  }))
  const visible = rows.filter(({ residential, billing }) => !(isHidden(residential) && isHidden(billing)))
  const hidden = rows.filter((row) => !visible.includes(row))
  if (visible.length === 0) return <p className={styles.none}>{texts.addressesHidden}</p>
  const isCompared = visible.some(
    ({ part }) => part.compared !== null && part.compared.visibility !== 'hidden',
  )
  return (
    <>
      <table className={styles.addresses}>
        <thead>
          <tr>
            <th scope="col">{texts.addressPart}</th>
            <th scope="col">
              {texts.residence} {renderGroup?.('residence', profile)}
            </th>
            <th scope="col">
              {texts.billing} {renderGroup?.('billing', profile)}
            </th>
            {isCompared ? <th scope="col">{texts.comparison}</th> : null}
          </tr>
        </thead>
        <tbody>
          {visible.map(({ part, residential, billing }) => (
            <tr
              key={part.residential}
              data-compared={part.compared ? getVisibleText(part.compared) : undefined}
            >
              <th scope="row">{texts.addressParts[part.part]}</th>
              <td>
                <AddressValue field={residential} renderValue={renderValue} />
              </td>
              <td>
                <AddressValue field={billing} renderValue={renderValue} />
              </td>
              {isCompared ? (
                <td>
                  <ComparisonResult {...part} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {hidden.length > 0 ? (
        <p className={styles.none}>
          {format.text(texts.hiddenFields, {
            fields: hidden.map(({ part }) => texts.addressParts[part.part]).join(', '),
          })}
        </p>
      ) : null}
    </>
  )
}

interface AddressValueProps {
  readonly field: ProfileField | undefined
  readonly renderValue: ProfileValueRenderer | undefined
}

function AddressValue({ field, renderValue }: AddressValueProps): ReactNode {
  const texts = useMessages('identities')
  const buildFact = useBuildProfileItem(renderValue)
  if (field === undefined) return <span className={styles.none}>{texts.notProvided}</span>
  const { node, term: _, ...fact } = buildFact(field)
  return node ?? <FieldValue {...fact} />
}

const tones: Readonly<Record<string, StateTone>> = {
  equal: 'good',
  differs: 'review',
}

function ComparisonResult({ compared }: Pick<AddressComparisonRow, 'compared'>): ReactNode {
  const texts = useMessages('identities')
  if (compared === null || compared.visibility === 'hidden') return null
  const text = getVisibleText(compared)
  const labels: Readonly<Record<string, string>> = texts.comparisons
  return (
    <span className={styles.compared}>
      <ToneIcon tone={tones[text ?? ''] ?? 'unknown'} />
      {text === null ? texts.bothMissing : (labels[text] ?? text)}
    </span>
  )
}
