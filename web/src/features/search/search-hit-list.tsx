import type { SearchHit } from '@paydesk/shared/payments/search'
import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import styles from './search-hit-list.module.css'

/** Lists several matching records, chosen by arrow keys and Enter or by pointer. */
export function SearchHitList({
  hits,
  onHit,
}: {
  readonly hits: readonly SearchHit[]
  readonly onHit: (hit: SearchHit) => void
}): ReactNode {
  const texts = useMessages('search')
  const format = useFormatter()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || !list.current) return
    event.preventDefault()
    const buttons = [...list.current.querySelectorAll('button')]
    const at = buttons.findIndex((button) => button.matches(':focus'))
    buttons[(at + step + buttons.length) % buttons.length]?.focus()
  }
  return (
    <div>
      <h2 className={styles.title}>{format.text(texts.matches, { count: hits.length })}</h2>
      <ul ref={list} className={styles.list} onKeyDown={onKeyDown}>
        {hits.map((hit) => (
          <li key={getHitKey(hit)}>
            <button type="button" className={styles.hit} onClick={() => onHit(hit)}>
              <SearchHitLabel hit={hit} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function SearchHitLabel({ hit }: { hit: SearchHit }): ReactNode {
  const texts = useMessages('search').hits
  const format = useFormatter()
  switch (hit.kind) {
    case 'customer': {
      const merchant = <b key="merchant">{hit.merchant}</b>
      const { position: nth } = hit
      return nth === undefined
        ? format.parts(texts.customer, { merchant })
        : format.parts(texts.customerInText, { merchant, nth })
    }
    case 'transaction':
      return format.parts(texts.transaction, { id: <code key="id">{hit.transaction}</code> })
    case 'identity':
      return texts.identity
  }
}

function getHitKey(hit: SearchHit): string {
  return hit.kind === 'customer' ? hit.customer : hit.kind === 'transaction' ? hit.transaction : hit.identity
}
