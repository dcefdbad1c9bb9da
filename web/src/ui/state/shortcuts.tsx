import type { ReactNode } from 'react'
import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isBrowserOrSystemShortcut, listPressedKeys } from './key-press.ts'

/** Names of the sentences in the help about keys that a component handles without a registered shortcut. */
type KeyHelpName = 'search' | 'table' | 'searchSuggestions'

/** Keyboard shortcut that a mounted component registers. */
export interface Shortcut {
  readonly keys: string
  readonly text: string
  /** Name of the sentence that the help shows instead of `text`. */
  readonly help?: KeyHelpName
  /** Receives the time of the key press (clock of `performance.now`): a busy machine calls `run` later. */
  readonly run: (pressedAt: number) => void
}

interface Registry {
  /** Activates a shortcut; returns a function that removes it. */
  readonly add: (action: Shortcut) => () => void
  /** Publishes the registered shortcuts to the components that list them. */
  readonly relist: () => void
  /** Switches all shortcuts on or off. */
  readonly setOn: (on: boolean) => void
}

// Two contexts: a component that registers a shortcut must not render again when another component does.
const registryContext = createContext<Registry>({ add: () => () => {}, relist: () => {}, setOn: () => {} })
const listContext = createContext<readonly Shortcut[]>([])
const chordTimeoutMs = 900

/** Holds the single-letter shortcuts of all mounted components; users can switch them off (WCAG 2.1.4). */
export function ShortcutsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [actions, setActions] = useState<readonly Shortcut[]>([])
  /**
   * Mirrors `actions` outside of rendering: shortcuts of a visible page work at once, not one render later.
   */
  const pressable = useRef(actions)
  const isOn = useRef(true)
  const before = useRef<{ keys: readonly string[]; at: number }>({ keys: [], at: 0 })
  const typed = useRef<{ field: Element | null; at: number }>({ field: null, at: 0 })
  /** Returns true if a key press continues typing in a field that a live update has removed. */
  function goesOnTyping(event: KeyboardEvent): boolean {
    const { target, key, timeStamp } = event
    // Ctrl and Alt together may type a character; Ctrl or Cmd alone is a command.
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey
    const isStroke = !isCommand && (key.length === 1 || key === 'Backspace')
    if (target instanceof Element && isTextField(target)) {
      typed.current = { field: isStroke ? target : null, at: timeStamp }
      return false
    }
    const { field, at } = typed.current
    if (!isStroke || field === null || field.isConnected || timeStamp - at >= chordTimeoutMs) return false
    typed.current = { field, at: timeStamp }
    return true
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (goesOnTyping(event)) {
      event.preventDefault()
      return
    }
    if (!isOn.current || event.defaultPrevented || isBrowserOrSystemShortcut(event) || isTyping(event)) return
    const keys = listPressedKeys(event)
    const isChord = event.timeStamp - before.current.at < chordTimeoutMs
    const chords = isChord ? before.current.keys.flatMap((first) => keys.map((key) => `${first} ${key}`)) : []
    before.current = { keys, at: event.timeStamp }
    const action = [...chords, ...keys]
      .map((pressed) => pressable.current.findLast((each) => each.keys === pressed))
      .find((found) => found !== undefined)
    if (!action) return
    event.preventDefault()
    action.run(event.timeStamp)
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  const registry = useMemo(
    (): Registry => ({
      add(action) {
        pressable.current = [...pressable.current, action]
        return () => {
          pressable.current = pressable.current.filter((each) => each !== action)
        }
      },
      relist: () => setActions(pressable.current),
      setOn(on) {
        isOn.current = on
      },
    }),
    [],
  )
  return (
    <registryContext.Provider value={registry}>
      <listContext.Provider value={actions}>{children}</listContext.Provider>
    </registryContext.Provider>
  )
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target
  if (!(target instanceof HTMLElement)) return false
  if (document.querySelector('dialog:modal') && event.key !== '?') return true
  // Enter on a control activates that control, even if the page has a shortcut for Enter.
  if (event.key === 'Enter' && target.closest('a, button, summary, label, input, [role="row"]')) return true
  return isTextField(target) || target.matches('select')
}

function isTextField(target: Element): boolean {
  const isEditable = target instanceof HTMLElement && target.isContentEditable
  return isEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea')
}

/** Registers a shortcut while the calling component is mounted. */
export function useShortcut(keys: string, text: string, run: Shortcut['run'], active = true): void {
  const { add, relist } = use(registryContext)
  const latest = useEffectEvent(run)
  // Register before paint: effects may run a while after it, and a quick user presses the key at once.
  useLayoutEffect(() => {
    if (!active) return
    return add({ keys, text, run: (pressedAt) => latest(pressedAt) })
  }, [add, keys, text, active])
  // Update the list of shortcuts after paint, so that it delays nothing.
  useEffect(() => {
    if (!active) return
    relist()
    return relist
  }, [relist, keys, text, active])
}

const pressNothing = () => {}

/** Registers keys for the help only: the calling component handles them itself while it has the focus. */
export function useShortcutHelpEntry(help: KeyHelpName, keys: string): void {
  const { add, relist } = use(registryContext)
  useEffect(() => {
    const remove = add({ keys, text: '', help, run: pressNothing })
    relist()
    return () => {
      remove()
      relist()
    }
  }, [add, relist, help, keys])
}

/** Returns the shortcuts of all mounted components. */
export function useShortcutList(): readonly Shortcut[] {
  return use(listContext)
}

/** Returns what switches all shortcuts on or off. */
export function useSetShortcutsEnabled(): Registry['setOn'] {
  return use(registryContext).setOn
}
