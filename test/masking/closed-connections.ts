/**
 * Lets the event loop turn a few times. A search that keeps it busy delays what closed meanwhile: the server closes
 * idle connections in one turn, and only in the next does the client notice and open another.
 */
export async function noticeClosedConnections(): Promise<void> {
  for (let turns = 0; turns < 3; turns += 1)
    await new Promise<void>((turned) => setTimeout(() => setImmediate(turned), 0))
}
