import type { PersonSettings, SettingsChange } from '@paydesk/shared/administration/settings'
import { staffLanguages } from '@paydesk/shared/core/formatter'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { colleagueQuery } from '../features/review/queries.ts'
import {
  savedReviewQueueViewQueries,
  savedTransactionListViewQueries,
} from '../features/saved-views/queries.ts'
import type { Command, CommandMatches } from '../features/search/commands.ts'
import { findCommands } from '../features/search/find-commands.ts'
import { useApiClient } from '../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../lib/messages/messages-context.tsx'
import { type LocalizedEnvironment, useMay } from '../lib/session-context.tsx'
import { markUnfiltered } from '../ui/state/list-state.ts'
import { useShortcutList } from '../ui/state/shortcuts.tsx'
import { getPageAddress, useNavigationGroups } from './navigation-pages.ts'

export type CommandFinder = (typed: string) => CommandMatches

interface CommandSourceProps {
  readonly here: LocalizedEnvironment
  readonly settings: PersonSettings
  readonly changeSettings: (change: SettingsChange) => void
  readonly openDialog: (dialog: 'help' | 'settings') => void
  /** Receives the function that finds the commands for a typed text. */
  readonly finder: RefObject<CommandFinder | null>
  /** Names of the commands used last in this window; kept in memory only. */
  readonly recent: RefObject<readonly string[]>
  /** Called when there are more commands than before. */
  readonly onChange: () => void
}

const maxRecent = 4

/** Gathers the commands of the palette: pages, actions of this page and of Paydesk, saved views and colleagues. */
export function CommandSource(props: CommandSourceProps): null {
  const { here, settings, changeSettings, openDialog, finder, recent, onChange } = props
  const env = here.name
  const texts = useMessages('commands')
  const { navigation } = useMessages('shell')
  const format = useFormatter()
  const navigate = useNavigate()
  const client = useApiClient()
  const groups = useNavigationGroups()
  const pages = groups.flatMap((group) => group.pages)
  const shortcuts = useShortcutList()
  const mayPay = useMay('payment_request.create')
  const transactionViews = useQuery({
    ...savedTransactionListViewQueries(client, env).list,
    enabled: useMay('records.read'),
  }).data?.views
  const reviewViews = useQuery({
    ...savedReviewQueueViewQueries(client, env).list,
    enabled: useMay('review.read'),
  }).data?.views
  const colleagues = useQuery({ ...colleagueQuery(client, env), enabled: useMay('review.read') }).data
    ?.colleagues
  const { roles } = useMessages('signIn')
  const pageCommands = pages.map(
    (page): Command => ({
      id: page.name,
      group: texts.groups.pages,
      label: navigation[page.name],
      keys: page.keys,
      run: () => void navigate(getPageAddress(page, here)),
    }),
  )
  const pageKeys = new Set<string>(pages.map(({ keys }) => keys))
  const pageActions = shortcuts
    .filter(({ keys }) => /^[A-Za-z]$/.test(keys) && !pageKeys.has(keys))
    .map(
      ({ keys, text, run }): Command => ({
        id: `key-${keys}`,
        group: texts.groups.page,
        label: text,
        keys,
        run: () => run(performance.now()),
      }),
    )
  const setting = (id: string, label: string, change: SettingsChange): Command => ({
    id,
    group: texts.groups.actions,
    label,
    run: () => changeSettings(change),
  })
  const actions: Command[] = [
    ...(mayPay
      ? [
          {
            id: 'new-payment',
            group: texts.groups.actions,
            label: texts.newPayment,
            text: texts.newPaymentWords,
            run: () => void navigate({ to: '/$env/payment-requests/new', params: { env } }),
          },
        ]
      : []),
    ...staffLanguages.map((language) =>
      setting(
        `language-${language}`,
        format.text(texts.language, {
          language: new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language,
        }),
        { language },
      ),
    ),
    setting('theme-light', texts.themes.light, { theme: 'light' }),
    setting('theme-dark', texts.themes.dark, { theme: 'dark' }),
    setting('theme-contrast', texts.themes.contrast, { theme: 'contrast' }),
    setting('theme-system', texts.themes.system, { theme: null }),
    settings.rail === 'narrow'
      ? setting('rail', texts.wideRail, { rail: null })
      : setting('rail', texts.narrowRail, { rail: 'narrow' }),
    settings.shortcuts === 'off'
      ? setting('shortcuts', texts.shortcutsOn, { shortcuts: null })
      : setting('shortcuts', texts.shortcutsOff, { shortcuts: 'off' }),
    { id: 'settings', group: texts.groups.actions, label: texts.settings, run: () => openDialog('settings') },
    { id: 'help', group: texts.groups.actions, label: texts.help, keys: '?', run: () => openDialog('help') },
  ]
  const hasDefaultViews = settings.defaultViews !== null
  const views = [
    ...(transactionViews ?? []).map(
      ({ view, name, filter }): Command => ({
        id: view,
        group: texts.groups.views,
        label: format.text(texts.view, { page: navigation.transactions, name }),
        run: () =>
          void navigate({
            to: '/$env/transactions',
            params: { env },
            search: markUnfiltered(filter, filter, hasDefaultViews),
          }),
      }),
    ),
    ...(reviewViews ?? []).map(
      ({ view, name, filter }): Command => ({
        id: view,
        group: texts.groups.views,
        label: format.text(texts.view, { page: navigation.review, name }),
        run: () =>
          void navigate({
            to: '/$env/review',
            params: { env },
            search: markUnfiltered(filter, filter, hasDefaultViews),
          }),
      }),
    ),
  ]
  const people = (colleagues ?? [])
    .filter(({ me }) => !me)
    .flatMap(({ colleague, name, roles: own, mayWork, person }): Command[] => {
      const text = [texts.colleagueWords, ...own.map((role) => roles[role].label)].join(' ')
      const about = { group: texts.groups.colleagues, text }
      const cases = {
        ...about,
        id: colleague,
        label: format.text(texts.colleagueCases, { name }),
        run: () =>
          void navigate({
            to: '/$env/review',
            params: { env },
            search: { assignee: colleague, snoozed: '1' },
          }),
      }
      if (person === null) return mayWork ? [cases] : []
      const activity = {
        ...about,
        id: person,
        label: format.text(texts.colleagueActivity, { name }),
        run: () => void navigate({ to: '/$env/audit-log/people/$person', params: { env, person } }),
      }
      return mayWork ? [activity, cases] : [activity]
    })
  const commands = [...pageCommands, ...pageActions, ...actions, ...views, ...people].map((command) => ({
    ...command,
    run() {
      recent.current = [command.id, ...recent.current.filter((id) => id !== command.id)].slice(0, maxRecent)
      // Let the dialog close first: it returns the focus, which the command may move.
      setTimeout(command.run)
    },
  }))
  useLayoutEffect(() => {
    finder.current = (typed) =>
      findCommands(commands, typed, { ids: recent.current, group: texts.groups.recent })
    return () => {
      finder.current = null
    }
  })
  const tellOfMore = useEffectEvent(onChange)
  useEffect(() => tellOfMore(), [texts, transactionViews, reviewViews, colleagues])
  return null
}
