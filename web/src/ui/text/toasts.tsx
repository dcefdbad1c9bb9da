import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'

/** Short message about the result of an action. */
export interface Toast {
  readonly text: string
  /** Link to the record that the message is about. */
  readonly link?: ReactNode
  /** True if the action failed. */
  readonly isProblem?: boolean
  /** Takes the action back, and shows a toast of its own. Offered only where the server can do that. */
  readonly undo?: () => Promise<unknown>
}

export interface ShownToast extends Toast {
  readonly id: number
}

interface ToastList {
  readonly toasts: readonly ShownToast[]
  /** Live region of the open dialog, or null: all else is inert below a modal dialog, for screen readers too. */
  readonly host: HTMLElement | null
  readonly dismiss: (id: number) => void
}

// Three contexts: a component that shows toasts or hosts them must not render again with each of them.
const showContext = createContext<(toast: Toast) => void>(() => {})
const hostContext = createContext<(host: HTMLElement) => () => void>(() => () => {})
const listContext = createContext<ToastList>({ toasts: [], host: null, dismiss: () => {} })

const maxToasts = 3

/** Holds the toasts of the application, the newest last. */
export function ToastProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [{ toasts }, setState] = useState<{ toasts: readonly ShownToast[]; count: number }>({
    toasts: [],
    count: 0,
  })
  const show = useCallback(
    (toast: Toast) =>
      setState((before) => ({
        toasts: [...before.toasts, { ...toast, id: before.count }].slice(-maxToasts),
        count: before.count + 1,
      })),
    [],
  )
  const dismiss = useCallback(
    (id: number) =>
      setState((before) => ({ ...before, toasts: before.toasts.filter((toast) => toast.id !== id) })),
    [],
  )
  const [hosts, setHosts] = useState<readonly HTMLElement[]>([])
  const addHost = useCallback((host: HTMLElement) => {
    setHosts((before) => [...before, host])
    return () => setHosts((before) => before.filter((one) => one !== host))
  }, [])
  const host = hosts.at(-1) ?? null
  const list = useMemo(() => ({ toasts, host, dismiss }), [toasts, host, dismiss])
  return (
    <showContext.Provider value={show}>
      <hostContext.Provider value={addHost}>
        <listContext.Provider value={list}>{children}</listContext.Provider>
      </hostContext.Provider>
    </showContext.Provider>
  )
}

/** Returns what shows a toast and announces it to screen readers. */
export function useToast(): (toast: Toast) => void {
  return use(showContext)
}

/** Returns what makes an element of a modal dialog the place of the toasts, until the returned function is called. */
export function useToastHost(): (host: HTMLElement) => () => void {
  return use(hostContext)
}

/** Returns the toasts on screen, the newest last, their place, and what removes one. */
export function useToastList(): ToastList {
  return use(listContext)
}
