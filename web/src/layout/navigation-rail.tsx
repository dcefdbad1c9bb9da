import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { CircleHelp, Menu, PanelLeft, Search } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useMessages } from '../lib/messages/messages-context.tsx'
import type { LocalizedEnvironment } from '../lib/session-context.tsx'
import { useShortcut } from '../ui/state/shortcuts.tsx'
import { Kbd } from '../ui/text/kbd.tsx'
import { NavigationBadge } from './navigation-badge.tsx'
import { getPageAddress, type NavigationPage, useNavigationGroups } from './navigation-pages.ts'
import styles from './navigation-rail.module.css'

interface NavigationRailProps {
  readonly here: LocalizedEnvironment
  readonly environments: readonly LocalizedEnvironment[]
  /** Shows icons only; kept in the settings of the person. */
  readonly isNarrow: boolean
  readonly onNarrow: (isNarrow: boolean) => void
  /** Opens the command palette. */
  readonly onBox: () => void
  readonly onHelp: () => void
  /** Panel of the user, at the foot of the rail. */
  readonly children: ReactNode
}

/** Navigation: every page that the user may open, in named groups. A menu on small screens. */
export function NavigationRail({
  here,
  environments,
  isNarrow,
  onNarrow,
  onBox,
  onHelp,
  children,
}: NavigationRailProps): ReactNode {
  const texts = useMessages('shell')
  const id = useId()
  const groups = useNavigationGroups()
  const { pathname } = useLocation()
  // The open menu belongs to a page: the next page closes it.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === pathname
  return (
    <header className={styles.rail} data-kind={here.kind} data-narrow={isNarrow || undefined}>
      <div className={styles.top}>
        <span className={styles.product}>{texts.product}</span>
        <EnvironmentSwitch here={here} environments={environments} />
      </div>
      <button
        type="button"
        className={styles.box}
        title={isNarrow ? texts.search : undefined}
        onClick={onBox}
      >
        <Search size={15} aria-hidden />
        <span className={styles.label}>{texts.search}</span>
        <Kbd keys="Ctrl K" />
      </button>
      <button
        type="button"
        className={`${styles.box} ${styles.menu}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpenAt(isOpen ? null : pathname)}
      >
        <Menu size={15} aria-hidden />
        <span className={styles.label}>{texts.menu}</span>
      </button>
      <nav id={id} aria-label={texts.pages} className={styles.nav} data-open={isOpen || undefined}>
        {groups.map(({ name, pages }) => (
          <div key={name}>
            <p id={`${id}-${name}`} className={styles.group}>
              {texts.groups[name]}
            </p>
            <ul aria-labelledby={`${id}-${name}`}>
              {pages.map((page) => (
                <li key={page.to}>
                  <NavigationLink
                    page={page}
                    here={here}
                    isNarrow={isNarrow}
                    isSection={page.name !== 'home' && pathname.startsWith(`${getPagePath(page, here)}/`)}
                  />
                  <NavigationBadge
                    page={page.name}
                    env={here.name}
                    enabled={!pathname.startsWith(getPagePath(page, here))}
                  />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className={styles.foot}>
        <button
          type="button"
          className={`${styles.entry} ${styles.fold}`}
          aria-pressed={isNarrow}
          title={isNarrow ? texts.narrow : undefined}
          onClick={() => onNarrow(!isNarrow)}
        >
          <PanelLeft size={15} aria-hidden />
          <span className={styles.label}>{texts.narrow}</span>
        </button>
        <button
          type="button"
          className={styles.entry}
          title={isNarrow ? texts.help : undefined}
          aria-keyshortcuts="?"
          onClick={onHelp}
        >
          <CircleHelp size={15} aria-hidden />
          <span className={styles.label}>{texts.help}</span>
        </button>
        {children}
      </div>
    </header>
  )
}

interface NavigationLinkProps {
  readonly page: NavigationPage
  readonly here: LocalizedEnvironment
  readonly isNarrow: boolean
  /** True on the page of a record that the list behind this link holds. */
  readonly isSection: boolean
}

const getPagePath = ({ to }: NavigationPage, here: LocalizedEnvironment) => to.replace('$env', here.name)

function NavigationLink({ page, here, isNarrow, isSection }: NavigationLinkProps): ReactNode {
  const navigate = useNavigate()
  const { icon: Icon, keys, name } = page
  const label = useMessages('shell').navigation[name]
  const address = getPageAddress(page, here)
  useShortcut(keys, label, () => void navigate(address))
  return (
    <Link
      {...address}
      className={styles.entry}
      data-section={isSection || undefined}
      title={isNarrow ? label : undefined}
      activeOptions={{ exact: true, includeSearch: false }}
    >
      <Icon size={15} aria-hidden />
      <span className={styles.label}>{label}</span>
      <Kbd keys={keys} />
    </Link>
  )
}

/** Shows the environment as word and colour; links to the other environments, each at its own address. */
function EnvironmentSwitch({
  here,
  environments,
}: Pick<NavigationRailProps, 'here' | 'environments'>): ReactNode {
  const texts = useMessages('shell')
  return (
    <ul className={styles.environments} aria-label={texts.environment}>
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
