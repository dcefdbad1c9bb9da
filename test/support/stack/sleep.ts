/** Waits. Events that arrived meanwhile, such as the end of a connection, are handled first. */
export function sleepFor(milliseconds: number): Promise<void> {
  return new Promise((over) => setTimeout(() => setImmediate(over), milliseconds))
}
