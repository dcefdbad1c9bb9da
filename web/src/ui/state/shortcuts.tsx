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

interface Shortcut {
  readonly keys: string
  readonly words: string
  /** Told when it was pressed, by the clock of `performance.now`: on a busy machine it is heard of later. */
  readonly run: (pressedAt: number) => void
}

interface ShortcutList {
  readonly actions: readonly Shortcut[]
  readonly on: boolean
  readonly setOn: (on: boolean) => void
}

interface Registry {
  /** It may be pressed from now on; gives what takes it away. */
  readonly add: (action: Shortcut) => () => void
  /** Renders the list of keys as it is now. */
  readonly relist: () => void
}

// Two contexts: whoever registers a key does not render again when another one is registered.
const registryContext = createContext<Registry>({ add: () => () => {}, relist: () => {} })
const listContext = createContext<ShortcutList>({ actions: [], on: true, setOn: () => {} })
const chordTimeoutMs = 900

/** Holds the single-letter keys of what is on screen; they can be switched off (WCAG 2.1.4). */
export function ShortcutsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [actions, setActions] = useState<readonly Shortcut[]>([])
  /** The same, beside what is rendered: whoever sees a page may press its keys, and not one rendering later. */
  const pressable = useRef(actions)
  const [on, setOn] = useState(true)
  const before = useRef({ key: '', at: 0 })
  const typed = useRef<{ field: Element | null; at: number }>({ field: null, at: 0 })
  /** Whether the strokes of one who types in a field go on although a live change took the field away. */
  function goesOnTyping(event: KeyboardEvent): boolean {
    const { target, key, timeStamp } = event
    // A sign may be made with Ctrl and Alt together; with Ctrl or Cmd alone it is a command.
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
    if (!on || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event))
      return
    const chord =
      event.timeStamp - before.current.at < chordTimeoutMs ? `${before.current.key} ${event.key}` : ''
    before.current = { key: event.key, at: event.timeStamp }
    const action =
      pressable.current.findLast((each) => each.keys === chord) ??
      pressable.current.findLast((each) => each.keys === event.key)
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
    }),
    [],
  )
  const list = useMemo(() => ({ actions, on, setOn }), [actions, on])
  return (
    <registryContext.Provider value={registry}>
      <listContext.Provider value={list}>{children}</listContext.Provider>
    </registryContext.Provider>
  )
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target
  if (!(target instanceof HTMLElement)) return false
  if (document.querySelector('dialog:modal') && event.key !== '?') return true
  // Enter on what can be pressed presses it, whatever else it means on the page.
  if (event.key === 'Enter' && target.closest('a, button, summary, label, input, [role="row"]')) return true
  return isTextField(target) || target.matches('select')
}

function isTextField(target: Element): boolean {
  const isEditable = target instanceof HTMLElement && target.isContentEditable
  return isEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea')
}

/** Registers one key for as long as the caller is on screen. */
export function useShortcut(keys: string, words: string, run: Shortcut['run'], active = true): void {
  const { add, relist } = use(registryContext)
  const latest = useEffectEvent(run)
  // Before it is painted: effects may come a while after that, and who reads quickly presses quickly.
  useLayoutEffect(() => {
    if (!active) return
    return add({ keys, words, run: (pressedAt) => latest(pressedAt) })
  }, [add, keys, words, active])
  // The list of keys may come behind what is painted, and holds nothing up.
  useEffect(() => {
    if (!active) return
    relist()
    return relist
  }, [relist, keys, words, active])
}

export function useShortcutList(): ShortcutList {
  return use(listContext)
}
