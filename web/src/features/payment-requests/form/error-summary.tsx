import type { ReactNode } from 'react'
import { useLayoutEffect, useState } from 'react'
import { countOf } from '../../../ui/text/counted.ts'
import type { FieldErrors } from '../making.ts'
import type { Choices } from '../typed.ts'
import { fieldWord } from '../words.ts'
import { fieldId } from './field.tsx'
import styles from './form.module.css'

interface ErrorSummaryProps {
  readonly errors: FieldErrors
  readonly choices: Choices
}

/** Said at once where something is not taken: how much, and the way to each. */
export function ErrorSummary({ errors, choices }: ErrorSummaryProps): ReactNode {
  const all = Object.entries(errors)
  // Not every field is on screen: what leaves no choice is not asked for.
  const [unseen, setUnseen] = useState<readonly string[]>([])
  useLayoutEffect(() => {
    setUnseen(Object.keys(errors).filter((name) => document.getElementById(fieldId(name)) === null))
  }, [errors])
  return (
    <div role="alert" className={styles.alert}>
      {all.length === 0 ? null : (
        <div className={styles.summary}>
          <p>
            <b>
              {countOf(all.length, 'entry', 'entries')} {all.length === 1 ? 'is' : 'are'} not taken
            </b>
            ; nothing was sent.
          </p>
          <ul>
            {all.map(([name, expected]) => (
              <li key={name}>
                {unseen.includes(name) ? (
                  fieldWord(name, choices)
                ) : (
                  <a href={`#${fieldId(name)}`} onClick={(event) => goTo(event, name)}>
                    {fieldWord(name, choices)}
                  </a>
                )}
                : {expected}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** The address stays as it is: it names the form. */
function goTo(event: { preventDefault: () => void }, name: string): void {
  event.preventDefault()
  document.getElementById(fieldId(name))?.focus()
}
