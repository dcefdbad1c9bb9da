import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet, useLocation, useMatch, useRouterState } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { lazy, Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { AccountPanel } from '../features/sign-in/account-panel.tsx'
import { sessionQueries } from '../features/sign-in/queries.ts'
import { SessionExpiryWatch } from '../features/sign-in/session-expiry-watch.tsx'
import { useApiClient } from '../lib/api/api-client-context.tsx'
import { useLiveUpdatesWhile } from '../lib/live/live-updates-context.tsx'
import { useMessages } from '../lib/messages/messages-context.tsx'
import {
  findEnvironment,
  type LocalizedEnvironment,
  SessionProvider,
  useLocalizeEnvironment,
} from '../lib/session-context.tsx'
import { ChangeSettingsProvider } from '../lib/settings-context.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Button } from '../ui/forms/button.tsx'
import { listPressedKeys } from '../ui/state/key-press.ts'
import { useShortcut, useShortcutHelpEntry } from '../ui/state/shortcuts.tsx'
import { Kbd } from '../ui/text/kbd.tsx'
import { useToastList } from '../ui/text/toasts.tsx'
import styles from './app-shell.module.css'
import type { CommandFinder } from './command-source.tsx'
import { ConnectionBadge } from './connection-badge.tsx'
import { FaviconChoice } from './favicon-choice.tsx'
import { NavigationRail } from './navigation-rail.tsx'
import { PermittedSearchBox } from './permitted-search-box.tsx'
import { useApplySettings, useSaveSettings } from './use-own-settings.ts'

const route = getRouteApi('/inside')

// Load lazily: hardly anybody ever needs these.
const BreakGlass = lazy(() =>
  import('../features/break-glass/break-glass-form.tsx').then((made) => ({ default: made.BreakGlassForm })),
)
const BreakGlassBar = lazy(() =>
  import('../features/break-glass/break-glass-bar.tsx').then((made) => ({ default: made.BreakGlassBar })),
)
const CommandSource = lazy(() =>
  import('./command-source.tsx').then((made) => ({ default: made.CommandSource })),
)
const ShortcutTooltip = lazy(() =>
  import('../ui/text/shortcut-tooltip.tsx').then((made) => ({ default: made.ShortcutTooltip })),
)
const ToastRegion = lazy(() => import('./toast-region.tsx').then((made) => ({ default: made.ToastRegion })))
const Help = lazy(() => import('./help-dialog.tsx').then((made) => ({ default: made.HelpDialog })))
const DesktopAlertSettings = lazy(() =>
  import('../features/inbox/desktop-alert-settings.tsx').then((made) => ({
    default: made.DesktopAlertSettings,
  })),
)
const Settings = lazy(() =>
  import('../features/settings/settings-dialog.tsx').then((made) => ({ default: made.SettingsDialog })),
)

/** Frame of every page: navigation rail, banner, search box, help, and the watch over the session's end. */
export function AppShell(): ReactNode {
  const { clock, leave, messages, session: first } = route.useRouteContext()
  const texts = useMessages('shell')
  const queryClient = useQueryClient()
  const queries = sessionQueries(useApiClient())
  const { data: session = first } = useQuery(queries.whoAmI())
  const location = useLocation()
  const isLoading = useRouterState({ select: (state) => state.status === 'pending' })
  const fromHealth = useMatch({ from: '/inside/health', shouldThrow: false })?.search.from
  const fromGlass = useMatch({ from: '/inside/break-glass', shouldThrow: false })?.search.from
  const fromSessions = useMatch({ from: '/inside/sessions', shouldThrow: false })?.search.from
  const localize = useLocalizeEnvironment()
  const given =
    useMatch({ from: '/inside/$env', shouldThrow: false })?.context.environment ??
    findEnvironment(session, fromHealth ?? fromSessions ?? fromGlass ?? '') ??
    session.environments[0]
  const here = given === undefined ? undefined : localize(given)
  const [dialog, setDialog] = useState<'box' | 'help' | 'glass' | 'settings' | null>(null)
  useShortcut('?', texts.helpShortcut, () => setDialog('help'))
  useSearchShortcut(() => setDialog('box'))
  const finder = useRef<CommandFinder>(null)
  const recent = useRef<readonly string[]>([])
  /** Renders the palette again when its commands have arrived. */
  const [, setCommandCount] = useState(0)
  useApplySettings(session.settings)
  const changeSettings = useSaveSettings()
  useEffect(() => clock.setExpiry(session), [clock, session])
  // Keep the former language if the texts of the new one do not arrive.
  useEffect(() => void messages.apply(session.settings, session.zone).catch(() => {}), [messages, session])
  /** Resets all data on screen after the privileges of this session have changed. */
  async function reloadSession() {
    // Do nothing on failure: the next answer with another session fingerprint restarts the page anyway.
    const read = await queryClient.fetchQuery({ ...queries.whoAmI(), staleTime: 0 }).catch(() => null)
    if (read === null) return
    await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  }
  function openDialog(next: 'help' | 'glass' | 'settings') {
    // Load the texts beside the code, so that the dialog appears as a whole.
    if (next === 'settings') messages.load('settings').catch(() => {})
    setDialog(next)
  }
  const hears = session.permissions.includes('live.listen')
  useLiveUpdatesWhile(hears)
  return (
    <SessionProvider value={session}>
      <ChangeSettingsProvider value={changeSettings}>
        <a href="#main" className={styles.skip}>
          {texts.skipLink}
        </a>
        {session.breakGlass && here ? (
          <Suspense>
            <BreakGlassBar env={here.name} breakGlass={session.breakGlass} onChanged={reloadSession} />
          </Suspense>
        ) : null}
        {here ? <Banner environment={here} /> : null}
        <div
          className={`${styles.frame} ${here?.banner ? styles.below : ''} ${session.breakGlass ? styles.glass : ''}`}
        >
          {here ? (
            <NavigationRail
              here={here}
              environments={session.environments.map(localize)}
              isNarrow={session.settings.rail === 'narrow'}
              onNarrow={(isNarrow) => changeSettings({ rail: isNarrow ? 'narrow' : null })}
              onBox={() => setDialog('box')}
              onHelp={() => setDialog('help')}
            >
              {hears ? <ConnectionBadge /> : null}
              <AccountPanel onSignedOut={leave}>
                {session.permissions.includes('session.own') ? <SessionsLink from={here.name} /> : null}
                {session.permissions.includes('audit.own') ? (
                  <Link to="/$env/audit-log" params={{ env: here.name }}>
                    {texts.ownActivity}
                  </Link>
                ) : null}
                {session.permissions.includes('break_glass.start') && !session.breakGlass ? (
                  <PanelButton label={texts.startBreakGlass} onOpen={() => setDialog('glass')} />
                ) : null}
                <PanelButton label={texts.settings} onOpen={() => openDialog('settings')} />
                <FaviconChoice environment={here} />
              </AccountPanel>
            </NavigationRail>
          ) : null}
          <main id="main" tabIndex={-1} className={styles.main}>
            <div aria-busy={isLoading || undefined}>
              <Outlet />
            </div>
          </main>
        </div>
        {dialog === 'box' && here ? (
          <Dialog title={texts.search} top onClose={() => setDialog(null)}>
            <PermittedSearchBox
              env={here.name}
              onGone={() => setDialog(null)}
              findCommands={(typed) => finder.current?.(typed)}
            />
            <Suspense>
              <CommandSource
                here={here}
                settings={session.settings}
                changeSettings={changeSettings}
                openDialog={openDialog}
                finder={finder}
                recent={recent}
                onChange={() => setCommandCount((count) => count + 1)}
              />
            </Suspense>
          </Dialog>
        ) : null}
        {dialog === 'glass' && here ? (
          <Suspense>
            <BreakGlass env={here.name} onClose={() => setDialog(null)} onBroken={reloadSession} />
          </Suspense>
        ) : null}
        {dialog === 'settings' ? (
          <Suspense>
            <Settings
              settings={session.settings}
              zone={session.zone}
              onSaved={(settings) =>
                queryClient.setQueryData(queries.whoAmI().queryKey, { ...session, settings })
              }
              onClose={() => setDialog(null)}
            >
              {session.permissions.includes('inbox.read') ? <DesktopAlertSettings /> : null}
            </Settings>
          </Suspense>
        ) : null}
        {dialog === 'help' ? (
          <Suspense>
            <Help
              areShortcutsOn={session.settings.shortcuts !== 'off'}
              onSwitch={(on) => changeSettings({ shortcuts: on ? null : 'off' })}
              onClose={() => setDialog(null)}
            />
          </Suspense>
        ) : null}
        <Toasts />
        {session.settings.shortcuts === 'off' ? null : (
          <Suspense>
            <ShortcutTooltip />
          </Suspense>
        )}
        <SessionExpiryWatch
          clock={clock}
          renew={() => void queryClient.invalidateQueries({ queryKey: queries.whoAmI().queryKey })}
          over={(why) => {
            queryClient.clear()
            // Load a whole new page, so that nothing of the session stays in memory.
            const at = `${location.pathname}${location.searchStr}`
            leave(`/sign-in?reason=${why}&return=${encodeURIComponent(at)}`)
          }}
        />
      </ChangeSettingsProvider>
    </SessionProvider>
  )
}

function Toasts(): ReactNode {
  const { toasts, host, dismiss } = useToastList()
  const region =
    toasts.length === 0 ? null : (
      <Suspense>
        <ToastRegion toasts={toasts} isInDialog={host !== null} dismiss={dismiss} />
      </Suspense>
    )
  if (host !== null) return createPortal(region, host)
  return (
    // Always there: screen readers announce what comes into a live region, not a region that comes with it.
    <div aria-live="polite">{region}</div>
  )
}

/** Closes the user's panel after a click on a control inside the panel. */
function closePersonPanel(event: MouseEvent<HTMLElement>): void {
  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
}

interface PanelButtonProps {
  readonly label: string
  readonly onOpen: () => void
}

/** Button in the user's panel that opens a dialog. */
function PanelButton({ label, onOpen }: PanelButtonProps): ReactNode {
  return (
    <p className={styles.own}>
      <Button
        onClick={(event) => {
          closePersonPanel(event)
          onOpen()
        }}
      >
        {label}
      </Button>
    </p>
  )
}

function SessionsLink({ from }: { readonly from: EnvironmentName }): ReactNode {
  const texts = useMessages('shell')
  return (
    <p className={styles.own}>
      <Link to="/sessions" search={{ from }} onClick={closePersonPanel}>
        {texts.ownSessions}
      </Link>{' '}
      <Kbd keys="g s" />
    </p>
  )
}

function Banner({ environment: { banner, kind } }: { environment: LocalizedEnvironment }): ReactNode {
  const texts = useMessages('shell')
  if (banner === null) return null
  return (
    <aside aria-label={texts.aboutEnvironment} className={styles.banner} data-kind={kind}>
      {banner}
    </aside>
  )
}

/** Ctrl+K works while typing as well, so this shortcut is not among the page's single-letter keys. */
function useSearchShortcut(open: () => unknown): void {
  useShortcutHelpEntry('search', 'Ctrl K')
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (
      !listPressedKeys(event).some((key) => key.toLowerCase() === 'k') ||
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      event.shiftKey
    )
      return
    event.preventDefault()
    open()
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
