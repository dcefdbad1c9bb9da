import { buildReauthenticationPath, isReauthenticationProblem } from '@paydesk/shared/administration/sign-in'
import type { Problem } from '@paydesk/shared/core/problem'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { getButtonClassName } from '../../ui/forms/button.tsx'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { ReferenceLine } from '../../ui/page/problem-note.tsx'
import { formatDayAndTime, formatShortTime } from '../../ui/text/format-time.ts'
import styles from './sign-in-page.module.css'

const route = getRouteApi('/sign-in')

const signInReasons = {
  session_idle: {
    title: 'You were signed out',
    words: 'Nothing was asked for in a while, so the session was ended. Sign in to go on at the same place.',
  },
  session_over: {
    title: 'Your session has ended',
    words: 'A session has a longest length, or someone ended it. Sign in to go on at the same place.',
  },
  session_ended: {
    title: 'Your session was ended',
    words: 'It was ended before its time. Sign in to go on at the same place.',
  },
  signed_out: {
    title: 'You were signed out',
    words:
      'The session that was open here is no more: it was signed out in another window or at the sign-in service, or this browser has lost it. Sign in to go on at the same place.',
  },
  not_signed_in: {
    title: 'Sign in to Paydesk',
    words: 'Paydesk is for staff of this office. Every read is recorded.',
  },
}

/** Formats `Ended by an administrator at 14:03 (Europe/Berlin).` The zone in the URL may be any text. */
function formatSessionEnd({ by, at, zone }: NonNullable<Problem['ended']>): string {
  const date = new Date(at)
  const isZone = zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone)
  const here = isZone ? zone : 'UTC'
  const isOld = Date.now() - date.getTime() > 12 * 3_600_000
  const time = isOld ? formatDayAndTime(date, here) : formatShortTime(date, here, Date.now())
  const who = by === 'self' ? 'by you, from another browser,' : 'by an administrator'
  return `Ended ${who} at ${time} (${here}).`
}

const signInProblems: Record<string, { title: string; words: string }> = {
  sign_in_failed: {
    title: 'Signing in did not work',
    words:
      'The answer of the sign-in service could not be used: it was too late, or not for this window. Try once more.',
  },
  sign_in_unavailable: {
    title: 'The sign-in service does not answer',
    words: 'Nothing is wrong with your account. Try again in a minute.',
  },
  reauthentication_by_another: {
    title: 'Somebody else signed in',
    words:
      'You were asked to prove once more who you are, and another person did. Nothing has changed: your session and your place are as they were.',
  },
  reauthentication_without_time: {
    title: 'The sign-in service did not prove it',
    words:
      'It does not say that you signed in just now, so nothing is shown. Your session is as it was. Tell the people who run Paydesk, and quote the reference.',
  },
  no_role: {
    title: 'Your account has no role in Paydesk',
    words:
      'You are known, but nobody has given you a role here. Ask the people who give out roles, and quote the reference.',
  },
}

/** Sign-in page: explains why signing in is needed, with a link to do so. */
export function SignInPage(): ReactNode {
  const {
    why = 'not_signed_in',
    by,
    at,
    zone,
    problem,
    reference,
    return: returnTo = '/',
  } = route.useSearch()
  // Set if a person ended the session before its time.
  const ended = by && at && zone ? { by, at, zone } : undefined
  const failed =
    problem === undefined ? undefined : (signInProblems[problem] ?? signInProblems.sign_in_failed)
  const { title, words } = failed ?? signInReasons[why]
  const href = `/auth/sign-in?return=${encodeURIComponent(returnTo)}`
  // Offer another account: the sign-in service may reuse the account that failed, without asking.
  const isProof = isReauthenticationProblem(problem)
  const mayBeSomebodyElse = failed !== undefined && failed !== signInProblems.sign_in_unavailable && !isProof
  return (
    <PublicPage title={title}>
      {ended && !failed && why === 'session_ended' ? (
        <p className={styles.words}>
          <b>{formatSessionEnd(ended)}</b>
        </p>
      ) : null}
      <p className={styles.words}>{words}</p>
      {failed && reference ? <ReferenceLine reference={reference} /> : null}
      <p className={styles.ways}>
        <a
          className={`${getButtonClassName('primary')} ${styles.in}`}
          href={isProof ? buildReauthenticationPath(returnTo) : href}
        >
          {failed ? 'Try again' : 'Sign in'}
        </a>
        {isProof ? (
          <a className={`${getButtonClassName()} ${styles.in}`} href={returnTo}>
            Back to where you were
          </a>
        ) : null}
        {mayBeSomebodyElse ? (
          <a className={`${getButtonClassName()} ${styles.in}`} href={`${href}&as=other`}>
            Sign in as somebody else
          </a>
        ) : null}
      </p>
    </PublicPage>
  )
}

export function SignedOutPage(): ReactNode {
  return (
    <PublicPage title="You are signed out">
      <p className={styles.words}>Nothing of what you saw is kept in this browser.</p>
      <p className={styles.ways}>
        <a className={`${getButtonClassName('primary')} ${styles.in}`} href="/auth/sign-in?return=%2F">
          Sign in again
        </a>
      </p>
    </PublicPage>
  )
}

function PublicPage({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <p className={styles.product}>Paydesk</p>
        <PageHeading title={title} className={styles.title}>
          {title}
        </PageHeading>
        {children}
      </div>
    </main>
  )
}
