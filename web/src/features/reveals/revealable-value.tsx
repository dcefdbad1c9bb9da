import { noDraftSubject } from '@paydesk/shared/administration/drafts'
import type { RevealRequest, RevealResponse } from '@paydesk/shared/compliance/reveals'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import { endpoints } from '@paydesk/shared/endpoints'
import { Eye } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useExpiringValue } from '../../ui/state/use-expiring-value.ts'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { IconButton } from '../../ui/text/icon-button.tsx'
import { MaskAgainControl } from './mask-again-control.tsx'
import { RevealForm } from './reveal-form.tsx'
import { type RevealedGroup, useRevealContext } from './reveal-provider.tsx'
import styles from './reveals.module.css'
import { useRevealButton } from './use-reveal-button.ts'
import { useRevealCall } from './use-reveal-call.ts'

interface RevealState {
  readonly clear: RevealResponse | null
  /** Whole seconds until the value is masked again. */
  readonly secondsLeft: number
  readonly isAsking: boolean
  readonly error: unknown
  readonly reveal: (asked: RevealRequest) => Promise<boolean>
  readonly hide: () => void
  /** Clears an error, and aborts a pending request. */
  readonly cancel: () => void
}

/** Requests one value and shows it for a limited time, past every cache. */
function useReveal(env: EnvironmentName | null): RevealState {
  const client = useApiClient()
  const expiringValue = useExpiringValue<RevealResponse>()
  const { ask, ...call } = useRevealCall(
    async (body: RevealRequest, signal) =>
      env === null ? null : client.call(endpoints.revealField, { params: { env }, body, signal }),
    (answer) => answer && expiringValue.show(answer),
  )
  return {
    clear: expiringValue.value,
    secondsLeft: expiringValue.secondsLeft,
    ...call,
    reveal: ask,
    hide: expiringValue.hide,
  }
}

type RevealTarget = Pick<RevealRequest, 'record' | 'path'>

interface RevealableValueProps extends RevealTarget {
  /** Label of the field, for example "Date of birth". */
  readonly what: string
  readonly value: MaskedValue
  /** Masked form of the value. */
  readonly children: ReactNode
}

/** Shows a value, with a reveal button if this role may reveal the value. */
export function RevealableValue({ value, children, ...at }: RevealableValueProps): ReactNode {
  const desk = useRevealContext()
  if (desk === null || value.visibility !== 'masked' || value.reveal === undefined) return children
  const inGroup = findGroupValue(desk.group, at)
  if (inGroup !== undefined)
    return (
      <>
        <span className={styles.onPaper}>{children}</span>
        <span className={styles.clear}>
          <ClearText what={at.what} value={inGroup.value} />
        </span>
      </>
    )
  return (
    <RevealOffer {...at} needsProof={value.reveal === 'step_up'}>
      {children}
    </RevealOffer>
  )
}

/** Returns the value of a field that was revealed with its group; undefined if it was not. */
function findGroupValue(group: RevealedGroup | null, { record, path }: RevealTarget) {
  if (record.kind !== 'identity' || record.identity !== group?.identity || path[0] !== 'profile')
    return undefined
  return group.values.find(({ field }) => field === path[1])
}

const isSameTarget = (one: RevealTarget, other: RevealTarget) =>
  JSON.stringify([one.record, one.path]) === JSON.stringify([other.record, other.path])

/** Names the draft of a reveal by its record, and by the end of its path: a name has no room for all of it. */
function nameRevealDraft(record: RevealTarget['record'], path: RevealTarget['path']): string {
  const parts =
    'document' in record
      ? [record.document, ...path]
      : 'position' in record
        ? [record.position, ...path]
        : path
  const id =
    'identity' in record ? record.identity : 'transaction' in record ? record.transaction : noDraftSubject
  const name = 'entry' in record ? String(record.entry) : parts.join('_')
  return `${id}.${name.replaceAll(/[^A-Za-z0-9_]/g, '_').slice(-40)}`
}

function RevealOffer({
  record,
  path,
  what,
  needsProof,
  children,
}: Omit<RevealableValueProps, 'value'> & { readonly needsProof: boolean }): ReactNode {
  const texts = useMessages('reveals')
  const format = useFormatter()
  const desk = useRevealContext()
  const revealing = useReveal(desk?.env ?? null)
  const { clear } = revealing
  const isShown = clear !== null
  const { button, isOpened, setOpened } = useRevealButton(isShown, what)
  if (desk === null) return children
  const { resumed } = desk
  const isResumed = resumed !== null && 'path' in resumed && isSameTarget(resumed, { record, path })
  function close() {
    revealing.cancel()
    desk?.settle()
    setOpened(false)
  }
  function onKeyDown(event: KeyboardEvent) {
    const isPressed = event.target instanceof HTMLElement && event.target.closest('button, a, input') !== null
    if (event.key !== ' ' || isPressed) return
    event.preventDefault()
    setOpened(true)
  }
  if (isShown) return <ClearValue what={what} revealing={revealing} masked={children} />
  const label = format.text(texts.reveal, { field: what })
  const before = isResumed ? resumed : { purpose: null, caseRef: desk.lastTicket }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Space on the value acts like the button beside it */}
      <span className={styles.masked} onKeyDown={onKeyDown}>
        {children}
        <IconButton
          ref={button}
          className={styles.show}
          aria-haspopup="dialog"
          label={label}
          title={format.text(texts.revealHint, { field: what })}
          onClick={() => setOpened(true)}
        >
          <Eye size={14} aria-hidden />
        </IconButton>
      </span>
      {isOpened || isResumed ? (
        <Dialog title={label} onClose={close} top>
          <RevealForm
            draftRef={{ env: desk.env, kind: 'reveal', about: nameRevealDraft(record, path) }}
            label={label}
            needsProof={needsProof}
            before={before}
            isAsking={revealing.isAsking}
            error={revealing.error}
            returnTo={desk.returnTo}
            onAsk={(reason) => {
              desk.rememberTicket(reason.caseRef)
              return revealing.reveal({ record, path: [...path], ...reason }).finally(desk.settle)
            }}
          />
        </Dialog>
      ) : null}
    </>
  )
}

interface ClearValueProps {
  readonly what: string
  readonly revealing: RevealState
  readonly masked: ReactNode
}

interface ClearTextProps {
  readonly what: string
  readonly value: string | null
  readonly field?: RefObject<HTMLSpanElement | null>
}

/** Shows a value in clear with its copy button; says that it was not provided if there is none. */
function ClearText({ what, value, field }: ClearTextProps): ReactNode {
  const texts = useMessages('reveals')
  return (
    <>
      <span ref={field} tabIndex={-1} className={styles.value}>
        <span className="unseen">{what}: </span>
        {value === null ? <i className={styles.quiet}>{texts.notProvided}</i> : <span>{value}</span>}
      </span>
      {value === null ? null : <CopyButton text={value} what={what} />}
    </>
  )
}

/** Shows the revealed value in place with the remaining time; prints the masked form. */
function ClearValue({ what, revealing, masked }: ClearValueProps): ReactNode {
  const texts = useMessages('reveals')
  const format = useFormatter()
  const text = useRef<HTMLSpanElement>(null)
  const { clear, secondsLeft, hide } = revealing
  // Focus the value for screen readers. The live region is no option, because it would keep the value.
  useEffect(() => text.current?.focus(), [])
  if (clear === null) return masked
  const isFew = clear.revealsLeft <= 5
  return (
    <>
      <span className={styles.onPaper}>{masked}</span>
      <span className={styles.clear}>
        <ClearText what={what} value={clear.value} field={text} />
        <MaskAgainControl what={what} hide={hide} secondsLeft={secondsLeft} durationMs={clear.durationMs} />
        {isFew ? (
          <span className={styles.few}>{format.text(texts.revealsLeft, { count: clear.revealsLeft })}</span>
        ) : null}
      </span>
    </>
  )
}
