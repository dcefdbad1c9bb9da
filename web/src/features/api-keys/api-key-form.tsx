import {
  type ApiKeyInput,
  apiKeyInputSchema,
  apiKeyPermissionSchema,
  type CreateApiKeyResponse,
} from '@paydesk/shared/administration/api-keys'
import type { DraftContent } from '@paydesk/shared/administration/draft-contents'
import { noDraftSubject } from '@paydesk/shared/administration/drafts'
import type { MerchantId } from '@paydesk/shared/core/ids'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { describeFailure } from '../../lib/api/problem-error.ts'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { DraftStatus, type FormDraft, FormDraftLoader } from '../../ui/drafts/draft.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { StepUpFields } from '../../ui/forms/step-up-fields.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { ApiKeySecretDialog } from './api-key-secret-dialog.tsx'
import styles from './api-keys.module.css'
import { apiKeyQueries, refreshApiKeys } from './queries.ts'
import { expiryChoicesDays, readApiKeyChoices } from './search-params.ts'

const route = getRouteApi('/inside/$env/api-keys')

interface ApiKeyFormProps {
  readonly merchants: readonly MerchantId[]
  readonly document: string
}

/** Form for a new API key, filled with the person's draft. */
export function ApiKeyForm(props: ApiKeyFormProps): ReactNode {
  const { env } = route.useParams()
  return (
    <FormDraftLoader draftRef={{ env, kind: 'api_key', about: noDraftSubject }}>
      {(draft) => <OpenedApiKeyForm {...props} draft={draft} />}
    </FormDraftLoader>
  )
}

/** Asks for name, merchant, permissions and lifetime. A dialog then shows the key once. */
function OpenedApiKeyForm({
  merchants,
  document,
  draft,
}: ApiKeyFormProps & { readonly draft: FormDraft<'api_key'> }): ReactNode {
  const { env } = route.useParams()
  const chosen = readApiKeyChoices(route.useSearch())
  const href = useLocation({ select: (location) => location.href })
  const { form: texts, permissions } = useMessages('apiKeys')
  const format = useFormatter()
  const ids = { label: useId(), merchant: useId(), days: useId(), help: useId() }
  const queryClient = useQueryClient()
  const findMerchant = (name: string | undefined) => merchants.find((one) => one === name)
  const [typed, setTyped] = useState<DraftContent<'api_key'>>(
    draft.initial ?? {
      label: '',
      merchant: findMerchant(chosen.merchant) ?? merchants[0] ?? '',
      permissions: chosen.permissions,
      days: chosen.days,
    },
  )
  const { label, permissions: scopes, days } = typed
  const merchant = findMerchant(typed.merchant)
  function change(part: Partial<typeof typed>) {
    const next = { ...typed, ...part }
    setTyped(next)
    draft.change(next)
  }
  const [made, setMade] = useState<CreateApiKeyResponse | null>(null)
  const make = useMutation({
    ...apiKeyQueries(useApiClient(), env).make,
    onSuccess(answer) {
      setTyped((before) => ({ ...before, label: '' }))
      draft.forget()
      setMade(answer)
      // Drop the mutation's copy, so that only this component's state holds the key.
      make.reset()
      return refreshApiKeys(queryClient, env)
    },
  })
  const wanted = { label, merchant, permissions: scopes, days }
  const body = apiKeyInputSchema.safeParse(wanted)
  const missing = listMissingInput(wanted, texts.inputs)
  const isShort = label.trim() !== '' && !apiKeyInputSchema.shape.label.safeParse(label).success
  function send(event: FormEvent) {
    event.preventDefault()
    if (body.success && !make.isPending) make.mutate(body.data)
  }
  const toggle = (scope: ApiKeyInput['permissions'][number], isOn: boolean) =>
    change({
      permissions: apiKeyPermissionSchema.options.filter((one) =>
        one === scope ? isOn : scopes.includes(one),
      ),
    })
  const isRefused = make.error !== null && describeFailure(make.error).id === 'reauthentication_needed'
  return (
    <>
      <form aria-label={texts.title} className={styles.form} onSubmit={send}>
        <StepUpFields returnTo={href} message={texts.reauthenticate} isRefused={isRefused}>
          <p className={styles.line}>
            <label htmlFor={ids.label}>{texts.label}</label>
            <input
              id={ids.label}
              value={label}
              maxLength={60}
              autoComplete="off"
              placeholder={texts.example}
              aria-invalid={isShort || undefined}
              aria-describedby={ids.help}
              onChange={(event) => change({ label: event.target.value })}
            />
          </p>
          <p className={styles.line}>
            <label htmlFor={ids.merchant}>{texts.merchant}</label>
            <select
              id={ids.merchant}
              value={merchant}
              onChange={({ target }) => change({ merchant: target.value })}
            >
              {merchants.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          </p>
          <fieldset className={styles.scopes}>
            <legend>{texts.permissions}</legend>
            {apiKeyPermissionSchema.options.map((scope) => (
              <label key={scope}>
                <input
                  type="checkbox"
                  checked={scopes.includes(scope)}
                  onChange={(event) => toggle(scope, event.target.checked)}
                />
                <span>
                  {permissions[scope].means} <code>{scope}</code>
                </span>
              </label>
            ))}
          </fieldset>
          <p className={styles.line}>
            <label htmlFor={ids.days}>{texts.lifetime}</label>
            <select
              id={ids.days}
              value={days}
              onChange={({ target }) => change({ days: Number(target.value) })}
            >
              {[...new Set([...expiryChoicesDays, days])]
                .sort((one, other) => one - other)
                .map((one) => (
                  <option key={one} value={one}>
                    {format.text(texts.days, { count: one })}
                  </option>
                ))}
            </select>
          </p>
          <p id={ids.help} className={styles.quiet}>
            {texts.help}
          </p>
          <p>
            <Button look="primary" type="submit" disabled={!body.success || make.isPending}>
              {make.isPending ? texts.creating : texts.create}
            </Button>
            {missing.length === 0 ? null : (
              <span className={styles.quiet}>
                {format.text(texts.required, { inputs: missing.join('; ') })}
              </span>
            )}
          </p>
          <DraftStatus {...draft.status} />
          {make.error && !isRefused ? <ProblemNote error={make.error} missing={texts.failed} /> : null}
        </StepUpFields>
      </form>
      {made ? <ApiKeySecretDialog made={made} document={document} onClose={() => setMade(null)} /> : null}
    </>
  )
}

function listMissingInput(
  {
    label,
    merchant,
    permissions,
  }: Pick<ApiKeyInput, 'label' | 'permissions'> & { readonly merchant: MerchantId | undefined },
  inputs: Messages['apiKeys']['form']['inputs'],
) {
  return [
    apiKeyInputSchema.shape.label.safeParse(label).success ? null : inputs.name,
    merchant === undefined ? inputs.merchant : null,
    permissions.length > 0 ? null : inputs.permission,
  ].filter((each) => each !== null)
}
