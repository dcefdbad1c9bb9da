/**
 * Lets the event loop turn a few times. A search that blocks the loop delays the handling of closed
 * connections: the server closes idle connections in one turn, and only in the next turn does the client
 * notice and open a new one.
 */
export async function noticeClosedConnections(): Promise<void> {
  for (let turns = 0; turns < 3; turns += 1)
    await new Promise<void>((turned) => setTimeout(() => setImmediate(turned), 0))
}
