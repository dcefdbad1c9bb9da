import { deriveIdentityStatus, type IdentityStatus } from '@paydesk/shared/compliance/identities'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { getVisibleText } from '../../ui/text/field-value.tsx'
import { type StateTone, ToneIcon } from '../../ui/text/state-label.tsx'
import styles from './identity-status.module.css'

/** Only `verified` is green; what was not checked has a neutral mark. */
export const identityStatusTones: Readonly<Record<IdentityStatus, StateTone>> = {
  not_verified: 'ended',
  in_review: 'review',
  verified: 'good',
  rejected: 'bad',
  unknown: 'unknown',
}

interface IdentityStatusBannerProps {
  readonly kycState: MaskedValue
  /** True for a small banner, on pages that are not about the identity itself. */
  readonly isSmall?: boolean
}

/** Says whether an identity is verified, with mark, word and sentence, and the value it was read from. */
export function IdentityStatusBanner({ kycState, isSmall = false }: IdentityStatusBannerProps): ReactNode {
  const { status: texts } = useMessages('identities')
  const format = useFormatter()
  const raw = getVisibleText(kycState)
  const status = deriveIdentityStatus(raw)
  const says =
    raw !== null && raw !== ''
      ? texts.meanings[status]
      : kycState.visibility === 'hidden'
        ? texts.hidden
        : texts.notProvided
  return (
    <section
      aria-label={texts.label}
      className={styles.banner}
      data-tone={identityStatusTones[status]}
      data-small={isSmall || undefined}
    >
      <ToneIcon tone={identityStatusTones[status]} />
      <p className={styles.title}>{texts.titles[status]}</p>
      <p className={styles.says}>
        {says}{' '}
        {raw === null || raw === '' ? null : (
          <span className={styles.raw}>
            {format.parts(texts.raw, { value: <code key="raw">{raw}</code> })}
          </span>
        )}
      </p>
    </section>
  )
}
