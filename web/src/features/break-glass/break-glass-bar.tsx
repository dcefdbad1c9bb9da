import type { OwnBreakGlassStatus } from '@paydesk/shared/compliance/break-glass'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useMutation } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { useNowEverySecond } from '../../ui/state/use-now.ts'
import styles from './break-glass-bar.module.css'
import { breakGlassQueries } from './queries.ts'

// Load lazily: only users who activated break-glass need the form.
const ReportDialog = lazy(() =>
  import('./report-dialog.tsx').then((made) => ({ default: made.BreakGlassReportDialog })),
)

interface BreakGlassBarProps {
  readonly env: EnvironmentName
  readonly breakGlass: OwnBreakGlassStatus
  /** Reloads everything on screen, because the permissions of the session changed. */
  readonly onChanged: () => Promise<void>
}

/** Banner above every page: remaining time of emergency access, or the report that is owed. */
export function BreakGlassBar({ env, breakGlass, onChanged }: BreakGlassBarProps): ReactNode {
  if (breakGlass.until === null && breakGlass.reportDueFor === null) return null
  return (
    // Few users need these texts: they load with the bar, and the page stays on screen meanwhile.
    <Suspense>
      {breakGlass.until === null ? (
        <OwedReportBar env={env} onChanged={onChanged} />
      ) : (
        <ActiveBreakGlassBar key={breakGlass.until} until={breakGlass.until} onChanged={onChanged} />
      )}
    </Suspense>
  )
}

/** Formats milliseconds as minutes and seconds, for example `14:07`. */
function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function ActiveBreakGlassBar({
  until,
  onChanged,
}: Pick<BreakGlassBarProps, 'onChanged'> & { readonly until: string }): ReactNode {
  const texts = useMessages('breakGlass')
  const format = useFormatter()
  const left = Date.parse(until) - useNowEverySecond()
  const isOver = left <= 0
  const end = useMutation({ ...breakGlassQueries(useApiClient()).end(), onSuccess: onChanged })
  // Reload the session when the local countdown ends: the server's clock decides whether access has expired.
  const ask = useEffectEvent(() => void onChanged())
  useEffect(() => {
    if (isOver) ask()
  }, [isOver])
  useBreakGlassWindowMark(`${texts.bar.windowTitle} `)
  return (
    <section aria-label={texts.bar.on} className={styles.bar} data-state="broken">
      <TriangleAlert size={18} aria-hidden className={styles.sign} />
      <p className={styles.words}>
        <b>{texts.bar.on}.</b> {texts.bar.detail}
      </p>
      <span className={styles.left}>
        {format.parts(texts.bar.left, {
          time: (
            <span key="time" role="timer">
              {formatCountdown(left)}
            </span>
          ),
        })}
      </span>
      <Button disabled={end.isPending} onClick={() => end.mutate()}>
        {texts.bar.end}
      </Button>
      {end.error ? <ProblemNote error={end.error} missing={texts.bar.notEnded} /> : null}
    </section>
  )
}

function OwedReportBar({ env, onChanged }: Pick<BreakGlassBarProps, 'env' | 'onChanged'>): ReactNode {
  const texts = useMessages('breakGlass')
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label={texts.owed.title} className={styles.bar} data-state="owed">
      <TriangleAlert size={18} aria-hidden className={styles.sign} />
      <p className={styles.words}>
        <b>{texts.owed.title}.</b> {texts.owed.detail}
      </p>
      <Button onClick={() => setOpen(true)}>{texts.owed.write}</Button>
      {isOpen ? (
        <Suspense>
          <ReportDialog env={env} onClose={() => setOpen(false)} onWritten={onChanged} />
        </Suspense>
      ) : null}
    </section>
  )
}

const activeIconUrl = '/icon-glass.svg'

/**
 * Marks the window title and icon, again after other code sets them, so that no window with emergency access
 * is forgotten behind others.
 */
function useBreakGlassWindowMark(windowTitlePrefix: string): void {
  useEffect(() => {
    const title = document.querySelector('title')
    const icon = document.querySelector('link[rel="icon"]')
    let before: string | null = null
    const mark = () => {
      // The number of unread inbox entries may stand before the mark.
      if (!document.title.includes(windowTitlePrefix)) document.title = windowTitlePrefix + document.title
      const href = icon?.getAttribute('href') ?? activeIconUrl
      if (href === activeIconUrl) return
      before = href
      icon?.setAttribute('href', activeIconUrl)
    }
    mark()
    const watching = new MutationObserver(mark)
    if (title) watching.observe(title, { childList: true })
    if (icon) watching.observe(icon, { attributeFilter: ['href'] })
    return () => {
      watching.disconnect()
      document.title = document.title.replace(windowTitlePrefix, '')
      if (before !== null) icon?.setAttribute('href', before)
    }
  }, [windowTitlePrefix])
}
