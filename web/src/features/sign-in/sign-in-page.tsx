import {
  buildReauthenticationPath,
  isReauthenticationProblem,
  type RoleClaimSources,
} from '@paydesk/shared/administration/sign-in'
import { createFormatter, isTimeZone } from '@paydesk/shared/core/formatter'
import type { Problem } from '@paydesk/shared/core/problem'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessageStore, useMessages } from '../../lib/messages/messages-context.tsx'
import { getButtonClassName } from '../../ui/forms/button.tsx'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { SupportReferenceLine } from '../../ui/page/problem-note.tsx'
import styles from './sign-in-page.module.css'

const route = getRouteApi('/sign-in')

type SignInPageTexts = Messages['signInPage']

/** Returns a text for each problem of signing in; a problem of an unknown kind is a failed sign-in. */
function describeProblem({ problems }: SignInPageTexts, problem: string) {
  return Object.entries(problems).find(([id]) => id === problem)?.[1] ?? problems.sign_in_failed
}

/** Tells who ended the session, and when. The zone in the URL may be any text. */
function SessionEnd({ by, at, zone }: NonNullable<Problem['ended']>): ReactNode {
  const texts = useMessages('signInPage')
  const here = isTimeZone(zone) ? zone : 'UTC'
  const format = createFormatter({ ...useMessageStore().read().options, timeZone: here })
  return format.text(texts.endedBy[by], { time: format.shortTime(new Date(at), Date.now()), zone: here })
}

/** Tells administrators in which places of the provider's answer the roles were looked for. */
function LookedFor({ looked }: { readonly looked: RoleClaimSources }): ReactNode {
  const texts = useMessages('signInPage').looked
  const format = createFormatter(useMessageStore().read().options)
  return (
    <div className={styles.words}>
      <p>{texts.title}</p>
      <ul className={styles.looked}>
        {looked.map((one) => {
          const [place, found] = one.split('.') as [keyof typeof texts.places, keyof typeof texts.found]
          return (
            <li key={one}>
              {format.text(texts.line, { place: texts.places[place], found: texts.found[found] })}
            </li>
          )
        })}
      </ul>
      <p>{texts.hint}</p>
    </div>
  )
}

/** Sign-in page: explains why signing in is needed, with a link to do so. */
export function SignInPage(): ReactNode {
  const {
    reason = 'not_signed_in',
    by,
    at,
    zone,
    problem,
    reference,
    looked,
    return: returnTo = '/',
  } = route.useSearch()
  // Set if a person ended the session before its time.
  const ended = by && at && zone ? { by, at, zone } : undefined
  const texts = useMessages('signInPage')
  const failed = problem === undefined ? undefined : describeProblem(texts, problem)
  const { title, detail } = failed ?? texts.reasons[reason]
  const href = `/auth/sign-in?return=${encodeURIComponent(returnTo)}`
  // Offer another account: the sign-in service may reuse the account that failed, without asking.
  const isProof = isReauthenticationProblem(problem)
  const mayBeSomebodyElse = failed !== undefined && failed !== texts.problems.sign_in_unavailable && !isProof
  return (
    <PublicPage title={title}>
      {ended && !failed && reason === 'session_ended' ? (
        <p className={styles.words}>
          <b>
            <SessionEnd {...ended} />
          </b>
        </p>
      ) : null}
      <p className={styles.words}>{detail}</p>
      {problem === 'no_role' && looked ? <LookedFor looked={looked} /> : null}
      {failed && reference ? <SupportReferenceLine reference={reference} /> : null}
      <p className={styles.ways}>
        <a
          className={`${getButtonClassName('primary')} ${styles.in}`}
          href={isProof ? buildReauthenticationPath(returnTo) : href}
        >
          {failed ? texts.tryAgain : texts.signIn}
        </a>
        {isProof ? (
          <a className={`${getButtonClassName()} ${styles.in}`} href={returnTo}>
            {texts.goBack}
          </a>
        ) : null}
        {mayBeSomebodyElse ? (
          <a className={`${getButtonClassName()} ${styles.in}`} href={`${href}&as=other`}>
            {texts.otherAccount}
          </a>
        ) : null}
      </p>
    </PublicPage>
  )
}

export function SignedOutPage(): ReactNode {
  const texts = useMessages('signInPage').signedOut
  return (
    <PublicPage title={texts.title}>
      <p className={styles.words}>{texts.detail}</p>
      <p className={styles.ways}>
        <a className={`${getButtonClassName('primary')} ${styles.in}`} href="/auth/sign-in?return=%2F">
          {texts.signInAgain}
        </a>
      </p>
    </PublicPage>
  )
}

function PublicPage({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const { product } = useMessages('shell')
  const { organisation, logo } = useRouter().options.context.branding
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <p className={styles.product}>
          {logo === null ? null : <img src={logo} alt="" className={styles.logo} />}
          {organisation === null ? null : <b>{organisation}</b>}
          <span>{product}</span>
        </p>
        <PageHeading title={title} className={styles.title}>
          {title}
        </PageHeading>
        {children}
      </div>
    </main>
  )
}
