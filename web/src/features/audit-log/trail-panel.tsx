import type { TrailEntry } from '@paydesk/shared/compliance/trail'
import type { ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import { CloseButton } from '../../ui/dialog/close-button.tsx'
import { counted } from '../../ui/text/counted.ts'
import { type Fact, Facts } from '../../ui/text/facts.tsx'
import { ShownValue } from '../../ui/text/masked-value.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { inUtc } from '../../ui/text/time-words.ts'
import { useZone } from '../../ui/text/zone.tsx'
import type { PlaceLink } from './sentence.tsx'
import { Sentence } from './sentence.tsx'
import styles from './trail.module.css'
import type { FilterLink, PersonLink } from './trail-figures.tsx'
import { outcomeWords, resultWords, stepUpWords } from './words.ts'

/** Puts the id of what an entry is about, as `shown`, on the page. */
export type RenderRecord = (entry: TrailEntry, shown: ReactNode) => ReactNode

interface TrailPanelProps {
  /** Null where the address names an entry that is not on this page of the list. */
  readonly entry: TrailEntry | null
  readonly link: PlaceLink
  readonly personLink: PersonLink | null
  readonly filterLink: FilterLink
  /** Where a masked id can be seen in clear. */
  readonly renderRecord: RenderRecord
  /** Where it does not stand beside the list, the keyboard goes to it. */
  readonly takesFocus: boolean
  readonly onClose: () => void
}

/** One entry with everything that is kept of it, and its place in the chain. */
export function TrailPanel({ entry, takesFocus, onClose, ...links }: TrailPanelProps): ReactNode {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus && entry !== null) heading.current?.focus()
  }, [takesFocus, entry])
  return (
    <article className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1} className={styles.title}>
          {entry === null ? (
            'Not on this page'
          ) : (
            <Sentence entry={entry} link={links.link} isInRow={false} withOutcome />
          )}
        </h2>
        <CloseButton label="Close the entry" onClose={onClose} />
      </div>
      {entry === null ? (
        <p className={styles.quiet}>The entry of this address stands on another page of the list.</p>
      ) : (
        <Details entry={entry} {...links} />
      )}
    </article>
  )
}

const none = { seen: 'absent' } as const

function Details({
  entry,
  personLink,
  filterLink,
  renderRecord,
}: Pick<TrailPanelProps, 'personLink' | 'filterLink' | 'renderRecord'> & {
  readonly entry: TrailEntry
}): ReactNode {
  const { person, chain, n, hash, prev } = entry
  const zone = useZone()
  return (
    <>
      <Facts
        hidden="Your role sees no value of it."
        facts={[
          {
            term: 'Time',
            value: none,
            node: (
              <>
                <RowTime at={entry.at} as="exact" /> {zone}
              </>
            ),
          },
          { term: 'In UTC', value: none, node: inUtc(new Date(entry.at)) },
          { term: 'Result', value: none, node: outcomeWords(entry) ?? resultWords[entry.result] },
          {
            term: 'Reference',
            value: entry.reference === null ? none : { seen: 'clear', text: entry.reference },
            mono: true,
            copy: 'reference',
          },
          ...recordFact(entry, renderRecord),
          ...fact('Value', entry.field),
          ...fact('Reason', entry.purpose?.words ?? null),
          ...fact('Ticket', entry.ticket),
          ...fact('Proved who they are', entry.stepUpAge === null ? null : stepUpWords(entry.stepUpAge)),
          { term: 'From address', value: entry.source, mono: true },
          { term: 'Instance', value: { seen: 'clear', text: entry.instance }, mono: true },
        ]}
      />
      <dl className={styles.chain}>
        <dt>Place in the chain</dt>
        <dd>
          {hash === null ? (
            'It stands in no chain: it was not written by Paydesk.'
          ) : (
            <>
              Entry <b>{counted(n)}</b> of <code>{chain}</code>
            </>
          )}
        </dd>
        {hash === null ? null : (
          <>
            <dt>Hash</dt>
            <dd>
              <code>{hash}…</code>
            </dd>
            <dt>Written after</dt>
            <dd>
              <code>{/^0+$/.test(prev ?? '') ? 'nothing: it is the first' : `${prev}…`}</code>
            </dd>
          </>
        )}
      </dl>
      <ul className={styles.ways}>
        {person === null ? null : (
          <li>
            {filterLink(
              { person: person.person },
              person.me ? 'Everything that you did' : 'Everything of this person',
            )}
          </li>
        )}
        {person === null || personLink === null ? null : (
          <li>{personLink(person.person, person.me ? 'What did you see?' : 'What did they see?')}</li>
        )}
        {entry.ticket === null ? null : (
          <li>{filterLink({ ticket: entry.ticket }, `Everything under ticket ${entry.ticket}`)}</li>
        )}
      </ul>
    </>
  )
}

function recordFact(entry: TrailEntry, renderRecord: RenderRecord): Fact[] {
  if (entry.about === null) return []
  const look = { value: entry.about.id, mono: true, copy: 'handle of the record' }
  return [{ term: 'Record', ...look, node: renderRecord(entry, <ShownValue {...look} />) }]
}

function fact(term: string, text: string | null) {
  return text === null ? [] : [{ term, value: { seen: 'clear', text } as const }]
}
