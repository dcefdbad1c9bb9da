import type { PurposeCode } from '@paydesk/shared/core/purposes'
import { purposeCode, purposeLabels } from '@paydesk/shared/core/purposes'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { useId } from 'react'
import { Kbd } from '../text/kbd.tsx'
import styles from './purpose-choice.module.css'

interface PurposeChoiceProps {
  readonly legend: string
  /** The form begins here: see `beginWithPurpose`. */
  readonly field: Ref<HTMLFieldSetElement>
  readonly chosen: PurposeCode | null
  readonly onChoose: (code: PurposeCode) => void
  /** Side by side where there is room, instead of one below the other. */
  readonly look?: 'boxes'
}

/** Why somebody needs to see what is kept from them, each purpose with its digit. */
export function PurposeChoice({ legend, field, chosen, onChoose, look }: PurposeChoiceProps): ReactNode {
  const name = useId()
  return (
    <fieldset ref={field} tabIndex={-1} className={styles.purposes} data-look={look}>
      <legend>{legend}</legend>
      {purposeCode.options.map((code, nth) => (
        <label key={code} className={styles.purpose} data-chosen={code === chosen || undefined}>
          <input type="radio" name={name} checked={code === chosen} onChange={() => onChoose(code)} />
          <span aria-hidden>
            <Kbd keys={String(nth + 1)} />
          </span>
          {purposeLabels[code]}
        </label>
      ))}
    </fieldset>
  )
}

const textFieldSelector = 'textarea, input:not([type="radio"])'

/** Puts the keyboard where a digit chooses: onto the purpose chosen before, where Enter sends, or the group. */
export function focusPurpose(field: HTMLFieldSetElement | null): void {
  const chosen = field?.querySelector<HTMLInputElement>('input:checked')
  ;(chosen ?? field)?.focus({ preventScroll: true })
}

/** In a dialog, where the page has no keys: a letter is no purpose, so it begins the first text that is missing. */
export function focusTextOnLetter({
  key,
  target,
  currentTarget,
  ctrlKey,
  altKey,
  metaKey,
}: KeyboardEvent): void {
  if (ctrlKey || altKey || metaKey || !/^\p{L}$/u.test(key)) return
  if (!(target instanceof HTMLElement) || target.matches(textFieldSelector)) return
  const fields = [
    ...currentTarget.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFieldSelector),
  ]
  fields.find(({ value }) => value === '')?.focus()
}

/** For the form around it: chooses the purpose whose digit was pressed. In a text a digit is a digit. */
export function choosePurposeByDigit(event: KeyboardEvent, choose: (code: PurposeCode) => void): void {
  const isText = event.target instanceof HTMLElement && event.target.matches(textFieldSelector)
  const code = isText ? undefined : purposeCode.options[Number(event.key) - 1]
  if (code === undefined || event.ctrlKey || event.altKey || event.metaKey) return
  event.preventDefault()
  choose(code)
}
