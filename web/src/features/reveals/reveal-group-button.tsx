import type { ProfileField } from '@paydesk/shared/compliance/identities'
import {
  type RevealGroup,
  type RevealGroupProfileField,
  type RevealGroupRequest,
  revealGroups,
} from '@paydesk/shared/compliance/reveals'
import type { IdentityHandle } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { Eye } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { MaskAgainControl } from './mask-again-control.tsx'
import { RevealForm } from './reveal-form.tsx'
import { type RevealContextValue, useRevealContext, useRevealedGroupSecondsLeft } from './reveal-provider.tsx'
import styles from './reveals.module.css'
import { useRevealButton } from './use-reveal-button.ts'
import { useRevealCall } from './use-reveal-call.ts'

interface RevealGroupButtonProps {
  readonly identity: IdentityHandle
  readonly group: RevealGroup
  readonly profile: readonly ProfileField[]
}

/** Offers to reveal the masked fields of a group with one question, if there are at least two. */
export function RevealGroupButton({ identity, group, profile }: RevealGroupButtonProps): ReactNode {
  const desk = useRevealContext()
  const ways = new Map(
    profile.map(({ field, value }) => [field, value.visibility === 'masked' ? value.reveal : undefined]),
  )
  const fields = revealGroups[group].filter((field) => ways.get(field) !== undefined)
  if (desk === null || fields.length < 2) return null
  const needsProof = fields.some((field) => ways.get(field) === 'step_up')
  return <GroupOffer {...{ identity, group, fields, needsProof, desk }} />
}

interface GroupOfferProps extends Omit<RevealGroupButtonProps, 'profile'> {
  readonly fields: readonly RevealGroupProfileField[]
  readonly needsProof: boolean
  readonly desk: RevealContextValue
}

/** Returns true if this request was for this group of this identity. */
const isSameGroup = (asked: RevealContextValue['resumed'], { identity, fields }: GroupOfferProps) =>
  asked !== null &&
  'fields' in asked &&
  asked.record.identity === identity &&
  asked.fields.every((field) => fields.includes(field))

function GroupOffer(props: GroupOfferProps): ReactNode {
  const { identity, group, fields, needsProof, desk } = props
  const texts = useMessages('reveals')
  const format = useFormatter()
  const client = useApiClient()
  const call = useRevealCall(
    (body: RevealGroupRequest, signal) =>
      client.call(endpoints.revealFieldGroup, { params: { env: desk.env }, body, signal }),
    (answer) => desk.showGroup({ ...answer, identity, group }),
  )
  const isShown = desk.group?.identity === identity && desk.group.group === group
  const what = texts.groups[group]
  const { button, isOpened, setOpened } = useRevealButton(isShown, what)
  if (isShown)
    return <ShownGroupControl what={what} hide={desk.hideGroup} durationMs={desk.group.durationMs} />
  const label = format.text(texts.reveal, { field: what })
  const isResumed = isSameGroup(desk.resumed, props)
  function close() {
    call.cancel()
    desk.settle()
    setOpened(false)
  }
  const before =
    isResumed && desk.resumed !== null ? desk.resumed : { purpose: null, caseRef: desk.lastTicket }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.group}
        aria-haspopup="dialog"
        aria-label={label}
        title={format.text(texts.groupHint, { field: what, count: fields.length })}
        onClick={() => setOpened(true)}
      >
        <Eye size={14} aria-hidden />
        {group === 'person' ? label : null}
      </button>
      {isOpened || isResumed ? (
        <Dialog title={label} onClose={close} top>
          <RevealForm
            draftRef={{ env: desk.env, kind: 'reveal', about: `${identity}.${group}` }}
            label={label}
            needsProof={needsProof}
            before={before}
            isAsking={call.isAsking}
            error={call.error}
            note={format.text(texts.groupCounts, { count: fields.length })}
            returnTo={desk.returnTo}
            onAsk={(reason) => {
              desk.rememberTicket(reason.caseRef)
              const record = { kind: 'identity', identity } as const
              return call.ask({ record, fields: [...fields], ...reason }).finally(desk.settle)
            }}
          />
        </Dialog>
      ) : null}
    </>
  )
}

interface ShownGroupControlProps {
  readonly what: string
  readonly hide: () => void
  readonly durationMs: number
}

/** Masks a revealed group again, and shows the remaining time of all its values. */
function ShownGroupControl(props: ShownGroupControlProps): ReactNode {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <span className={`${styles.clear} ${styles.control}`}>
      <MaskAgainControl
        {...props}
        secondsLeft={useRevealedGroupSecondsLeft()}
        button={{ ref, className: styles.group }}
      />
    </span>
  )
}
