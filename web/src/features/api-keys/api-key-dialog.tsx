import type { ApiKeyView } from '@paydesk/shared/administration/api-keys'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { useToast } from '../../ui/text/toasts.tsx'
import styles from './api-keys.module.css'
import { useApiKeyLabels } from './labels.ts'
import { apiKeyQueries, refreshApiKeys } from './queries.ts'

interface ApiKeyDialogProps {
  readonly env: EnvironmentName
  readonly one: ApiKeyView
  readonly onClose: () => void
}

/** Details of one API key, with revocation while the key is active. */
export function ApiKeyDialog({ env, one, onClose }: ApiKeyDialogProps): ReactNode {
  const { details: texts, states, never } = useMessages('apiKeys')
  const { formatPermissions, formatAuthor } = useApiKeyLabels()
  const format = useFormatter()
  const timeBy = (at: string, by: ApiKeyView['by']) =>
    format.parts(texts.timeBy, { time: <Timestamp key="time" at={at} as="full" />, name: formatAuthor(by) })
  return (
    <Dialog title={one.label} onClose={onClose}>
      <dl className={styles.sheet}>
        <dt>{texts.state}</dt>
        <dd>{states[one.state]}</dd>
        <dt>{texts.merchant}</dt>
        <dd>{one.merchant}</dd>
        <dt>{texts.permissions}</dt>
        <dd>{formatPermissions(one.permissions)}</dd>
        <dt>{texts.prefix}</dt>
        <dd>
          <code>{one.prefix}</code>
        </dd>
        <dt>{texts.created}</dt>
        <dd>{timeBy(one.createdAt, one.by)}</dd>
        <dt>{one.state === 'ended' ? texts.expired : texts.expires}</dt>
        <dd>
          <Timestamp at={one.expiresAt} as="full" />
        </dd>
        <dt>{texts.lastUsed}</dt>
        <dd>{one.lastUsedAt === null ? never : <Timestamp at={one.lastUsedAt} as="relative" />}</dd>
        {one.revocation === null ? null : (
          <>
            <dt>{texts.revoked}</dt>
            <dd>{timeBy(one.revocation.at, one.revocation.by)}</dd>
          </>
        )}
      </dl>
      {one.state === 'active' ? <RevokeApiKey env={env} one={one} onClose={onClose} /> : null}
    </Dialog>
  )
}

/** Confirms in two steps, because systems that use a revoked key fail at once. */
function RevokeApiKey({ env, one, onClose }: ApiKeyDialogProps): ReactNode {
  const queryClient = useQueryClient()
  const showToast = useToast()
  const texts = useMessages('apiKeys').revoke
  const format = useFormatter()
  const [isAsked, setAsked] = useState(false)
  const acts = useRef<HTMLDivElement>(null)
  const before = useRef(isAsked)
  // Restore focus after the pressed button is gone: to the safe button, never to the irreversible one.
  useEffect(() => {
    if (before.current === isAsked) return
    before.current = isAsked
    acts.current?.querySelector<HTMLElement>('button:last-of-type')?.focus()
  }, [isAsked])
  // Move focus to the dialog if the key expires or is revoked elsewhere and the focused button goes away.
  useLayoutEffect(() => {
    const own = acts.current
    return () => {
      if (own?.contains(document.activeElement)) own.closest('dialog')?.focus()
    }
  }, [])
  const revoke = useMutation({
    ...apiKeyQueries(useApiClient(), env).revoke,
    onSuccess({ answer }) {
      showToast({
        text: answer === 'done' ? format.text(texts.done, { system: one.label }) : texts.doneBefore,
      })
      onClose()
      return refreshApiKeys(queryClient, env)
    },
  })
  return (
    <div ref={acts} className={styles.end}>
      {isAsked ? (
        <>
          <p>
            {texts.effect} {one.lastUsedAt === null ? texts.neverUsed : null}
          </p>
          <p className={styles.acts}>
            <Button look="primary" disabled={revoke.isPending} onClick={() => revoke.mutate(one.apiKey)}>
              {revoke.isPending ? texts.revoking : texts.confirm}
            </Button>
            <Button onClick={() => setAsked(false)}>{texts.cancel}</Button>
          </p>
        </>
      ) : (
        <p>
          <Button onClick={() => setAsked(true)}>{texts.open}</Button>
        </p>
      )}
      {revoke.error ? <ProblemNote error={revoke.error} missing={texts.failed} /> : null}
    </div>
  )
}
