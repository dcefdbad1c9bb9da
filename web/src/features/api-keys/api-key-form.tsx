import {
  type ApiKeyInput,
  apiKeyInput,
  apiKeyPermission,
  type CreateApiKeyResponse,
} from '@paydesk/shared/administration/api-keys'
import type { MerchantId } from '@paydesk/shared/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { describeFailure } from '../../lib/api/problem-error.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ReauthenticationPrompt } from '../../ui/forms/reauthentication-prompt.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import styles from './api-keys.module.css'
import { apiKeyPermissionLabels } from './labels.ts'
import { NewApiKeyDialog } from './new-api-key-dialog.tsx'
import { apiKeyQueries, refreshApiKeys } from './queries.ts'
import {
  type ApiKeyDraft,
  buildApiKeysSearchParams,
  expiryChoicesDays,
  readApiKeyDraft,
} from './search-params.ts'

const route = getRouteApi('/inside/$env/systems')

interface ApiKeyFormProps {
  readonly merchants: readonly MerchantId[]
  readonly document: string
}

/** Form for a new API key: name, merchant, permissions, lifetime. A dialog then shows the key once. */
export function ApiKeyForm({ merchants, document }: ApiKeyFormProps): ReactNode {
  const { env } = route.useParams()
  const chosen = readApiKeyDraft(route.useSearch())
  const router = useRouter()
  const ids = { label: useId(), merchant: useId(), days: useId(), help: useId() }
  const queryClient = useQueryClient()
  const [label, setLabel] = useState('')
  const [merchant, setMerchant] = useState(merchants.find((one) => one === chosen.merchant) ?? merchants[0])
  const [scopes, setScopes] = useState(chosen.scopes)
  const [days, setDays] = useState(chosen.days)
  const [made, setMade] = useState<CreateApiKeyResponse | null>(null)
  const make = useMutation({
    ...apiKeyQueries(useApiClient(), env).make,
    onSuccess(answer) {
      setLabel('')
      setMade(answer)
      // Drop the mutation's copy, so that only this component's state holds the key.
      make.reset()
      return refreshApiKeys(queryClient, env)
    },
  })
  const wanted = { label, merchant, scopes, days }
  const body = apiKeyInput.safeParse(wanted)
  const missing = listMissingInput(wanted)
  const isShort = label.trim() !== '' && !apiKeyInput.shape.label.safeParse(label).success
  function send(event: FormEvent) {
    event.preventDefault()
    if (body.success && !make.isPending) make.mutate(body.data)
  }
  const toggle = (scope: ApiKeyInput['scopes'][number], isOn: boolean) =>
    setScopes(apiKeyPermission.options.filter((one) => (one === scope ? isOn : scopes.includes(one))))
  if (make.error && describeFailure(make.error).id === 'reauthentication_needed') {
    const search = buildApiKeysSearchParams({ merchant, scopes, days })
    const { href } = router.buildLocation({ to: '/$env/systems', params: { env }, search })
    return (
      <ReauthenticationPrompt returnTo={href}>
        A key is made only by somebody who has just proved once more who they are. Your session and what you
        chose stay; the system’s name is typed again. No key was made yet.
      </ReauthenticationPrompt>
    )
  }
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
          {apiKeyPermission.options.map((scope) => (
            <label key={scope}>
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={(event) => toggle(scope, event.target.checked)}
              />
              <span>
                {apiKeyPermissionLabels[scope].means} <code>{scope}</code>
              </span>
            </label>
          ))}
        </fieldset>
        <p className={styles.line}>
          <label htmlFor={ids.days}>Ends after</label>
          <select id={ids.days} value={days} onChange={({ target }) => setDays(Number(target.value))}>
            {[...new Set([...expiryChoicesDays, days])]
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
      {made ? <NewApiKeyDialog made={made} document={document} onClose={() => setMade(null)} /> : null}
    </>
  )
}

function listMissingInput({
  label,
  merchant,
  scopes,
}: Omit<ApiKeyDraft, 'days'> & Pick<ApiKeyInput, 'label'>) {
  return [
    apiKeyInput.shape.label.safeParse(label).success ? null : 'a name of 2 to 60 characters',
    merchant === undefined ? 'a merchant' : null,
    scopes.length > 0 ? null : 'something that it may do',
  ].filter((each) => each !== null)
}
