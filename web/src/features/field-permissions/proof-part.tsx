import type { ProofStanding, ProofView, SightView } from '@paydesk/shared/compliance/sight'
import type { ReactNode } from 'react'
import { Figure, Figures } from '../../ui/charts/data-figures.tsx'
import { Section } from '../../ui/page/section.tsx'
import { counted, countOf } from '../../ui/text/counted.ts'
import type { Tone } from '../../ui/text/state-mark.tsx'
import { Mark } from '../../ui/text/state-mark.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './sight.module.css'

const tones: Readonly<Record<ProofStanding, Tone>> = {
  never: 'unknown',
  unreadable: 'bad',
  failed: 'bad',
  other: 'bad',
  old: 'review',
  proved: 'good',
}

interface ProofPartProps {
  readonly proof: ProofView
  readonly view: SightView
}

/** The last masking proof: when, of which matrix, what it was made of, and what is wrong with it. */
export function ProofPart({ proof: { standing, says, proof }, view }: ProofPartProps): ReactNode {
  return (
    <Section title="Masking proof">
      <p className={styles.standing} data-standing={standing}>
        <Mark tone={tones[standing]} />
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
      {proof === null ? null : <Facts proof={proof} view={view} />}
    </Section>
  )
}

function Facts({
  proof,
  view,
}: {
  readonly proof: NonNullable<ProofView['proof']>
  readonly view: SightView
}): ReactNode {
  const { figures, commit, fingerprint, seconds, faults } = proof
  const share = (done: number, all: number, term: string) => (
    <Figure term={term} value={counted(done)} of={`of ${counted(all)}`} isLoud={done < all} />
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
      <Figures>
        {share(figures.cellsCovered, figures.cells, 'Cells covered')}
        {share(figures.routesWalked, figures.routes, 'Routes walked')}
        {share(figures.waysWalked, figures.ways, 'Routes × roles')}
        {share(figures.exitsCovered, figures.exits, 'Exits searched')}
        {share(figures.killed, figures.mutants, 'Mutants caught')}
        <Figure term="Pairs of worlds" value={counted(figures.pairs)} />
        <Figure term="Pairs of values" value={counted(figures.pairsOfMasks)} />
        {share(figures.tests - figures.testsFailed, figures.tests, 'Tests passed')}
      </Figures>
      <details className={styles.behind}>
        <summary>What was searched, by role</summary>
        <Outputs proof={proof} view={view} />
        <p className={styles.quiet}>
          {countOf(figures.answers, 'answer')} compared in {Math.round(seconds / 60)} min
          {commit === null ? '' : <>, commit {commit.slice(0, 10)}</>}. Matrix proved{' '}
          <code>{fingerprint.slice(0, 12)}</code>, in force <code>{view.fingerprint.slice(0, 12)}</code>.
        </p>
      </details>
    </>
  )
}

/** Exits × roles: how many outputs of each kind were searched. */
function Outputs({
  proof: { outputs },
  view: { exits, roles },
}: {
  readonly proof: NonNullable<ProofView['proof']>
  readonly view: SightView
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
              <td key={role}>{counted(outputs[exit][role])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
