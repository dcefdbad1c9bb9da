/** Single flight: callers with the same key share the result of the run in flight. */
export function createSingleFlight<T>(): (key: string, start: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>()
  return (key, start) => {
    const running = underWay.get(key)
    if (running !== undefined) return running
    const mine = start().finally(() => underWay.delete(key))
    underWay.set(key, mine)
    return mine
  }
}
