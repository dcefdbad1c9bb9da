import { proofAddress } from '@paydesk/shared/proof'
import type { PurposeCode } from '@paydesk/shared/purpose'
import { purposeCode, purposes } from '@paydesk/shared/purpose'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { useEffect, useId, useRef } from 'react'
import { buttonLook } from './button.tsx'
import styles from './data-guard.module.css'
import { Kbd } from './kbd.tsx'

interface PurposeChoiceProps {
  readonly legend: string
  /** Takes the focus where nothing is chosen yet. */
  readonly field: Ref<HTMLFieldSetElement>
  readonly chosen: PurposeCode | null
  readonly onChoose: (code: PurposeCode) => void
  /** Side by side where there is room, instead of one below the other. */
  readonly look?: 'boxes'
}

/** Why somebody needs to see what is kept from them, each purpose with its digit. */
export function PurposeChoice({ legend, field, chosen, onChoose, look }: PurposeChoiceProps): ReactNode {
  const name = useId()
  return (
    <fieldset ref={field} tabIndex={-1} className={styles.purposes} data-look={look}>
      <legend>{legend}</legend>
      {purposeCode.options.map((code, nth) => (
        <label key={code} className={styles.purpose} data-chosen={code === chosen || undefined}>
          <input type="radio" name={name} checked={code === chosen} onChange={() => onChoose(code)} />
          <span aria-hidden>
            <Kbd keys={String(nth + 1)} />
          </span>
          {purposes[code]}
        </label>
      ))}
    </fieldset>
  )
}

/** For the form around it: chooses the purpose whose digit was pressed. In a text a digit is a digit. */
export function purposeByDigit(event: KeyboardEvent, choose: (code: PurposeCode) => void): void {
  const isText =
    event.target instanceof HTMLElement && event.target.matches('textarea, input:not([type="radio"])')
  const code = isText ? undefined : purposeCode.options[Number(event.key) - 1]
  if (code === undefined || event.ctrlKey || event.altKey || event.metaKey) return
  event.preventDefault()
  choose(code)
}

interface ProofOfferProps {
  /** Own path to come back to, with what is not to be chosen twice. */
  readonly returnTo: string
  readonly keys?: string
  /** Who may, what stays, and that nothing has happened yet. */
  readonly children: ReactNode
}

/** In the place of what was asked for: the way to the identity provider and back. */
export function ProofOffer({ returnTo, keys, children }: ProofOfferProps): ReactNode {
  const way = useRef<HTMLAnchorElement>(null)
  useEffect(() => way.current?.focus(), [])
  return (
    <div className={styles.offer} role="alert">
      <p>{children}</p>
      <p className={styles.go}>
        <a ref={way} className={buttonLook('primary')} href={proofAddress(returnTo)}>
          Sign in again to go on
        </a>
        {keys ? (
          <span aria-hidden>
            <Kbd keys={keys} />
          </span>
        ) : null}
      </p>
    </div>
  )
}

interface RunOutProps {
  /** How long it is shown in all. */
  readonly ms: number
  readonly className?: string | undefined
}

/** What is left of the time that something is shown in clear, beside the seconds that say it. */
export function RunOut({ ms, className }: RunOutProps): ReactNode {
  return (
    <span className={`${styles.time} ${className ?? ''}`} aria-hidden>
      <span className={styles.left} style={{ animationDuration: `${ms}ms` }} />
    </span>
  )
}
