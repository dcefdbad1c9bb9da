import type { PurposeCode } from '@paydesk/shared/core/purposes'
import { purposeCodeSchema } from '@paydesk/shared/core/purposes'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { useId } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { isBrowserOrSystemShortcut, readPressedDigit } from '../state/key-press.ts'
import { Kbd } from '../text/kbd.tsx'
import styles from './purpose-choice.module.css'

interface PurposeChoiceProps {
  readonly legend: string
  /** Element where the form begins: see `focusPurposeChoice`. */
  readonly field: Ref<HTMLFieldSetElement>
  readonly chosen: PurposeCode | null
  readonly onChoose: (code: PurposeCode) => void
  /** Arranges the purposes side by side if there is room, instead of one below the other. */
  readonly look?: 'boxes'
}

/** Asks why the user needs to see hidden data; each purpose has a digit. */
export function PurposeChoice({ legend, field, chosen, onChoose, look }: PurposeChoiceProps): ReactNode {
  const name = useId()
  const { purposes } = useMessages('lists')
  return (
    <fieldset ref={field} tabIndex={-1} className={styles.purposes} data-look={look}>
      <legend>{legend}</legend>
      {purposeCodeSchema.options.map((code, nth) => (
        <label key={code} className={styles.purpose} data-chosen={code === chosen || undefined}>
          <input type="radio" name={name} checked={code === chosen} onChange={() => onChoose(code)} />
          <span aria-hidden>
            <Kbd keys={String(nth + 1)} />
          </span>
          {purposes[code]}
        </label>
      ))}
    </fieldset>
  )
}

const textFieldSelector = 'textarea, input:not([type="radio"])'

/** Focuses the place where a digit chooses: the purpose chosen before, where Enter sends, or the group. */
export function focusPurposeChoice(field: HTMLFieldSetElement | null): void {
  const chosen = field?.querySelector<HTMLInputElement>('input:checked')
  ;(chosen ?? field)?.focus({ preventScroll: true })
}

/**
 * Focuses the first empty text field on a letter, which chooses no purpose. For dialogs: shortcuts are off.
 */
export function focusTextOnLetter(event: KeyboardEvent): void {
  const { key, target, currentTarget } = event
  if (isBrowserOrSystemShortcut(event) || readPressedDigit(event) !== null || !/^\p{L}$/u.test(key)) return
  if (!(target instanceof HTMLElement) || target.matches(textFieldSelector)) return
  const fields = [
    ...currentTarget.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFieldSelector),
  ]
  fields.find(({ value }) => value === '')?.focus()
}

/** Chooses the purpose whose digit was pressed; ignores digits typed into a text. For the form around. */
export function choosePurposeByDigit(event: KeyboardEvent, choose: (code: PurposeCode) => void): void {
  const isText = event.target instanceof HTMLElement && event.target.matches(textFieldSelector)
  const code = isText ? undefined : purposeCodeSchema.options[(readPressedDigit(event) ?? 0) - 1]
  if (code === undefined) return
  event.preventDefault()
  choose(code)
}
