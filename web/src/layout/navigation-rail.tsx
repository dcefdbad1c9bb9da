import type { Permission } from '@paydesk/shared/core/permissions'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import {
  Activity,
  BellRing,
  CircleHelp,
  ClipboardCheck,
  CornerDownRight,
  FileUp,
  HandCoins,
  House,
  KeyRound,
  MonitorSmartphone,
  Scale,
  ScrollText,
  Search,
  TableProperties,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../lib/messages/messages-context.tsx'
import { type LocalEnvironment, useSession } from '../lib/session-context.tsx'
import { useShortcut } from '../ui/state/shortcuts.tsx'
import { Kbd } from '../ui/text/kbd.tsx'
import styles from './navigation-rail.module.css'

interface NavigationRailProps {
  readonly here: LocalEnvironment
  readonly environments: readonly LocalEnvironment[]
  /** Null for a role that may not search. */
  readonly onBox: (() => void) | null
  readonly onHelp: () => void
  /** Panel of the user, at the foot of the rail. */
  readonly children: ReactNode
}

/** Pages reached from everywhere: at most six for any user. The search box finds all other pages. */
const navigationEntries = [
  { to: '/$env/', name: 'home', icon: House, keys: 'g h', needs: null },
  {
    to: '/$env/transactions',
    name: 'transactions',
    icon: TableProperties,
    keys: 'g t',
    needs: 'records.read',
  },
  {
    to: '/$env/payment-requests',
    name: 'paymentRequests',
    icon: HandCoins,
    keys: 'g q',
    needs: 'payment_request.read',
  },
  { to: '/$env/review', name: 'review', icon: ClipboardCheck, keys: 'g r', needs: 'review.read' },
  {
    to: '/$env/reconciliation',
    name: 'reconciliation',
    icon: Scale,
    keys: 'g x',
    needs: 'reconciliation.read',
  },
  {
    to: '/$env/notifications',
    name: 'notifications',
    icon: BellRing,
    keys: 'g n',
    needs: 'notification_queue.read',
  },
  { to: '/$env/audit-log', name: 'auditLog', icon: ScrollText, keys: 'g a', needs: 'audit.own' },
  { to: '/$env/imports', name: 'imports', icon: FileUp, keys: 'g i', needs: 'import.run' },
  { to: '/$env/api-keys', name: 'apiKeys', icon: KeyRound, keys: 'g k', needs: 'api_key.manage' },
  { to: '/health', name: 'health', icon: Activity, keys: 'g e', needs: 'health.read' },
  { to: '/sessions', name: 'sessions', icon: MonitorSmartphone, keys: 'g s', needs: 'session.end' },
] as const satisfies readonly { readonly needs: Permission | null; readonly [more: string]: unknown }[]
type NavigationEntry = (typeof navigationEntries)[number]

/** Pages reached by shortcuts, links and search; the rail shows one only while the page is open. */
const secondaryPages = [
  { to: '/$env/decisions', name: 'decisions' },
  { to: '/$env/review-figures', name: 'reviewFigures' },
  { to: '/$env/subject-access', name: 'subjectAccess' },
  { to: '/$env/document-downloads', name: 'downloads' },
  { to: '/$env/field-permissions', name: 'fieldPermissions' },
  { to: '/$env/questions', name: 'questions' },
  { to: '/$env/reconciliation-report', name: 'dailyReport' },
  { to: '/$env/undocumented-values', name: 'undocumentedValues' },
  { to: '/break-glass', name: 'breakGlass' },
  { to: '/sessions', name: 'sessions' },
] as const

function useIsCurrentPage(here: LocalEnvironment): (to: string) => boolean {
  const { pathname } = useLocation()
  return (to) => pathname === to.replace('$env', here.name)
}

/**
 * Picks the entries above the limit of six; shortcuts and links still reach them. First the audit log for a
 * user who finds only their own events in it, or the transaction list for a user who sees the whole log; then
 * payment requests.
 */
function pickOverflowEntries(
  open: readonly NavigationEntry[],
  permissions: readonly Permission[],
): readonly NavigationEntry[] {
  const first = permissions.includes('audit.every') ? '/$env/transactions' : '/$env/audit-log'
  return [first, '/$env/payment-requests']
    .flatMap((left) => open.filter(({ to }) => to === left))
    .slice(0, Math.max(0, open.length - 6))
}

export function NavigationRail({
  here,
  environments,
  onBox,
  onHelp,
  children,
}: NavigationRailProps): ReactNode {
  const { permissions } = useSession()
  const texts = useMessages('shell')
  const names = texts.navigation
  const open = navigationEntries.filter(({ needs }) => needs === null || permissions.includes(needs))
  const left = pickOverflowEntries(open, permissions)
  const isOpen = useIsCurrentPage(here)
  const gone = left.filter(({ to }) => !isOpen(to))
  const visited = secondaryPages.find(({ to }) => isOpen(to) && !open.some((entry) => entry.to === to))
  const navigate = useNavigate()
  useShortcut(
    'g d',
    names.decisions,
    () => void navigate({ to: '/$env/decisions', params: { env: here.name } }),
    permissions.includes('review.read'),
  )
  useShortcut(
    'g f',
    names.reviewFigures,
    () => void navigate({ to: '/$env/review-figures', params: { env: here.name } }),
    permissions.includes('review.read'),
  )
  useShortcut(
    'g o',
    names.subjectAccess,
    () => void navigate({ to: '/$env/subject-access', params: { env: here.name } }),
    permissions.includes('subject_access.export'),
  )
  useShortcut(
    'g u',
    names.undocumentedValues,
    () => void navigate({ to: '/$env/undocumented-values', params: { env: here.name } }),
    permissions.includes('undocumented_values.read'),
  )
  useShortcut(
    'g w',
    names.fieldPermissions,
    () => void navigate({ to: '/$env/field-permissions', params: { env: here.name } }),
    permissions.includes('field_permissions.read'),
  )
  useShortcut(
    'g s',
    texts.ownSessions,
    () => void navigate({ to: '/sessions', search: { from: here.name } }),
    permissions.includes('session.own') && !permissions.includes('session.end'),
  )
  useShortcut(
    'g b',
    names.breakGlass,
    () => void navigate({ to: '/break-glass', search: { from: here.name } }),
    permissions.includes('break_glass.review'),
  )
  return (
    <header className={styles.rail} data-kind={here.kind}>
      <div className={styles.top}>
        <span className={styles.product}>{texts.product}</span>
        <EnvironmentSwitch here={here} environments={environments} />
      </div>
      {onBox ? (
        <button type="button" className={styles.box} onClick={onBox}>
          <Search size={15} aria-hidden />
          <span className={styles.label}>{texts.search}</span>
          <Kbd keys="Ctrl K" />
        </button>
      ) : null}
      <nav aria-label={texts.pages} className={styles.nav}>
        <ul>
          {open
            .filter((entry) => !gone.includes(entry))
            .map((entry) => (
              <li key={entry.to}>
                <NavigationLink entry={entry} here={here} />
              </li>
            ))}
          {visited ? (
            <li>
              <SecondaryPageLink entry={visited} here={here} />
            </li>
          ) : null}
        </ul>
        {gone.map((entry) => (
          <NavigationShortcut key={entry.to} entry={entry} here={here} />
        ))}
      </nav>
      <div className={styles.foot}>
        <button type="button" className={styles.entry} onClick={onHelp}>
          <CircleHelp size={15} aria-hidden />
          <span className={styles.label}>{texts.help}</span>
          <Kbd keys="?" />
        </button>
        {children}
      </div>
    </header>
  )
}

interface NavigationLinkProps {
  readonly entry: NavigationEntry
  readonly here: LocalEnvironment
}

function useNavigationTarget({ entry: { to, name, keys }, here }: NavigationLinkProps) {
  const navigate = useNavigate()
  const label = useMessages('shell').navigation[name]
  const place =
    to === '/health' || to === '/sessions'
      ? ({ to, search: { from: here.name } } as const)
      : ({ to, params: { env: here.name } } as const)
  useShortcut(keys, label, () => void navigate(place))
  return { place, label }
}

/** Registers the shortcut of a page that has no entry in the rail. */
function NavigationShortcut(props: NavigationLinkProps): ReactNode {
  useNavigationTarget(props)
  return null
}

function NavigationLink(props: NavigationLinkProps): ReactNode {
  const { icon: Icon, keys } = props.entry
  const { place, label } = useNavigationTarget(props)
  return (
    <Link {...place} className={styles.entry} activeOptions={{ exact: true, includeSearch: false }}>
      <Icon size={15} aria-hidden />
      <span className={styles.label}>{label}</span>
      <Kbd keys={keys} />
    </Link>
  )
}

interface SecondaryPageLinkProps {
  readonly entry: (typeof secondaryPages)[number]
  readonly here: LocalEnvironment
}

function SecondaryPageLink({ entry: { to, name }, here }: SecondaryPageLinkProps): ReactNode {
  const label = useMessages('shell').navigation[name]
  const place =
    to === '/break-glass' || to === '/sessions'
      ? ({ to, search: { from: here.name } } as const)
      : ({ to, params: { env: here.name } } as const)
  return (
    <Link {...place} className={styles.entry} activeOptions={{ exact: true, includeSearch: false }}>
      <CornerDownRight size={15} aria-hidden />
      <span className={styles.label}>{label}</span>
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
