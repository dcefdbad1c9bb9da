import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PublicKey } from '../../platform/audit/signed-head.ts'
import { exportTrail } from '../../platform/audit/verification/export.ts'
import type { TrailSource } from '../../platform/audit/verification/source.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { spanOf } from './days.ts'
import { type Caller, isOfEvery, type Places } from './rows.ts'

export interface ExportNeeds {
  readonly config: Places & { readonly audit: { readonly headFile: string } }
  /** The trail at one moment, and the keys that sign its heads. */
  readonly trailSource: () => Promise<TrailSource>
  readonly trailKeys: readonly PublicKey[]
  readonly audit: { sealNow(): Promise<void> }
}

interface Reader {
  readonly gone: AbortSignal
  sent(rows: number): void
}

const entryLine = /^\{"entry":/gm

async function* linesOf(
  source: TrailSource,
  lines: AsyncIterable<string>,
  { gone, sent }: Reader,
): AsyncGenerator<string> {
  try {
    for await (const text of lines) {
      if (gone.aborted) return
      sent(text.match(entryLine)?.length ?? 0)
      if (text !== '') yield text
      // The embedded database answers at once: without a pause nobody else would get a turn.
      await nextTurn()
    }
  } finally {
    await source.close()
  }
}

/**
 * The whole trail of these days as JSON Lines (docs/audit.md), every chain with its signed heads. It is no
 * trail with gaps: whoever sees some merchants only is refused with `not_allowed`. Throws `bad_request` where
 * `to` lies before `from`.
 */
export async function exportWhole(
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
  caller: Caller,
  { config, trailSource, trailKeys, audit }: ExportNeeds,
  reader: Reader,
): Promise<AsyncIterable<string>> {
  if (!isOfEvery(caller, config.environments)) throw new ProblemError('not_allowed')
  const { from, to } = spanOf(config.zone, asked)
  await audit.sealNow()
  const source = await trailSource()
  const headFiles = [config.audit.headFile]
  return linesOf(source, exportTrail(source, { from, to, chain: null, headFiles, keys: trailKeys }), reader)
}
