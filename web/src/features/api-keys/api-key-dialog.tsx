import type { ApiKeyView } from '@paydesk/shared/administration/api-keys'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './api-keys.module.css'
import { apiKeyStateLabels, formatApiKeyAuthor, formatApiKeyPermissions } from './labels.ts'
import { apiKeyQueries, refreshApiKeys } from './queries.ts'

interface ApiKeyDialogProps {
  readonly env: EnvironmentName
  readonly one: ApiKeyView
  readonly onClose: () => void
}

/** Details of one API key, with revocation while the key is active. */
export function ApiKeyDialog({ env, one, onClose }: ApiKeyDialogProps): ReactNode {
  return (
    <Dialog title={one.label} onClose={onClose}>
      <dl className={styles.sheet}>
        <dt>State</dt>
        <dd>{apiKeyStateLabels[one.state].word}</dd>
        <dt>Merchant</dt>
        <dd>{one.merchant}</dd>
        <dt>It may</dt>
        <dd>{formatApiKeyPermissions(one.scopes)}</dd>
        <dt>Begins with</dt>
        <dd>
          <code>{one.begins}</code>
        </dd>
        <dt>Made</dt>
        <dd>
          <Timestamp at={one.madeAt} as="full" /> by {formatApiKeyAuthor(one.by)}
        </dd>
        <dt>{one.state === 'ended' ? 'Ended' : 'Ends'}</dt>
        <dd>
          <Timestamp at={one.endsAt} as="full" />
        </dd>
        <dt>Last used</dt>
        <dd>{one.usedAt === null ? 'never' : <Timestamp at={one.usedAt} as="relative" />}</dd>
        {one.revoked === null ? null : (
          <>
            <dt>Revoked</dt>
            <dd>
              <Timestamp at={one.revoked.at} as="full" /> by {formatApiKeyAuthor(one.revoked.by)}
            </dd>
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
  const announce = useAnnounce()
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
      announce(answer === 'done' ? `The key of ${one.label} was revoked` : 'It had been revoked before')
      onClose()
      return refreshApiKeys(queryClient, env)
    },
  })
  return (
    <div ref={acts} className={styles.end}>
      {isAsked ? (
        <>
          <p>
            From then on every call with it is refused, at once and for good. Payments that it created stay as
            they are. {one.usedAt === null ? 'It was never used.' : null}
          </p>
          <p className={styles.acts}>
            <Button look="primary" disabled={revoke.isPending} onClick={() => revoke.mutate(one.system)}>
              {revoke.isPending ? 'Revoking…' : 'Revoke it for good'}
            </Button>
            <Button onClick={() => setAsked(false)}>Keep it</Button>
          </p>
        </>
      ) : (
        <p>
          <Button onClick={() => setAsked(true)}>Revoke…</Button>
        </p>
      )}
      {revoke.error ? <ProblemNote error={revoke.error} missing="The key was not revoked" /> : null}
    </div>
  )
}
