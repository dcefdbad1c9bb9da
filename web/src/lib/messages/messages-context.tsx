import { type Formatter, getTextDirection } from '@paydesk/shared/core/formatter'
import type { MessageSection, Messages } from '@paydesk/shared/messages/catalogue'
import { chooseLocalizedText, type LocalizedText } from '@paydesk/shared/messages/localized-text'
import type { ReactNode } from 'react'
import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { MessageSnapshot, MessageStore } from './message-store.ts'

interface MessagesContext {
  readonly store: MessageStore
  readonly snapshot: MessageSnapshot
}
const context = createContext<MessagesContext | null>(null)

/** Gives the texts and formats of the person to the page, and its language to the document. */
export function MessagesProvider({
  store,
  children,
}: {
  readonly store: MessageStore
  readonly children: ReactNode
}): ReactNode {
  const snapshot = useSyncExternalStore(store.subscribe, store.read, store.read)
  const { language } = snapshot.options
  useLayoutEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = getTextDirection(language)
  }, [language])
  const value = useMemo(() => ({ store, snapshot }), [store, snapshot])
  return <context.Provider value={value}>{children}</context.Provider>
}

function useMessagesContext(): MessagesContext {
  const given = use(context)
  if (!given) throw new Error('texts outside of MessagesProvider')
  return given
}

/** Returns the texts of one section; suspends while they load. */
export function useMessages<Section extends MessageSection>(section: Section): Messages[Section] {
  const { store, snapshot } = useMessagesContext()
  // No shortcut by `snapshot.sections`: React forbids to end a wait without the `use` that began it.
  return use(store.load(section, snapshot))
}

/**
 * Returns the texts of one section for an error message, which may neither suspend nor fail: null while they
 * load, undefined if they did not arrive.
 */
export function useMessagesOfError<Section extends MessageSection>(
  section: Section,
  isNeeded: boolean,
): Messages[Section] | null | undefined {
  const { store, snapshot } = useMessagesContext()
  const [loaded, setLoaded] = useState<Messages[Section] | null | undefined>(null)
  const isMissing = isNeeded && snapshot.sections[section] === undefined
  useEffect(() => {
    if (!isMissing) return
    let isGone = false
    store.load(section).then(
      (texts) => isGone || setLoaded(texts),
      () => isGone || setLoaded(undefined),
    )
    return () => {
      isGone = true
    }
  }, [store, section, isMissing])
  return snapshot.sections[section] ?? loaded
}

/** Returns the formatter for the language, numbers, dates and time zone of this person. */
export function useFormatter(): Formatter {
  return useMessagesContext().snapshot.format
}

/** Returns what chooses a configured text in the language of this person. */
export function useChooseLocalizedText(): (text: LocalizedText) => string {
  const { language } = useMessagesContext().snapshot.options
  return (text) => chooseLocalizedText(text, language)
}

export function useMessageStore(): MessageStore {
  return useMessagesContext().store
}
