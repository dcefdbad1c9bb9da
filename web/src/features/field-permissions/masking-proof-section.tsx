import type {
  FieldPermissionsView,
  MaskingProofStatus,
  MaskingProofView,
} from '@paydesk/shared/compliance/field-permissions'
import type { ReactNode } from 'react'
import { KeyFigure, KeyFigureList } from '../../ui/charts/key-figures.tsx'
import { Section } from '../../ui/page/section.tsx'
import { formatCount, formatCountOf } from '../../ui/text/format-count.ts'
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
  proved: 'good',
}

interface MaskingProofSectionProps {
  readonly proof: MaskingProofView
  readonly view: FieldPermissionsView
}

/** Shows the last masking proof: date, covered permissions, figures and faults. */
export function MaskingProofSection({
  proof: { standing, says, proof },
  view,
}: MaskingProofSectionProps): ReactNode {
  return (
    <Section title="Masking proof">
      <p className={styles.standing} data-standing={standing}>
        <ToneIcon tone={tones[standing]} />
        <span>
          <b className={styles.said}>{says}</b>
          {proof === null ? null : (
            <>
              {' · '}
              <Timestamp at={proof.at} as="full" /> (<Timestamp at={proof.at} as="relative" />)
            </>
          )}
        </span>
      </p>
      {standing === 'never' ? (
        <p className={styles.quiet}>
          <code>pnpm prove:masking --to &lt;file&gt;</code> runs the proof and writes its result to where this
          installation reads it.
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
  readonly view: FieldPermissionsView
}): ReactNode {
  const { figures, commit, fingerprint, seconds, faults } = proof
  const share = (done: number, all: number, term: string) => (
    <KeyFigure term={term} value={formatCount(done)} of={`of ${formatCount(all)}`} isLoud={done < all} />
  )
  return (
    <>
      {faults.length > 0 ? (
        <ul className={styles.faults} aria-label="What failed or was not covered">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      ) : null}
      <KeyFigureList>
        {share(figures.cellsCovered, figures.cells, 'Cells covered')}
        {share(figures.routesWalked, figures.routes, 'Routes walked')}
        {share(figures.waysWalked, figures.ways, 'Routes × roles')}
        {share(figures.exitsCovered, figures.exits, 'Exits searched')}
        {share(figures.killed, figures.mutants, 'Mutants caught')}
        <KeyFigure term="Pairs of worlds" value={formatCount(figures.pairs)} />
        <KeyFigure term="Pairs of values" value={formatCount(figures.pairsOfMasks)} />
        {share(figures.tests - figures.testsFailed, figures.tests, 'Tests passed')}
      </KeyFigureList>
      <details className={styles.behind}>
        <summary>What was searched, by role</summary>
        <SearchedOutputs proof={proof} view={view} />
        <p className={styles.quiet}>
          {formatCountOf(figures.answers, 'answer')} compared in {Math.round(seconds / 60)} min
          {commit === null ? '' : <>, commit {commit.slice(0, 10)}</>}. Matrix proved{' '}
          <code>{fingerprint.slice(0, 12)}</code>, in force <code>{view.fingerprint.slice(0, 12)}</code>.
        </p>
      </details>
    </>
  )
}

/** Table of searched outputs by exit and role. */
function SearchedOutputs({
  proof: { outputs },
  view: { exits, roles },
}: {
  readonly proof: NonNullable<MaskingProofView['proof']>
  readonly view: FieldPermissionsView
}): ReactNode {
  return (
    <table className={styles.outputs}>
      <caption className="unseen">Outputs that were searched, by exit and role</caption>
      <thead>
        <tr>
          <th scope="col">Exit</th>
          {roles.map(({ role, label }) => (
            <th key={role} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {exits.map(({ exit, label, means }) => (
          <tr key={exit}>
            <th scope="row" title={means}>
              {label}
            </th>
            {roles.map(({ role }) => (
              <td key={role}>{formatCount(outputs[exit][role])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
