import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { decodeImportFile, previewImport } from '@paydesk/shared/administration/import-csv'
import { ConfigError, readConfig } from '../config/config.ts'
import { createImportStore } from '../features/imports/import-store.ts'
import { createAuditLog } from '../platform/audit/audit-log.ts'
import type { AuditAction } from '../platform/audit/entry.ts'
import type { AuditNote } from '../platform/audit/reason.ts'
import { openStore } from '../platform/database/database.ts'
import { createFieldCipher } from '../platform/database/field-cipher.ts'
import { generateSupportReference } from '../platform/runtime/reference.ts'
import { type ImportCommand, importIdsUsage, parseImportCommand, watchImport } from './import-command.ts'

/** Exit codes of sysexits.h: wrong usage, unusable file, incomplete configuration. */
const codes = { usage: 64, file: 66, config: 78 } as const
const mostBytes = 4_000_000

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

function fail(code: number, line: string): never {
  complain(line)
  process.exit(code)
}

function configured() {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) fail(codes.config, error.message)
    throw error
  }
}

async function readText(file: string): Promise<string> {
  const size = await stat(file).then(
    (found) => found.size,
    () => fail(codes.file, 'The file cannot be read.'),
  )
  if (size > mostBytes) fail(codes.file, 'The file is larger than 4 MB: divide it.')
  return decodeImportFile(await readFile(file))
}

const config = configured()
const asked = parseImportCommand(process.argv.slice(2), config.environments)
if (typeof asked === 'string') fail(codes.usage, `${asked}\n\n${importIdsUsage}`)
const store = await openStore({ dataDir: config.dataDir, databaseUrl: config.databaseUrl?.reveal() ?? null })
const imports = createImportStore(store, createFieldCipher(config.dataKeys))

/** Writes the audit entry of a command. `actor` is null because nobody is signed in on the command line. */
function note(
  action: AuditAction,
  { environment }: ImportCommand,
  id: string,
  reason: AuditNote | null,
): Promise<void> {
  return createAuditLog(store, randomBytes(6).toString('hex')).append({
    action,
    about: { kind: 'import', id },
    result: 'allowed',
    reason,
    actor: null,
    environment,
    sourceAddress: null,
    reference: generateSupportReference(),
  })
}

async function start(one: Extract<ImportCommand, { deed: 'start' }>): Promise<number> {
  const { environment, of, merchant, column } = one
  const text = await readText(one.file)
  if (column === null && previewImport(text, of).column === null)
    fail(codes.usage, 'No heading, or more than one, says which column has the ids: name it with --column.')
  const id = await imports.start({ environment, of, merchant, by: 'command', subject: null, text, column })
  const stored = await imports.show(environment, id, 'form')
  await note('import.started', one, id, `lines:${stored?.lines ?? 0}`)
  say(`Import ${id}: stored`)
  if (!one.waits) return 0
  return watchImport(environment, id, { imports, print: say, pause: (ms) => pause(ms) })
}

async function stop(one: Extract<ImportCommand, { deed: 'stop' }>): Promise<number> {
  const stopped = await imports.stop(one.environment, one.id)
  // Write no entry for an import that does not run: its ID could be any text.
  if (stopped) await note('import.stopped', one, one.id, null)
  say(stopped ? 'Stopped' : 'No such import is running')
  return stopped ? 0 : 1
}

const code = asked.deed === 'start' ? await start(asked) : await stop(asked)
await store.close()
process.exitCode = code
