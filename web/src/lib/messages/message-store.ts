import { defaultPersonSettings, type PersonSettings } from '@paydesk/shared/administration/settings'
import type { CurrentSession } from '@paydesk/shared/administration/sign-in'
import {
  createFormatter,
  type FormatOptions,
  type Formatter,
  findNumberStyleOfLanguage,
  getDefaultDateStyle,
  isTimeZone,
  type Language,
  pseudoLanguages,
  staffLanguages,
} from '@paydesk/shared/core/formatter'
import { loadMessages, type MessageSection, type Messages } from '@paydesk/shared/messages/catalogue'

type LoadingSections = { [Section in MessageSection]?: Promise<Messages[Section]> }

/** Language, formats and loaded texts. Replaced as a whole, so that no page mixes languages. */
export interface MessageSnapshot {
  readonly options: FormatOptions
  readonly format: Formatter
  readonly sections: Partial<Messages>
  /** Promises of the sections that were asked for, for React's `use`: one each, as long as the snapshot lasts. */
  loading: LoadingSections
}

export type MessageStore = ReturnType<typeof createMessageStore>

/** Sections that every page needs; the others load with the part that shows them. */
const startSections: readonly MessageSection[] = ['shell', 'ui', 'signIn', 'search']

function pickLanguage(browserLanguages: readonly string[]): Language {
  const wanted = browserLanguages.flatMap((tag) => [tag, tag.split('-')[0]])
  const known = [...staffLanguages, ...pseudoLanguages]
  return wanted.flatMap((tag) => known.filter((language) => language === tag))[0] ?? 'en'
}

/** Returns the formats of a person; `zone` is the time zone of Paydesk. */
function resolveFormats(
  { language: chosen, timeZone, numbers, dates }: PersonSettings,
  zone: string,
  browserLanguages: readonly string[],
): FormatOptions {
  const language = chosen ?? pickLanguage(browserLanguages)
  return {
    language,
    timeZone: timeZone !== null && isTimeZone(timeZone) ? timeZone : zone,
    numbers: numbers ?? findNumberStyleOfLanguage(browserLanguages[0] ?? language),
    dates: dates ?? getDefaultDateStyle(language),
  }
}

/** Marks a promise as React's `use` does, which then reads the texts at once: to suspend would hide the page. */
function markLoaded<T>(promise: Promise<T>, value: T): Promise<T> {
  return Object.assign(promise, { status: 'fulfilled', value })
}

/**
 * Holds the texts of one language at a time. Follows the browser until `apply` brings a person's settings, or from the
 * start those of a session that is known already.
 */
export function createMessageStore(
  browserLanguages: readonly string[],
  { settings, zone }: Pick<CurrentSession, 'settings' | 'zone'> = {
    settings: defaultPersonSettings,
    zone: 'UTC',
  },
) {
  const resolve = (settings: PersonSettings, zone: string) => resolveFormats(settings, zone, browserLanguages)
  const first = resolve(settings, zone)
  let current: MessageSnapshot = { options: first, format: createFormatter(first), sections: {}, loading: {} }
  let lastRequest = 0
  const wanted = new Set(startSections)
  const watchers = new Set<() => void>()

  function publish(snapshot: MessageSnapshot) {
    current = snapshot
    for (const each of watchers) each()
  }

  /** Loads a section for a snapshot. Returns the same promise each time, also if it was rejected. */
  function load<Section extends MessageSection>(
    section: Section,
    snapshot: MessageSnapshot = current,
  ): Promise<Messages[Section]> {
    wanted.add(section)
    const { loading, options } = snapshot
    const promise: Promise<Messages[Section]> = loading[section] ?? loadMessages(options.language, section)
    if (loading[section] === undefined) {
      snapshot.loading = { ...loading, [section]: promise }
      promise.then((value) => markLoaded(promise, value)).catch(() => {})
    }
    return promise
  }

  /**
   * Switches to the settings of a person once all texts on screen are there in the new language. Rejects if they
   * cannot be loaded; everything then stays as it was.
   */
  async function apply(settings: PersonSettings, zone: string): Promise<void> {
    lastRequest += 1
    const request = lastRequest
    const options = resolve(settings, zone)
    const texts = await Promise.all(
      [...wanted].map(async (section) => [section, await loadMessages(options.language, section)] as const),
    )
    if (request !== lastRequest) return
    const isSame = JSON.stringify(options) === JSON.stringify(current.options)
    if (isSame && startSections.every((section) => current.sections[section] !== undefined)) return
    const loaded = texts.map(([section, text]) => [section, markLoaded(Promise.resolve(text), text)] as const)
    publish({
      options,
      format: createFormatter(options),
      sections: Object.fromEntries(texts),
      loading: {
        ...(options.language === current.options.language ? current.loading : {}),
        ...Object.fromEntries(loaded),
      },
    })
  }

  // Begin before the first render. A failure shows where the texts are used.
  for (const section of startSections) load(section).catch(() => {})
  return {
    apply,
    load,
    resolve,
    read: () => current,
    /** Names the sections that were loaded or asked for. */
    listSections: () => [...wanted],
    subscribe(watcher: () => void) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}
