import type { ReactNode, Ref } from 'react'
import { useId } from 'react'
import { Button } from './button.tsx'
import styles from './submit-button.module.css'

interface SubmitButtonProps {
  /** Sentences on the input that is missing; the button is enabled once there are none. */
  readonly missing: readonly string[]
  readonly isBusy: boolean
  /** Set if the form is submitted from a text of several lines, where Enter begins a new one. */
  readonly hasShortcut?: boolean
  readonly field?: Ref<HTMLButtonElement>
  readonly children: ReactNode
}

/** Button that submits a complete form; while fields are missing, it names them beside the disabled button. */
export function SubmitButton({
  missing,
  isBusy,
  hasShortcut = false,
  field,
  children,
}: SubmitButtonProps): ReactNode {
  const id = useId()
  const isIncomplete = missing.length > 0
  return (
    <>
      <Button
        ref={field}
        look="primary"
        type="submit"
        aria-keyshortcuts={hasShortcut ? 'Control+Enter' : undefined}
        disabled={isIncomplete || isBusy}
        aria-describedby={isIncomplete ? id : undefined}
      >
        {children}
      </Button>
      {isIncomplete ? (
        <span id={id} className={styles.missing}>
          {missing.join(' ')}
        </span>
      ) : null}
    </>
  )
}
