import type { TransactionView } from '@paydesk/shared/payments/transactions'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Section } from '../../ui/page/section.tsx'
import type { StateTone } from '../../ui/text/state-label.tsx'
import { NotProvidedText, ToneIcon, UndocumentedValueTag } from '../../ui/text/state-label.tsx'
import styles from './steps-section.module.css'

type Step = TransactionView['steps'][number]

const stepTones: Readonly<Record<string, StateTone>> = {
  NA: 'ended',
  PENDING: 'open',
  SUCCESS: 'good',
  ACCEPTED: 'good',
  FAILED: 'bad',
  EXPIRED: 'ended',
}

/** Lists applicable steps first; steps that are not applicable are collapsed, not left out. */
export function WorkflowStepsSection({ steps }: { readonly steps: readonly Step[] }): ReactNode {
  const texts = useMessages('transactions').steps
  const format = useFormatter()
  const taking = steps.filter((step) => step.value !== 'NA')
  const folded = steps.filter((step) => step.value === 'NA')
  return (
    <Section
      title={texts.title}
      note={steps.length > 0 ? format.text(texts.count, { count: taking.length }) : null}
    >
      {steps.length === 0 ? <p className={styles.none}>{texts.none}</p> : null}
      {taking.length > 0 ? <StepList steps={taking} /> : null}
      {folded.length > 0 ? (
        <details>
          <summary className={styles.more}>
            {format.text(texts.notRequired, { count: folded.length })}
          </summary>
          <StepList steps={folded} />
        </details>
      ) : null}
    </Section>
  )
}

function StepList({ steps }: { steps: readonly Step[] }): ReactNode {
  const texts = useMessages('transactions').steps
  const labels: Readonly<Record<string, string>> = texts.states
  const names: Readonly<Record<string, { readonly label: string; readonly meaning: string }>> = texts.names
  return (
    <ol className={styles.steps}>
      {steps.map((step) => {
        const label = step.documented ? labels[step.value] : undefined
        return (
          <li key={step.step} className={styles.step}>
            <ToneIcon tone={(step.documented ? stepTones[step.value] : undefined) ?? 'unknown'} />
            <span className={styles.name}>
              {names[step.step]?.label ?? <code>{step.step}</code>}
              {names[step.step] ? <span className={styles.means}>{names[step.step]?.meaning}</span> : null}
            </span>
            <span className={styles.value}>
              {label ? (
                label
              ) : step.value === '' ? (
                <NotProvidedText />
              ) : (
                <>
                  <code>{step.value}</code> <UndocumentedValueTag />
                </>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
