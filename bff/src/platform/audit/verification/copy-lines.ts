import type pg from 'pg'

/** Number of groups waiting for the consumer before back-pressure pauses the server. */
const maxWaitingGroups = 2

/** Callbacks that `pg` calls during a COPY; its types do not declare them. */
interface CopyQuery {
  submit(connection: pg.Connection): void
  handleCopyData(message: { readonly chunk: Buffer }): void
  handleCommandComplete(): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

/**
 * Yields the lines of `copy (statement) to stdout` in groups of about `size`, with back-pressure. Rejects
 * with the error of the database. A consumer that stops early must close the connection, because the server
 * is still writing.
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
      // Drop the line end: in this protocol, each message of the server is one line.
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
