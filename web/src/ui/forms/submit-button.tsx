import type { ReactNode, Ref } from 'react'
import { useId } from 'react'
import { Kbd } from '../text/kbd.tsx'
import { Button } from './button.tsx'
import styles from './submit-button.module.css'

interface SubmitButtonProps {
  /** Sentences on the input that is missing; the button is enabled once there are none. */
  readonly missing: readonly string[]
  readonly isBusy: boolean
  /** Shortcut that submits the form, shown beside the button. */
  readonly keys: string
  readonly field?: Ref<HTMLButtonElement>
  readonly children: ReactNode
}

/** Submits a form that is complete, and says beside itself what is missing until then. */
export function SubmitButton({ missing, isBusy, keys, field, children }: SubmitButtonProps): ReactNode {
  const id = useId()
  const isIncomplete = missing.length > 0
  return (
    <>
      <Button
        ref={field}
        look="primary"
        type="submit"
        disabled={isIncomplete || isBusy}
        aria-describedby={isIncomplete ? id : undefined}
      >
        {children}
      </Button>
      <span aria-hidden>
        <Kbd keys={keys} />
      </span>
      {isIncomplete ? (
        <span id={id} className={styles.missing}>
          {missing.join(' ')}
        </span>
      ) : null}
    </>
  )
}
