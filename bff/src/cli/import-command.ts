import { parseArgs } from 'node:util'
import type { ImportColumn, ImportIdKind } from '@paydesk/shared/administration/import-csv'
import { type EnvironmentName, type MerchantId, merchantIdSchema } from '@paydesk/shared/core/ids'
import type { ImportRefusalReason } from '../features/imports/csv.ts'
import type { ImportStore, StoredImport } from '../features/imports/import-store.ts'

/** Parsed command line: start the import of a file, or stop a running import. */
export type ImportCommand =
  | {
      readonly deed: 'start'
      readonly file: string
      readonly environment: EnvironmentName
      readonly of: ImportIdKind
      readonly merchant: MerchantId | null
      readonly column: ImportColumn | null
      readonly waits: boolean
    }
  | { readonly deed: 'stop'; readonly environment: EnvironmentName; readonly id: string }

interface CommandEnvironment {
  readonly name: EnvironmentName
  readonly merchantIds: readonly MerchantId[]
}

export const importIdsUsage = `import-ids <file.csv> --env <environment> --of rid|transaction [--merchant <id>] [--column <n>] [--heading] [--no-wait]
import-ids --env <environment> --stop <import>

Takes RIDs, or the service's transaction ids, out of a CSV file: from the column headed rid or transaction.
Of several columns without such a heading, name one with --column, counted from 1, and say --heading if the first
line is a heading. Paydesk itself, which must be running, works on them; this only stores them and tells how it goes.
Ends with 0 where every line was taken, 2 where lines were refused, 1 where it did not come to its end.
`

function readArgs(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        env: { type: 'string' },
        of: { type: 'string' },
        merchant: { type: 'string' },
        column: { type: 'string' },
        heading: { type: 'boolean', default: false },
        stop: { type: 'string' },
        'no-wait': { type: 'boolean', default: false },
      },
    })
  } catch {
    return null
  }
}

/** Returns the command, or one sentence about the error in the arguments. */
export function parseImportCommand(
  args: readonly string[],
  environments: readonly CommandEnvironment[],
): ImportCommand | string {
  const read = readArgs(args)
  if (read === null) return 'There is an option that this command does not know.'
  const { env, of, merchant, column, heading, stop } = read.values
  const environment = environments.find(({ name }) => name === env)
  if (environment === undefined)
    return `--env must be one of ${environments.map(({ name }) => name).join(', ')}.`
  if (stop !== undefined) return { deed: 'stop', environment: environment.name, id: stop }
  const [file, another] = read.positionals
  if (file === undefined || another !== undefined) return 'Name one file.'
  if (of !== 'rid' && of !== 'transaction') return '--of must be rid or transaction.'
  const [only, more] = environment.merchantIds
  const known = environment.merchantIds.find((one) => one === merchantIdSchema.safeParse(merchant).data)
  if (merchant !== undefined && known === undefined)
    return `--merchant must be one of ${environment.merchantIds.join(', ')}.`
  if (of === 'rid' && known === undefined && more !== undefined)
    return `RIDs are of one merchant: say --merchant ${environment.merchantIds.join(' or --merchant ')}.`
  const own = known ?? (of === 'rid' ? (only ?? null) : null)
  const waits = !read.values['no-wait']
  if (column !== undefined && !/^[1-9]\d{0,2}$/.test(column)) return '--column must be a number from 1 on.'
  const chosen = column === undefined ? null : { at: Number(column) - 1, heading }
  return { deed: 'start', file, environment: environment.name, of, merchant: own, column: chosen, waits }
}

const refusalLabels: Readonly<Record<ImportRefusalReason, string>> = {
  not_a_rid: 'not of the form of a RID',
  not_a_transaction_id: 'not of the form of a transaction id',
  card_number: 'looks like a card number',
  twice: 'stands in an earlier line',
  empty: 'empty',
  not_found: 'the service does not know it',
  failed: 'could not be read',
  too_many: 'more lines than one import takes',
}

/** Formats the report of an ended import by line number and reason, never with the content of a line. */
export function formatImportReport(view: StoredImport): string[] {
  const refused = view.refusedLines.map(({ line, why }) => `line ${line}: ${refusalLabels[why]}`)
  const unlisted = view.refused - view.refusedLines.length
  const more = unlisted > 0 ? [`and ${unlisted} more`] : []
  const end = view.status === 'stopped' ? 'Stopped' : 'Done'
  return [
    `${end}: ${view.done} taken, ${view.added} new transactions, ${view.refused} refused.`,
    ...refused,
    ...more,
  ]
}

interface WatchImportDeps {
  readonly imports: ImportStore
  print(line: string): void
  pause(ms: number): Promise<void>
}

const stallHintMs = 15_000

/** Prints the progress of an import until its end. Returns the exit code of the command. */
export async function watchImport(
  environment: EnvironmentName,
  id: string,
  { imports, print, pause }: WatchImportDeps,
): Promise<0 | 1 | 2> {
  let said = -1
  let quietMs = 0
  for (;;) {
    const view = await imports.show(environment, id, 'every')
    if (view === null) return 1
    const through = view.done + view.refused
    if (view.status !== 'running') {
      for (const line of formatImportReport(view)) print(line)
      return view.status === 'stopped' ? 1 : view.refused > 0 ? 2 : 0
    }
    if (through !== said) print(`${through} of ${view.lines} lines, ${view.added} new transactions`)
    quietMs = through === said ? quietMs + 1_000 : 0
    if (quietMs === stallHintMs)
      print('Nothing has moved for a while: is Paydesk running, and does the service answer?')
    said = through
    await pause(1_000)
  }
}
