import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import styles from './select-menus.module.css'

interface PopoverMenuProps {
  readonly name: string
  /** What is chosen, in words; null where nothing is. */
  readonly chosen: string | null
  readonly children: ReactNode
}

/** A button that says what is chosen and opens the choices: the browser's own popover. */
export function PopoverMenu({ name, chosen, children }: PopoverMenuProps): ReactNode {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <span className={styles.menu}>
      <button
        type="button"
        popoverTarget={id}
        className={styles.button}
        data-chosen={chosen !== null || undefined}
        aria-expanded={isOpen}
      >
        <span className={styles.name}>{name}</span>
        {chosen === null ? null : <span className={styles.chosen}>{chosen}</span>}
        <ChevronDown size={13} aria-hidden className={styles.arrow} />
      </button>
      <fieldset
        id={id}
        popover="auto"
        aria-label={name}
        className={styles.popover}
        onBeforeToggle={(event) => event.newState === 'open' && setOpen(true)}
        onToggle={(event) => event.newState === 'closed' && setOpen(false)}
      >
        {/* Only while it is open: its choices are many, and no screen reader should meet them unasked. */}
        {isOpen ? children : null}
      </fieldset>
    </span>
  )
}

export interface SelectOption {
  readonly value: string
  readonly word: string
  /** The value as it came, where the word is another. */
  readonly raw?: string
}

interface MultiSelectProps {
  readonly name: string
  readonly options: readonly SelectOption[]
  readonly chosen: readonly string[]
  readonly onChoose: (chosen: readonly string[]) => void
  /** Said where there is nothing to choose from. */
  readonly none?: string
  /** The button does not say what is chosen: something always is. */
  readonly isQuiet?: boolean
}

/** Any number of values; one that is in the address but in no row can still be taken back. */
export function MultiSelect({
  name,
  options,
  chosen,
  onChoose,
  none = 'None occurs.',
  isQuiet = false,
}: MultiSelectProps): ReactNode {
  const foreign = chosen.filter((value) => !options.some((option) => option.value === value))
  const all = [...options, ...foreign.map((value) => ({ value, word: value, raw: value }))]
  const words = all.filter((option) => chosen.includes(option.value)).map((option) => option.word)
  const [first] = words
  return (
    <PopoverMenu
      name={name}
      chosen={
        isQuiet || first === undefined ? null : words.length > 1 ? `${words.length} of ${all.length}` : first
      }
    >
      {all.length === 0 ? <p className={styles.none}>{none}</p> : null}
      {all.map(({ value, word, raw }) => (
        <label key={value} className={styles.option}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChoose(event.target.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
            }
          />
          <span>{word}</span>
          {raw === undefined || raw === word ? null : <code className={styles.raw}>{raw}</code>}
        </label>
      ))}
    </PopoverMenu>
  )
}

interface SingleSelectProps<T extends string> {
  readonly name: string
  readonly options: readonly { readonly value: T; readonly word: string }[]
  readonly chosen: T | undefined
  readonly onChoose: (chosen: T | undefined) => void
  /** The word for no choice. */
  readonly any: string
}

/** At most one value. */
export function SingleSelect<T extends string>({
  name,
  options,
  chosen,
  onChoose,
  any,
}: SingleSelectProps<T>): ReactNode {
  const group = useId()
  const here = options.find((option) => option.value === chosen)
  return (
    <PopoverMenu name={name} chosen={chosen === undefined ? null : (here?.word ?? chosen)}>
      <label className={styles.option}>
        <input
          type="radio"
          name={group}
          checked={chosen === undefined}
          onChange={() => onChoose(undefined)}
        />
        {any}
      </label>
      {options.map(({ value, word }) => (
        <label key={value} className={styles.option}>
          <input type="radio" name={group} checked={chosen === value} onChange={() => onChoose(value)} />
          {word}
        </label>
      ))}
    </PopoverMenu>
  )
}
