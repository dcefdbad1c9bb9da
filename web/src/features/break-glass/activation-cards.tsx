import type { BreakGlassActivation } from '@paydesk/shared/compliance/break-glass'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { getVisibleText } from '../../ui/text/field-value.tsx'
import { AcknowledgeBreakGlassButton } from './acknowledge-button.tsx'
import styles from './break-glass-page.module.css'
import { useBreakGlassDescription } from './use-break-glass-description.ts'

/** Activations on the home page, each with its text and the button to acknowledge it. */
export function BreakGlassActivationCards({
  breaks,
}: {
  readonly breaks: readonly BreakGlassActivation[]
}): ReactNode {
  const texts = useMessages('breakGlass')
  return (
    <ul aria-label={texts.title} className={styles.cards}>
      {breaks.map((one) => (
        <ActivationCard key={one.breakGlass} activation={one} />
      ))}
    </ul>
  )
}

function ActivationCard({ activation }: { readonly activation: BreakGlassActivation }): ReactNode {
  const texts = useMessages('breakGlass')
  const { name: env } = useEnvironment()
  const { who, why } = useBreakGlassDescription(activation)
  return (
    <li className={styles.card} data-running={!activation.isOver || undefined}>
      <p>
        <b>
          <span aria-hidden>▲</span> {who}
        </b>
        : {why}
      </p>
      <p className={styles.text}>{getVisibleText(activation.text)}</p>
      <p className={styles.actions}>
        {activation.isReportMissing ? <b className={styles.missing}>{texts.reportMissing}</b> : null}
        <AcknowledgeBreakGlassButton activation={activation} />
        <Link to="/break-glass" search={{ from: env }}>
          {texts.view}
        </Link>
      </p>
    </li>
  )
}
