import type { EnvironmentView } from '@paydesk/shared/session'
import { Link } from '@tanstack/react-router'
import { CircleHelp, House, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './rail.module.css'
import { Kbd } from './ui/kbd.tsx'

interface RailProps {
  readonly here: EnvironmentView
  readonly environments: readonly EnvironmentView[]
  /** Null for a role that looks nothing up. */
  readonly onBox: (() => void) | null
  readonly onHelp: () => void
  /** The person's own panel, at the foot. */
  readonly children: ReactNode
}

/** The pages that are reached from everywhere; at most six, all else is found by the box. */
const entries = [{ to: '/$env/', label: 'Home', icon: House, keys: 'g h' }] as const

export function Rail({ here, environments, onBox, onHelp, children }: RailProps): ReactNode {
  return (
    <header className={styles.rail} data-kind={here.kind}>
      <div className={styles.top}>
        <span className={styles.product}>Paydesk</span>
        <EnvironmentName here={here} environments={environments} />
      </div>
      {onBox ? (
        <button type="button" className={styles.box} onClick={onBox}>
          <Search size={15} aria-hidden />
          <span className={styles.label}>Look up</span>
          <Kbd keys="Ctrl K" />
        </button>
      ) : null}
      <nav aria-label="Pages" className={styles.nav}>
        <ul>
          {entries.map(({ to, label, icon: Icon, keys }) => (
            <li key={to}>
              <Link
                to={to}
                params={{ env: here.name }}
                className={styles.entry}
                activeOptions={{ exact: true }}
              >
                <Icon size={15} aria-hidden />
                <span className={styles.label}>{label}</span>
                <Kbd keys={keys} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.foot}>
        <button type="button" className={styles.entry} onClick={onHelp}>
          <CircleHelp size={15} aria-hidden />
          <span className={styles.label}>Help</span>
          <Kbd keys="?" />
        </button>
        {children}
      </div>
    </header>
  )
}

/** The environment as word and colour; where there are several, each is an address of its own. */
function EnvironmentName({ here, environments }: Pick<RailProps, 'here' | 'environments'>): ReactNode {
  return (
    <ul className={styles.environments} aria-label="Environment">
      {environments.map((each) => (
        <li key={each.name}>
          {each.name === here.name ? (
            <span className={styles.environment} aria-current="true">
              {each.label}
            </span>
          ) : (
            <Link to="/$env/" params={{ env: each.name }} className={styles.other}>
              {each.label}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
