import type { CellCover, SightField, SightView } from '@paydesk/shared/compliance/sight'
import type { Role } from '@paydesk/shared/core/permissions'
import type { ReactNode } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { countOf } from '../../ui/text/counted.ts'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { wordsOf } from './matrix-filter.ts'
import styles from './sight.module.css'

interface CellDetailProps {
  readonly view: SightView
  readonly row: SightField
  readonly role: Role
  readonly onClose: () => void
}

/** One cell: what it shows and why, whether it was changed here, and what proved it when. */
export function CellDetail({ view, row, role, onClose }: CellDetailProps): ReactNode {
  const words = wordsOf(view, row.cells[role], row)
  const label = view.roles.find((one) => one.role === role)?.label ?? role
  const named = view.classes.find((one) => one.class === row.class)
  const change = view.changes.find((one) => one.field === row.field && one.role === role)
  return (
    <Dialog title={`${row.words}, for ${label}`} onClose={onClose}>
      <dl className={styles.detail}>
        <dt>Sees</dt>
        <dd>
          {words.says}
          {row.cells[role] === '-' ? null : <code className={styles.notation}> {row.cells[role]}</code>}
        </dd>
        {words.example ? (
          <>
            <dt>Made-up example</dt>
            <dd>
              <code>{words.example.value}</code> → <code>{words.example.shows}</code>
            </dd>
          </>
        ) : null}
        {change ? (
          <>
            <dt>Changed here</dt>
            <dd data-looser={change.isLooser || undefined}>
              {change.isLooser ? '▲ Shows more than the default: ' : '▽ Shows less than the default: '}
              {wordsOf(view, change.from).short} → {wordsOf(view, change.to).short}
            </dd>
          </>
        ) : null}
        <dt>Why</dt>
        <dd>{row.why}</dd>
        <dt>Class</dt>
        <dd>
          {named?.label ?? row.class}. {named?.means}
        </dd>
        <dt>In the interface</dt>
        <dd>
          <code>{row.member}</code>, here <code>{row.field}</code>
        </dd>
        <dt>Proof</dt>
        <dd>
          <Covered view={view} cover={row.covered?.[role] ?? null} />
        </dd>
      </dl>
    </Dialog>
  )
}

/** Which checks covered the cell in the last proof, and at which exits. */
function Covered({ view, cover }: { readonly view: SightView; readonly cover: CellCover | null }): ReactNode {
  const { standing, says, proof } = view.proof
  if (cover === null || proof === null) return says
  return (
    <>
      <p>
        {says}
        {standing === 'failed' ? ', ' : ' '}
        <Timestamp at={proof.at} as="full" />: {countOf(cover.pairs, 'pair')} that had to look the same,{' '}
        {countOf(cover.mutants, 'change')} of this cell caught.
      </p>
      <ul className={styles.checks}>
        {view.checks.map(({ check, label, means }) => {
          const isDone = cover.checks.includes(check)
          return (
            <li key={check} data-done={isDone || undefined}>
              <span aria-hidden>{isDone ? '✓' : '–'}</span>
              <span>
                <b>{label}</b>
                {isDone ? '' : ', not for this cell'}. {means}
              </span>
            </li>
          )
        })}
      </ul>
      <p className={styles.quiet}>
        {cover.exits.length === 0
          ? 'No answer of the walk carries this field, so no exit was searched for it.'
          : `Searched: ${view.exits
              .filter(({ exit }) => cover.exits.includes(exit))
              .map(({ label }) => label.toLowerCase())
              .join(', ')}.`}
      </p>
    </>
  )
}
