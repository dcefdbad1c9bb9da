import {
  applySettingsChange,
  type PersonSettings,
  rowDensities,
  type SettingsChange,
  themes,
} from '@paydesk/shared/administration/settings'
import {
  createFormatter,
  type DateStyle,
  dateStyles,
  numberStyles,
  staffLanguages,
} from '@paydesk/shared/core/formatter'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessageStore, useMessages } from '../../lib/messages/messages-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { settingsQueries } from './queries.ts'
import styles from './settings-dialog.module.css'

interface SettingsDialogProps {
  readonly settings: PersonSettings
  /** Time zone of Paydesk, for a person who has not chosen one. */
  readonly zone: string
  readonly onSaved: (settings: PersonSettings) => void
  readonly onClose: () => void
  /** Settings of other features. */
  readonly children: ReactNode
}

const exampleAmount = { minor: '123456789', currency: 'EUR' }

/** Language and formats of the person. A choice is saved and applied at once; the page behind stays as it is. */
export function SettingsDialog({
  settings,
  zone,
  onSaved,
  onClose,
  children,
}: SettingsDialogProps): ReactNode {
  const texts = useMessages('settings')
  const format = useFormatter()
  const messages = useMessageStore()
  const announce = useAnnounce()
  const { mutationFn, ...save } = settingsQueries(useApiClient()).save()
  const saving = useMutation({
    ...save,
    async mutationFn(change: SettingsChange, context) {
      const saved = (await mutationFn?.(change, context)) ?? applySettingsChange(settings, change)
      // Load the texts of the new language first: if they do not arrive, the dialog says so.
      await messages.apply(saved, zone)
      return saved
    },
    onSuccess(saved) {
      onSaved(saved)
      announce(texts.saved)
    },
  })
  const shown = saving.isPending ? applySettingsChange(settings, saving.variables) : settings
  const { options } = messages.read()
  const byDefault = messages.resolve({ ...shown, language: null, numbers: null, dates: null }, zone)
  const now = new Date()
  const defaultOption = (value: string) => format.text(texts.browserDefault, { value })
  const languageName = (language: string) =>
    new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  const exampleOf = (dates: DateStyle) => createFormatter({ ...options, dates }).day(now)
  const datesByDefault = messages.resolve({ ...shown, dates: null }, zone).dates
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p className={styles.intro}>{texts.intro}</p>
      <div className={styles.fields}>
        <SettingSelect
          label={texts.language}
          none={defaultOption(languageName(byDefault.language))}
          values={staffLanguages}
          chosen={shown.language}
          nameOf={languageName}
          onChoose={(language) => saving.mutate({ language })}
        />
        <SettingSelect
          label={texts.timeZone}
          none={format.text(texts.officeDefault, { zone })}
          values={Intl.supportedValuesOf('timeZone')}
          chosen={shown.timeZone}
          onChoose={(timeZone) => saving.mutate({ timeZone })}
        />
        <SettingSelect
          label={texts.dates}
          none={defaultOption(exampleOf(datesByDefault))}
          values={dateStyles}
          chosen={shown.dates}
          nameOf={exampleOf}
          onChoose={(dates) => saving.mutate({ dates })}
        />
        <SettingSelect
          label={texts.numbers}
          none={defaultOption(byDefault.numbers)}
          values={numberStyles}
          chosen={shown.numbers}
          onChoose={(numbers) => saving.mutate({ numbers })}
        />
        <SettingSelect
          label={texts.theme}
          none={texts.themes.system}
          values={themes}
          chosen={shown.theme}
          nameOf={(theme) => texts.themes[theme]}
          onChoose={(theme) => saving.mutate({ theme })}
        />
        <SettingSelect
          label={texts.density}
          none={texts.densities.normal}
          values={rowDensities}
          chosen={shown.density}
          nameOf={(density) => texts.densities[density]}
          onChoose={(density) => saving.mutate({ density })}
        />
      </div>
      <p className={styles.example}>
        {format.text(texts.example, {
          time: format.dayAndTime(now),
          amount: format.money(exampleAmount.minor, exampleAmount.currency) ?? '',
        })}
      </p>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={shown.shortcuts !== 'off'}
          onChange={({ target }) => saving.mutate({ shortcuts: target.checked ? null : 'off' })}
        />
        {texts.shortcuts}
      </label>
      {children}
      {saving.error ? <ProblemNote error={saving.error} missing={texts.notSaved} /> : null}
    </Dialog>
  )
}

interface SettingSelectProps<T extends string> {
  readonly label: string
  /** Option for no own choice. */
  readonly none: string
  readonly values: readonly T[]
  readonly chosen: T | null
  readonly nameOf?: (value: T) => string
  readonly onChoose: (value: T | null) => void
}

function SettingSelect<T extends string>({
  label,
  none,
  values,
  chosen,
  nameOf = (value) => value,
  onChoose,
}: SettingSelectProps<T>): ReactNode {
  const id = useId()
  // Offer a value that only another browser knows, so that the choice stays visible.
  const all = chosen === null || values.includes(chosen) ? values : [chosen, ...values]
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={chosen ?? ''}
        onChange={({ target }) => onChoose(all.find((value) => value === target.value) ?? null)}
      >
        <option value="">{none}</option>
        {all.map((value) => (
          <option key={value} value={value}>
            {nameOf(value)}
          </option>
        ))}
      </select>
    </>
  )
}
