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
  readonly apiKey: ApiKeyView
  readonly onClose: () => void
}

/** Details of one API key, with revocation while the key is active. */
export function ApiKeyDialog({ env, apiKey, onClose }: ApiKeyDialogProps): ReactNode {
  const { details: texts, states, never } = useMessages('apiKeys')
  const { formatPermissions, formatAuthor } = useApiKeyLabels()
  const format = useFormatter()
  const timeBy = (at: string, by: ApiKeyView['by']) =>
    format.parts(texts.timeBy, { time: <Timestamp key="time" at={at} as="full" />, name: formatAuthor(by) })
  return (
    <Dialog title={apiKey.label} onClose={onClose}>
      <dl className={styles.sheet}>
        <dt>{texts.state}</dt>
        <dd>{states[apiKey.state]}</dd>
        <dt>{texts.merchant}</dt>
        <dd>{apiKey.merchant}</dd>
        <dt>{texts.permissions}</dt>
        <dd>{formatPermissions(apiKey.permissions)}</dd>
        <dt>{texts.prefix}</dt>
        <dd>
          <code>{apiKey.prefix}</code>
        </dd>
        <dt>{texts.created}</dt>
        <dd>{timeBy(apiKey.createdAt, apiKey.by)}</dd>
        <dt>{apiKey.state === 'ended' ? texts.expired : texts.expires}</dt>
        <dd>
          <Timestamp at={apiKey.expiresAt} as="full" />
        </dd>
        <dt>{texts.lastUsed}</dt>
        <dd>{apiKey.lastUsedAt === null ? never : <Timestamp at={apiKey.lastUsedAt} as="relative" />}</dd>
        {apiKey.revocation === null ? null : (
          <>
            <dt>{texts.revoked}</dt>
            <dd>{timeBy(apiKey.revocation.at, apiKey.revocation.by)}</dd>
          </>
        )}
      </dl>
      {apiKey.state === 'active' ? <RevokeApiKey env={env} apiKey={apiKey} onClose={onClose} /> : null}
    </Dialog>
  )
}

/** Confirms in two steps, because systems that use a revoked key fail at once. */
function RevokeApiKey({ env, apiKey, onClose }: ApiKeyDialogProps): ReactNode {
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
        text: answer === 'done' ? format.text(texts.done, { system: apiKey.label }) : texts.doneBefore,
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
            {texts.effect} {apiKey.lastUsedAt === null ? texts.neverUsed : null}
          </p>
          <p className={styles.acts}>
            <Button look="primary" disabled={revoke.isPending} onClick={() => revoke.mutate(apiKey.apiKey)}>
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
