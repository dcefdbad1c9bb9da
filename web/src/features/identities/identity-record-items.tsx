import type { IdentityView } from '@paydesk/shared/compliance/identities'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'
import type { DescriptionItem } from '../../ui/text/description-list.tsx'
import { Money } from '../../ui/text/money.tsx'
import { RawTime } from '../../ui/text/raw-time.tsx'
import styles from './identity-page.module.css'

/** Counts an age in years and months, or in days below two months. Null for the future. */
function countTimeSince(at: Date, now: number): { years: number; months: number; days: number } | null {
  const to = new Date(now)
  const passed = (to.getUTCFullYear() - at.getUTCFullYear()) * 12 + to.getUTCMonth() - at.getUTCMonth()
  const months = to.getUTCDate() < at.getUTCDate() ? passed - 1 : passed
  const days = Math.floor((now - at.getTime()) / 86_400_000)
  if (!(days >= 0)) return null
  if (months < 2) return { years: 0, months: 0, days }
  return { years: Math.floor(months / 12), months: months % 12, days: 0 }
}

/** Lists the record fields outside the profile, most requested first. */
export function useIdentityRecordItems(identity: IdentityView): DescriptionItem[] {
  const texts = useMessages('identities')
  return [
    { term: texts.kycState, value: identity.kycState, mono: true },
    { term: texts.created, value: identity.createdAt, render: (text) => <CreatedAt text={text} /> },
    { term: texts.documents, value: identity.documents },
    {
      term: texts.lifetimeAmount,
      value: identity.ledgerLifetimeAmount,
      node: <Money amount={identity.ledgerLifetimeAmount} currency={identity.ledgerLifetimeCurrency} />,
    },
    { term: texts.id, value: identity.id, mono: true, copy: texts.id },
    { term: texts.uid, value: identity.uid, mono: true, copy: texts.uid },
  ]
}

function CreatedAt({ text }: { readonly text: string }): ReactNode {
  const texts = useMessages('identities')
  const format = useFormatter()
  const since = countTimeSince(new Date(text), useNowEveryHalfMinute())
  const parts =
    since === null
      ? []
      : (['years', 'months', 'days'] as const).flatMap((unit) =>
          since[unit] === 0 ? [] : [format.text(texts[unit], { count: since[unit] })],
        )
  const age = parts.length === 0 ? texts.createdToday : format.text(texts.old, { age: parts.join(' ') })
  return (
    <>
      <RawTime text={text} />
      {since === null ? null : <span className={styles.since}>{age}</span>}
    </>
  )
}
