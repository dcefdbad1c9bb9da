import type { AuditLogVerification } from '@paydesk/shared/compliance/audit-verification'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './audit-log.module.css'
import { formatVerificationFinding, formatVerificationResult } from './labels.ts'
import { auditLogQueries, dropCachedAuditVerification } from './queries.ts'

/**
 * Starts a verification of the whole audit log and follows its progress. `last` is the previous result, null
 * for a role that may not verify.
 */
export function useAuditVerification(env: EnvironmentName, last: AuditLogVerification | null) {
  const queries = auditLogQueries(useApiClient())
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const texts = useMessages('auditLog')
  const format = useFormatter()
  const start = useMutation({
    ...queries.verify(env),
    onMutate: () => dropCachedAuditVerification(queryClient, env),
    onSuccess(state) {
      if (state.state === 'done') announce(formatVerificationResult(state, texts, format))
    },
  })
  const begun = start.data ?? last
  const isRunning = begun?.state === 'running'
  const { data: followed } = useQuery(queries.verification(env, isRunning))
  const state = isRunning ? (followed ?? begun) : begun
  return {
    state,
    error: start.error,
    isBusy: start.isPending || state?.state === 'running',
    run: () => {
      if (!start.isPending && state?.state !== 'running') start.mutate()
    },
  }
}

type VerificationControl = ReturnType<typeof useAuditVerification>

/** Button (shortcut v) that starts the verification. */
export function VerifyAuditButton({ verifying }: { readonly verifying: VerificationControl }): ReactNode {
  const texts = useMessages('auditLog').verification
  useShortcut('v', texts.help, verifying.run)
  return (
    <Button aria-keyshortcuts="v" disabled={verifying.isBusy} onClick={verifying.run}>
      <ShieldCheck size={14} aria-hidden /> {verifying.isBusy ? texts.verifying : texts.verify}
    </Button>
  )
}

/** Shows the exact verification result, or its progress. */
export function AuditVerificationStatus({
  verifying: { state, error, run },
}: {
  readonly verifying: VerificationControl
}): ReactNode {
  const texts = useMessages('auditLog').verification
  const format = useFormatter()
  if (error) return <ProblemNote error={error} retry={run} missing={texts.notVerified} />
  if (state === null) return null
  switch (state.state) {
    case 'never':
      return <p className={styles.quiet}>{texts.never}</p>
    case 'broken':
      return (
        <p role="status" className={styles.verdict} data-bad>
          <ToneIcon tone="bad" /> {texts.stopped}
        </p>
      )
    case 'running':
      return (
        <p className={styles.verdict}>
          <progress
            aria-label={texts.progressLabel}
            {...(state.total === 0 ? {} : { value: state.done, max: state.total })}
          />
          {state.total === 0
            ? texts.readingHeads
            : format.text(texts.progress, { done: state.done, all: state.total })}
        </p>
      )
    case 'done':
      return <VerificationResult done={state} />
  }
}

function VerificationResult({
  done,
}: {
  readonly done: Extract<AuditLogVerification, { state: 'done' }>
}): ReactNode {
  const all = useMessages('auditLog')
  const texts = all.verification
  const format = useFormatter()
  return (
    <div className={styles.result}>
      <p
        role="status"
        className={styles.verdict}
        data-good={done.isIntact || undefined}
        data-bad={!done.isIntact || undefined}
      >
        <ToneIcon tone={done.isIntact ? 'good' : 'bad'} /> {formatVerificationResult(done, all, format)}{' '}
        <span className={styles.quiet}>
          {format.parts(texts.took, {
            time: <Timestamp key="time" at={done.endedAt} as="time" />,
            seconds: Math.round(done.durationMs / 100) / 10,
          })}
        </span>
      </p>
      <details className={styles.chains}>
        <summary>{done.isIntact ? texts.details : texts.allDetails}</summary>
        {done.findings.length > 1 ? (
          <ul>
            {done.findings.map((finding, at) => (
              <li key={at}>{formatVerificationFinding(finding, all, format)}</li>
            ))}
          </ul>
        ) : null}
        <table className={styles.table}>
          <caption className="unseen">{texts.chains}</caption>
          <thead>
            <tr>
              {Object.values(texts.heads).map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {done.chains.map(({ chain, entries, signedTo, signedAt, head }) => (
              <tr key={chain}>
                <th scope="row">{chain}</th>
                <td>{format.number(entries)}</td>
                <td>{format.number(signedTo)}</td>
                <td>{signedAt === null ? texts.neverSigned : <Timestamp at={signedAt} as="time" />}</td>
                <td>
                  <code>{head ?? '–'}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}
