import type { DescribedFieldPermissions } from '@paydesk/shared/compliance/access-policy-text'
import {
  type MaskingProofStatus,
  type MaskingProofView,
  outputChannelSchema,
} from '@paydesk/shared/compliance/field-permissions'
import { roleSchema as roleCodes } from '@paydesk/shared/core/permissions'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { KeyFigure, KeyFigureList } from '../../ui/charts/key-figures.tsx'
import { Section } from '../../ui/page/section.tsx'
import type { StateTone } from '../../ui/text/state-label.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './field-permissions.module.css'

const tones: Readonly<Record<MaskingProofStatus, StateTone>> = {
  never: 'unknown',
  unreadable: 'bad',
  failed: 'bad',
  other: 'bad',
  old: 'review',
  passed: 'good',
}

interface MaskingProofSectionProps {
  readonly proof: MaskingProofView
  readonly view: DescribedFieldPermissions
}

/** Shows the last masking proof: date, covered permissions, figures and faults. */
export function MaskingProofSection({ proof: { status, proof }, view }: MaskingProofSectionProps): ReactNode {
  const texts = useMessages('fieldPermissions').proof
  const { statuses } = useMessages('fieldPermissionsHome')
  const format = useFormatter()
  return (
    <Section title={texts.title}>
      <p className={styles.standing} data-standing={status}>
        <ToneIcon tone={tones[status]} />
        <span>
          <b className={styles.said}>{statuses[status]}</b>
          {proof === null ? null : (
            <>
              {' · '}
              <Timestamp at={proof.at} as="full" /> (<Timestamp at={proof.at} as="relative" />)
            </>
          )}
        </span>
      </p>
      {status === 'never' ? (
        <p className={styles.quiet}>
          {format.parts(texts.command, { command: <code key="command">{texts.commandLine}</code> })}
        </p>
      ) : null}
      {proof === null ? null : <ProofDetails proof={proof} view={view} />}
    </Section>
  )
}

function ProofDetails({
  proof,
  view,
}: {
  readonly proof: NonNullable<MaskingProofView['proof']>
  readonly view: DescribedFieldPermissions
}): ReactNode {
  const texts = useMessages('fieldPermissions').proof
  const format = useFormatter()
  const { figures, commit, fingerprint, seconds, faults } = proof
  const share = (done: number, all: number, term: string) => (
    <KeyFigure
      term={term}
      value={format.number(done)}
      of={format.text(texts.of, { all })}
      isLoud={done < all}
    />
  )
  return (
    <>
      {faults.length > 0 ? (
        <ul className={styles.faults} aria-label={texts.faults}>
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      ) : null}
      <KeyFigureList>
        {share(figures.cellsCovered, figures.cells, texts.cells)}
        {share(figures.routesWalked, figures.routes, texts.routes)}
        {share(figures.waysWalked, figures.ways, texts.ways)}
        {share(figures.exitsCovered, figures.exits, texts.exits)}
        {share(figures.killed, figures.mutants, texts.mutants)}
        <KeyFigure term={texts.pairs} value={format.number(figures.pairs)} />
        <KeyFigure term={texts.pairsOfMasks} value={format.number(figures.pairsOfMasks)} />
        {share(figures.tests - figures.testsFailed, figures.tests, texts.tests)}
      </KeyFigureList>
      <details className={styles.behind}>
        <summary>{texts.details}</summary>
        <SearchedOutputs proof={proof} />
        <p className={styles.quiet}>
          {format.text(texts.ran, {
            answers: format.text(texts.answers, { count: figures.answers }),
            minutes: Math.round(seconds / 60),
          })}
          {commit === null ? '' : `, ${format.text(texts.commit, { commit: commit.slice(0, 10) })}`}.{' '}
          {format.parts(texts.fingerprints, {
            proved: <code key="proved">{fingerprint.slice(0, 12)}</code>,
            active: <code key="active">{view.fingerprint.slice(0, 12)}</code>,
          })}
        </p>
      </details>
    </>
  )
}

/** Table of searched outputs by exit and role. */
function SearchedOutputs({
  proof: { outputs },
}: {
  readonly proof: NonNullable<MaskingProofView['proof']>
}): ReactNode {
  const { channels } = useMessages('accessPolicy')
  const labels = useMessages('signIn').roles
  const texts = useMessages('fieldPermissions').proof
  const format = useFormatter()
  return (
    <table className={styles.outputs}>
      <caption className="unseen">{texts.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.output}</th>
          {roleCodes.options.map((role) => (
            <th key={role} scope="col">
              {labels[role].label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {outputChannelSchema.options.map((channel) => (
          <tr key={channel}>
            <th scope="row" title={channels[channel].meaning}>
              {channels[channel].label}
            </th>
            {roleCodes.options.map((role) => (
              <td key={role}>{format.number(outputs[channel][role])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
