import type { AuditLogVerification } from '@paydesk/shared/compliance/audit-log'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { formatCount } from '../../ui/text/format-count.ts'
import { Kbd } from '../../ui/text/kbd.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import { useTimeZone } from '../../ui/text/time-zone.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './audit-log.module.css'
import { formatVerificationResult } from './labels.ts'
import { auditLogQueries, forgetVerification } from './queries.ts'

/**
 * Starts a verification of the whole audit log and follows its progress. `last` is the previous result, null
 * for a role that may not verify.
 */
export function useAuditVerification(env: EnvironmentName, last: AuditLogVerification | null) {
  const queries = auditLogQueries(useApiClient())
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const zone = useTimeZone()
  const start = useMutation({
    ...queries.verify(env),
    onMutate: () => forgetVerification(queryClient, env),
    onSuccess(state) {
      if (state.state === 'done') announce(formatVerificationResult(state, zone))
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
  useShortcut('v', 'Verify the trail', verifying.run)
  return (
    <Button aria-keyshortcuts="v" disabled={verifying.isBusy} onClick={verifying.run}>
      <ShieldCheck size={14} aria-hidden /> {verifying.isBusy ? 'Verifying…' : 'Verify'}
      <span aria-hidden>
        <Kbd keys="v" />
      </span>
    </Button>
  )
}

/** Shows the exact verification result, or its progress. */
export function AuditVerificationStatus({
  verifying: { state, error, run },
}: {
  readonly verifying: VerificationControl
}): ReactNode {
  if (error) return <ProblemNote error={error} retry={run} missing="The trail was not verified" />
  if (state === null) return null
  switch (state.state) {
    case 'never':
      return <p className={styles.quiet}>Not verified since Paydesk was started.</p>
    case 'broken':
      return (
        <p role="status" className={styles.verdict} data-bad>
          <ToneIcon tone="bad" /> The verification stopped before its end, so nothing is known. Try again.
        </p>
      )
    case 'running':
      return (
        <p className={styles.verdict}>
          <progress
            aria-label="Verifying"
            {...(state.of === 0 ? {} : { value: state.done, max: state.of })}
          />
          {state.of === 0
            ? 'Reading the signed heads'
            : `${formatCount(state.done)} of ${formatCount(state.of)} entries`}
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
  const zone = useTimeZone()
  return (
    <div className={styles.result}>
      <p
        role="status"
        className={styles.verdict}
        data-good={done.whole || undefined}
        data-bad={!done.whole || undefined}
      >
        <ToneIcon tone={done.whole ? 'good' : 'bad'} /> {formatVerificationResult(done, zone)}{' '}
        <span className={styles.quiet}>
          Verified <Timestamp at={done.endedAt} as="time" /> in {(done.took / 1_000).toFixed(1)} s
        </span>
      </p>
      <details className={styles.chains}>
        <summary>{done.whole ? 'Chains and heads' : 'All findings, chains and heads'}</summary>
        {done.findings.length > 1 ? (
          <ul>
            {done.findings.map(({ chain, n, words }, at) => (
              <li key={at}>
                {chain === null ? '' : `${chain}: `}
                {words}
                {n === null ? '' : ` (entry ${formatCount(n)})`}
              </li>
            ))}
          </ul>
        ) : null}
        <table className={styles.table}>
          <caption className="unseen">Chains</caption>
          <thead>
            <tr>
              {['Chain', 'Entries', 'Signed to', 'Signed at', 'Head'].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {done.chains.map(({ chain, entries, sealedTo, sealedAt, head }) => (
              <tr key={chain}>
                <th scope="row">{chain}</th>
                <td>{formatCount(entries)}</td>
                <td>{formatCount(sealedTo)}</td>
                <td>{sealedAt === null ? 'never' : <Timestamp at={sealedAt} as="time" />}</td>
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
