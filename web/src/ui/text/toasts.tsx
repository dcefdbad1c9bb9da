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
  readonly dismiss: (id: number) => void
}

// Two contexts: a component that shows toasts must not render again with each of them.
const showContext = createContext<(toast: Toast) => void>(() => {})
const listContext = createContext<ToastList>({ toasts: [], dismiss: () => {} })

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
  const list = useMemo(() => ({ toasts, dismiss }), [toasts, dismiss])
  return (
    <showContext.Provider value={show}>
      <listContext.Provider value={list}>{children}</listContext.Provider>
    </showContext.Provider>
  )
}

/** Returns what shows a toast and announces it to screen readers. */
export function useToast(): (toast: Toast) => void {
  return use(showContext)
}

/** Returns the toasts on screen, the newest last, and what removes one. */
export function useToastList(): ToastList {
  return use(listContext)
}
