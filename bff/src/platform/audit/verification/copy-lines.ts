import type pg from 'pg'

/** Groups that wait for whoever takes them before the server is held up. */
const maxWaitingGroups = 2

/** What `pg` calls while a COPY runs; it has no types of its own for it. */
interface CopyQuery {
  submit(connection: pg.Connection): void
  handleCopyData(message: { readonly chunk: Buffer }): void
  handleCommandComplete(): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

/**
 * The lines of `copy (statement) to stdout`, in groups of about `size`, no faster than they are taken. Rejects
 * with the database's error. Whoever stops before the end has to close the connection: it is still writing.
 */
export async function* copyLines(
  client: pg.Client,
  statement: string,
  size: number,
): AsyncIterable<string[]> {
  const ready: string[][] = []
  let lines: string[] = []
  let isOver = false
  let failure: Error | null = null
  const wire: { stream?: pg.Connection['stream'] } = {}
  let tell: () => void = () => undefined

  const copying: CopyQuery = {
    submit(connection) {
      wire.stream = connection.stream
      connection.query(`copy (${statement}) to stdout`)
    },
    handleCopyData({ chunk }) {
      // The protocol: each message of the server is one line with its end.
      lines.push(chunk.toString('utf8', 0, chunk.length - 1))
      if (lines.length < size) return
      ready.push(lines)
      lines = []
      if (ready.length >= maxWaitingGroups) wire.stream?.pause()
      tell()
    },
    handleCommandComplete: () => undefined,
    handleReadyForQuery() {
      isOver = true
      tell()
    },
    handleError(error) {
      failure = error
      isOver = true
      tell()
    },
  }
  client.query(copying)
  for (;;) {
    const group = ready.shift()
    if (group !== undefined) {
      if (ready.length < maxWaitingGroups) wire.stream?.resume()
      yield group
    } else if (isOver) break
    else
      await new Promise<void>((go) => {
        tell = go
      })
  }
  if (failure !== null) throw failure
  yield lines
}
