import type { TransactionView } from '@paydesk/shared/payments/transactions'
import type { ReactNode } from 'react'
import { Section } from '../../ui/page/section.tsx'
import type { StateTone } from '../../ui/text/state-label.tsx'
import { NotProvided, ToneIcon, UndocumentedTag } from '../../ui/text/state-label.tsx'
import styles from './steps-section.module.css'

type Step = TransactionView['steps'][number]

const stepStateLabels: Record<string, { word: string; tone: StateTone }> = {
  NA: { word: 'Not applicable', tone: 'ended' },
  PENDING: { word: 'Pending', tone: 'open' },
  SUCCESS: { word: 'Success', tone: 'good' },
  ACCEPTED: { word: 'Accepted', tone: 'good' },
  FAILED: { word: 'Failed', tone: 'bad' },
  EXPIRED: { word: 'Expired', tone: 'ended' },
}

/** Lists applicable steps first; steps that are not applicable are collapsed, not left out. */
export function WorkflowStepsSection({ steps }: { readonly steps: readonly Step[] }): ReactNode {
  const taking = steps.filter((step) => step.value !== 'NA')
  const folded = steps.filter((step) => step.value === 'NA')
  return (
    <Section title="Steps" note={steps.length > 0 ? `${taking.length} of ${steps.length} apply` : null}>
      {steps.length === 0 ? <p className={styles.none}>The record names no steps.</p> : null}
      {taking.length > 0 ? <StepList steps={taking} /> : null}
      {folded.length > 0 ? (
        <details>
          <summary className={styles.more}>{folded.length} not applicable</summary>
          <StepList steps={folded} />
        </details>
      ) : null}
    </Section>
  )
}

function StepList({ steps }: { steps: readonly Step[] }): ReactNode {
  return (
    <ol className={styles.steps}>
      {steps.map((step) => {
        const said = step.known ? stepStateLabels[step.value] : undefined
        return (
          <li key={step.step} className={styles.step}>
            <ToneIcon tone={said?.tone ?? 'unknown'} />
            <span className={styles.name}>
              {step.word ?? <code>{step.step}</code>}
              {step.means ? <span className={styles.means}>{step.means}</span> : null}
            </span>
            <span className={styles.value}>
              {said ? (
                said.word
              ) : step.value === '' ? (
                <NotProvided />
              ) : (
                <>
                  <code>{step.value}</code> <UndocumentedTag />
                </>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
