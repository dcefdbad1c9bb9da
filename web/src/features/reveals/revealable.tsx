import type { RevealRequest } from '@paydesk/shared/compliance/reveal'
import type { Shown } from '@paydesk/shared/core/masked-value'
import { Eye, EyeOff } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { RunOut } from '../../ui/page/countdown-bar.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { countOf } from '../../ui/text/counted.ts'
import { useRevealDesk } from './reveal-desk.tsx'
import { RevealForm } from './reveal-form.tsx'
import { type Revealing, useRevealing } from './revealing.ts'
import styles from './reveals.module.css'

type At = Pick<RevealRequest, 'record' | 'path'>

interface RevealableProps extends At {
  /** In words: "Date of birth". */
  readonly what: string
  readonly value: Shown
  /** The value as it is shown masked. */
  readonly children: ReactNode
}

/** A value with the way to see it in clear, where this role has one; otherwise the value alone. */
export function Revealable({ value, children, ...at }: RevealableProps): ReactNode {
  const desk = useRevealDesk()
  if (desk === null || value.seen !== 'masked' || value.reveal === undefined) return children
  return (
    <Offered {...at} needsProof={value.reveal === 'step_up'}>
      {children}
    </Offered>
  )
}

const isSame = (one: At, other: At) =>
  JSON.stringify([one.record, one.path]) === JSON.stringify([other.record, other.path])

function Offered({
  record,
  path,
  what,
  needsProof,
  children,
}: Omit<RevealableProps, 'value'> & { readonly needsProof: boolean }): ReactNode {
  const desk = useRevealDesk()
  const announce = useAnnounce()
  const revealing = useRevealing(desk?.env ?? null)
  const [isOpened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { clear } = revealing
  const isShown = clear !== null
  const wasShown = useRef(false)
  const tell = useEffectEvent(() => {
    if (isShown) setOpened(false)
    else if (wasShown.current) {
      announce(`${what} is masked again`)
      // What had the focus is gone; whoever has gone on meanwhile stays there.
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
    }
    wasShown.current = isShown
  })
  useEffect(() => tell(), [isShown])
  if (desk === null) return children
  const { resumed } = desk
  const isResumed = resumed !== null && isSame(resumed, { record, path })
  function close() {
    revealing.drop()
    desk?.settle()
    setOpened(false)
  }
  function onKeyDown(event: KeyboardEvent) {
    const isPressed = event.target instanceof HTMLElement && event.target.closest('button, a, input') !== null
    if (event.key !== ' ' || isPressed) return
    event.preventDefault()
    setOpened(true)
  }
  if (isShown) return <Clear what={what} revealing={revealing} masked={children} />
  const before = isResumed ? resumed : desk.last
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Space on the value does what the button beside it does */}
      <span className={styles.masked} onKeyDown={onKeyDown}>
        {children}
        <button
          ref={button}
          type="button"
          className={styles.show}
          aria-haspopup="dialog"
          aria-label={`Show ${what}`}
          title={`Show ${what}: reason and ticket (Space)`}
          onClick={() => setOpened(true)}
        >
          <Eye size={14} aria-hidden />
        </button>
      </span>
      {isOpened || isResumed ? (
        <Dialog title={`Show ${what}`} onClose={close} top>
          <RevealForm
            what={what}
            needsProof={needsProof}
            before={before}
            isAsking={revealing.isAsking}
            error={revealing.error}
            returnTo={desk.returnTo}
            onAsk={(reason) => {
              desk.remember(reason)
              void revealing.ask({ record, path: [...path], ...reason }).then(() => desk.settle())
            }}
          />
        </Dialog>
      ) : null}
    </>
  )
}

interface ClearProps {
  readonly what: string
  readonly revealing: Revealing
  readonly masked: ReactNode
}

/** The value in its place, with what is left of its time. On paper it is masked. */
function Clear({ what, revealing, masked }: ClearProps): ReactNode {
  const text = useRef<HTMLSpanElement>(null)
  const { clear, left, hide } = revealing
  // Read out where it stands, and not in the region for announcements, which would keep it.
  useEffect(() => text.current?.focus(), [])
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog:modal')) return
    event.preventDefault()
    hide()
  })
  useLayoutEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => onKey(event)
    // Before the keys of the page: what is shown goes first, and what it stands in with the next press.
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
  if (clear === null) return masked
  const isFew = clear.left <= 5
  return (
    <>
      <span className={styles.onPaper}>{masked}</span>
      <span className={styles.clear}>
        <span ref={text} tabIndex={-1} className={styles.value}>
          <span className="unseen">{what}: </span>
          {clear.value === null ? (
            <i className={styles.quiet}>not given by the service</i>
          ) : (
            <span>{clear.value}</span>
          )}
        </span>
        {clear.value === null ? null : <CopyButton text={clear.value} what={what} />}
        <button
          type="button"
          className={styles.show}
          aria-label={`Mask ${what} again`}
          title={`Mask ${what} again (Esc)`}
          onClick={hide}
        >
          <EyeOff size={14} aria-hidden />
        </button>
        <span role="timer" className={styles.left} aria-label={`Masked again in ${left} seconds`}>
          {left} s
        </span>
        <RunOut ms={clear.ms} className={styles.bar} />
        {isFew ? <span className={styles.few}>{countOf(clear.left, 'reveal')} left this hour</span> : null}
      </span>
    </>
  )
}
