import type { SystemInput, SystemMade } from '@paydesk/shared/administration/system'
import { systemInput, systemScope } from '@paydesk/shared/administration/system'
import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { asFailure } from '../../lib/api/problem-error.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ProofOffer } from '../../ui/forms/step-up-offer.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import type { ChosenKey } from './address.ts'
import { usualDays } from './address.ts'
import { KeyMade } from './key-made.tsx'
import { readSystemsAgain, systemQueries } from './queries.ts'
import styles from './systems.module.css'
import { scopeWords } from './words.ts'

interface KeyFormProps {
  readonly env: EnvironmentName
  readonly merchants: readonly MerchantId[]
  readonly document: string
  readonly chosen: ChosenKey
  /** Own path to come back to with what is chosen. */
  readonly returnTo: (chosen: ChosenKey) => string
}

/** A new key: what for, whose, what it opens and for how long. It is shown once, in a window of its own. */
export function KeyForm({ env, merchants, document, chosen, returnTo }: KeyFormProps): ReactNode {
  const ids = { label: useId(), merchant: useId(), days: useId(), help: useId() }
  const queryClient = useQueryClient()
  const [label, setLabel] = useState('')
  const [merchant, setMerchant] = useState(merchants.find((one) => one === chosen.merchant) ?? merchants[0])
  const [scopes, setScopes] = useState(chosen.scopes)
  const [days, setDays] = useState(chosen.days)
  const [made, setMade] = useState<SystemMade | null>(null)
  const make = useMutation({
    ...systemQueries(useClient(), env).make,
    onSuccess(answer) {
      setLabel('')
      setMade(answer)
      // The key lives in this state alone.
      make.reset()
      return readSystemsAgain(queryClient, env)
    },
  })
  const wanted = { label, merchant, scopes, days }
  const body = systemInput.safeParse(wanted)
  const missing = missingIn(wanted)
  const isShort = label.trim() !== '' && !systemInput.shape.label.safeParse(label).success
  function send(event: FormEvent) {
    event.preventDefault()
    if (body.success && !make.isPending) make.mutate(body.data)
  }
  const toggle = (scope: SystemInput['scopes'][number], isOn: boolean) =>
    setScopes(systemScope.options.filter((one) => (one === scope ? isOn : scopes.includes(one))))
  if (make.error && asFailure(make.error).id === 'step_up_needed')
    return (
      <ProofOffer returnTo={returnTo({ merchant, scopes, days })}>
        A key is made only by somebody who has just proved once more who they are. Your session and what you
        chose stay; the system’s name is typed again. No key was made yet.
      </ProofOffer>
    )
  return (
    <>
      <form aria-label="New key" className={styles.form} onSubmit={send}>
        <p className={styles.line}>
          <label htmlFor={ids.label}>System</label>
          <input
            id={ids.label}
            value={label}
            maxLength={60}
            autoComplete="off"
            placeholder="such as Web shop"
            aria-invalid={isShort || undefined}
            aria-describedby={ids.help}
            onChange={(event) => setLabel(event.target.value)}
          />
        </p>
        <p className={styles.line}>
          <label htmlFor={ids.merchant}>Merchant</label>
          <select
            id={ids.merchant}
            value={merchant}
            onChange={({ target }) => setMerchant(merchants.find((one) => one === target.value))}
          >
            {merchants.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </p>
        <fieldset className={styles.scopes}>
          <legend>It may</legend>
          {systemScope.options.map((scope) => (
            <label key={scope}>
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={(event) => toggle(scope, event.target.checked)}
              />
              <span>
                {scopeWords[scope].means} <code>{scope}</code>
              </span>
            </label>
          ))}
        </fieldset>
        <p className={styles.line}>
          <label htmlFor={ids.days}>Ends after</label>
          <select id={ids.days} value={days} onChange={({ target }) => setDays(Number(target.value))}>
            {[...new Set([...usualDays, days])]
              .sort((one, other) => one - other)
              .map((one) => (
                <option key={one} value={one}>
                  {one} days
                </option>
              ))}
          </select>
        </p>
        <p id={ids.help} className={styles.quiet}>
          The name is seen by colleagues: a system’s, not a person’s. A key is made only shortly after you
          have proved once more who you are.
        </p>
        <p>
          <Button look="primary" type="submit" disabled={!body.success || make.isPending}>
            {make.isPending ? 'Making…' : 'Make the key'}
          </Button>
          {missing.length === 0 ? null : (
            <span className={styles.quiet}> Still needed: {missing.join('; ')}.</span>
          )}
        </p>
        {make.error ? <ProblemNote error={make.error} missing="No key was made" /> : null}
      </form>
      {made ? <KeyMade made={made} document={document} onClose={() => setMade(null)} /> : null}
    </>
  )
}

/** What it lacks as it stands, in words. */
function missingIn({ label, merchant, scopes }: Omit<ChosenKey, 'days'> & Pick<SystemInput, 'label'>) {
  return [
    systemInput.shape.label.safeParse(label).success ? null : 'a name of 2 to 60 characters',
    merchant === undefined ? 'a merchant' : null,
    scopes.length > 0 ? null : 'something that it may do',
  ].filter((each) => each !== null)
}
