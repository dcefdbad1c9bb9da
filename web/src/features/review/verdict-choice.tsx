import {
  type DecisionDraft,
  type DecisionVerdict,
  decisionVerdictSchema as verdicts,
} from '@paydesk/shared/cases/decisions'
import type { CaseDetail } from '@paydesk/shared/cases/review-cases'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { useId } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { isBrowserOrSystemShortcut, readPressedDigit } from '../../ui/state/key-press.ts'
import { LocalizedConfigText } from '../../ui/text/localized-config-text.tsx'
import styles from './decide.module.css'
import {
  describeOperatorActionAvailability,
  describeSharedOperatorAction,
} from './operator-action-status.tsx'

interface VerdictChoiceProps {
  /** Case data. `actionAvailability` tells what Paydesk would do per verdict; absent for bulk decisions. */
  readonly item: Pick<CaseDetail, 'reasons' | 'approvalReasons'> &
    Partial<Pick<CaseDetail, 'actionAvailability'>>
  readonly draft: DecisionDraft
  readonly group: Ref<HTMLFieldSetElement>
  /** Select of the reason, where a digit chooses. */
  readonly reasonField: Ref<HTMLSelectElement>
  readonly onChoose: (verdict: DecisionVerdict) => void
  readonly onChange: (part: Partial<DecisionDraft>) => void
  /** Called after a digit chose the reason; the comment is next. */
  readonly onReasonByKey: () => void
}

/** Choice of the verdict and of a reason for it, with the need for an approval below. */
export function VerdictChoice({
  item,
  draft,
  group,
  reasonField,
  onChoose,
  onChange,
  onReasonByKey,
}: VerdictChoiceProps): ReactNode {
  const texts = useMessages('review')
  const { verdictChoice, verdicts: verdictLabels } = texts
  const { chooseReason } = useMessages('lists')
  const format = useFormatter()
  const ids = { group: useId(), reason: useId(), second: useId() }
  const reasons = item.reasons.filter((reason) => reason.verdict === draft.verdict)
  function chooseByDigit(event: KeyboardEvent) {
    const reason = isBrowserOrSystemShortcut(event) ? undefined : reasons[(readPressedDigit(event) ?? 0) - 1]
    if (reason === undefined) return
    event.preventDefault()
    onChange({ reason: reason.code })
    onReasonByKey()
  }
  return (
    <>
      <fieldset ref={group} tabIndex={-1} className={styles.verdicts} aria-describedby={ids.second}>
        <legend className="unseen">{verdictChoice.legend}</legend>
        {verdicts.options.map((each, nth) => (
          <label key={each} className={styles.verdict} data-chosen={each === draft.verdict || undefined}>
            <input
              type="radio"
              aria-keyshortcuts={String(nth + 1)}
              name={ids.group}
              checked={each === draft.verdict}
              onChange={() => onChoose(each)}
            />
            {verdictLabels[each]}
          </label>
        ))}
      </fieldset>
      <ApprovalLine id={ids.second} item={item} verdict={draft.verdict} />
      {item.actionAvailability &&
      draft.verdict !== null &&
      describeSharedOperatorAction(item.actionAvailability, texts) === null ? (
        <p className={styles.second}>
          {describeOperatorActionAvailability(
            item.actionAvailability[draft.verdict],
            draft.verdict,
            texts,
            format,
          )}
        </p>
      ) : null}
      <label htmlFor={ids.reason}>{verdictChoice.reason}</label>
      <select
        ref={reasonField}
        id={ids.reason}
        value={draft.reason ?? ''}
        onChange={(event) => onChange({ reason: event.target.value === '' ? null : event.target.value })}
        onKeyDown={chooseByDigit}
      >
        <option value="">{draft.verdict === null ? verdictChoice.chooseFirst : chooseReason}</option>
        {reasons.map(({ code, label }) => (
          <option key={code} value={code}>
            <LocalizedConfigText of={label} />
          </option>
        ))}
      </select>
    </>
  )
}

interface ApprovalLineProps {
  readonly id: string
  readonly item: Pick<CaseDetail, 'approvalReasons'>
  readonly verdict: DecisionVerdict | null
}

/** Tells before sending whether and why an approval is needed. */
function ApprovalLine({ id, item, verdict }: ApprovalLineProps): ReactNode {
  const { approvalRules, verdictChoice } = useMessages('review')
  const kinds = verdict === null ? verdicts.options : [verdict]
  const words = [...new Set(kinds.flatMap((each) => item.approvalReasons[each]))]
  const isOfAll = kinds.every((each) => item.approvalReasons[each].length > 0)
  if (words.length === 0)
    return (
      <p id={id} className={styles.second}>
        {verdict === null ? verdictChoice.noApprovalEver : verdictChoice.noApproval}
      </p>
    )
  return (
    <div id={id} className={styles.second} data-needed>
      <p>
        <span aria-hidden>▲</span> {isOfAll ? verdictChoice.approval : verdictChoice.approvalForSome}
      </p>
      <ul>
        {words.map((each) => (
          <li key={each}>{approvalRules[each]}</li>
        ))}
      </ul>
    </div>
  )
}
