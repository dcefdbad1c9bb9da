import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import { readAuditHeadFiles } from '../platform/audit/audit-head-file.ts'
import { cutAuditLog } from '../platform/audit/retention/cut-command.ts'
import type { AuditPublicKey } from '../platform/audit/signed-audit-head.ts'
import { loadAuditSigningKeys } from '../platform/audit/signed-audit-log.ts'
import { parseAuditPublicKey } from '../platform/audit/signing.ts'
import type { AuditFinding } from '../platform/audit/verification/audit-chain-verifier.ts'
import { openAuditLogReader } from '../platform/audit/verification/audit-log-reader.ts'
import { AuditLogMissingError } from '../platform/audit/verification/audit-snapshot.ts'
import { streamAuditExport } from '../platform/audit/verification/export.ts'
import { type AuditVerificationResult, verifyAuditLog } from '../platform/audit/verification/verify.ts'
import { formatIsoTime } from '../platform/runtime/iso-time.ts'

const usage = `Usage:
  audit verify [--heads <file>]… [--key <public key>]…
      verifies every chain and the signed heads (PAYDESK_AUDIT_HEAD_FILE, or the files named)
  audit export [--from <time>] [--to <time>] [--chain <name>] [--heads <file>]… [--key <public key>]…
      JSON Lines on standard output; a time such as 2026-01-31 or 2026-01-31T12:00:00Z
  audit cut --before <time> [--plan] [--heads <file>]… [--key <public key>]…
      verifies the trail, then takes away the entries from before a time and leaves a signed checkpoint of
      each chain (docs/audit.md); --plan only says what would go
  audit key
      the public half of the key that signs heads`

/** Exit codes of sysexits.h. */
const codes = { bad: 1, usage: 64, file: 66, config: 78 } as const

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Wrong command-line usage. The message is printed for the person who runs the command. */
class WrongUse extends Error {}

function timeOf(text: string | undefined): number | null {
  if (text === undefined) return null
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw new WrongUse(`${text} is not a time.`)
  return at
}

function asked() {
  try {
    return parseArgs({
      args: process.argv.slice(3),
      options: {
        heads: { type: 'string', multiple: true },
        key: { type: 'string', multiple: true },
        from: { type: 'string' },
        to: { type: 'string' },
        chain: { type: 'string' },
        before: { type: 'string' },
        plan: { type: 'boolean' },
      },
    }).values
  } catch {
    throw new WrongUse(usage)
  }
}

function keysOf(given: readonly string[], own: ReturnType<typeof loadAuditSigningKeys>) {
  try {
    return [...own.all.map(({ publicKey }) => publicKey), ...given.map(parseAuditPublicKey)]
  } catch {
    throw new WrongUse('--key must be a public key as audit key prints it.')
  }
}

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`

const named = ({ chain, n }: AuditFinding) =>
  `${chain === null ? '' : `chain ${chain}, `}${n === null ? '' : `entry ${n}, `}`

function report({ entries, chains, findings, cuts }: AuditVerificationResult, seconds: number): number {
  say(
    `${count(entries, 'entry', 'entries')} in ${count(chains.length, 'chain', 'chains')}, ${seconds.toFixed(1)} s`,
  )
  for (const { chain, last, sealedTo, cutTo } of chains) {
    say(`  ${chain}: to entry ${last}, signed to entry ${sealedTo}`)
    const cut = cuts.get(chain)
    if (cutTo > 0 && cut !== undefined)
      say(
        `  ${chain}: cut by retention to entry ${cutTo}, by the checkpoint of ${formatIsoTime(cut.time_ms)}`,
      )
  }
  const firsts = new Set<string | null>()
  for (const one of findings) {
    const isFirst = one.n !== null && !firsts.has(one.chain)
    if (isFirst) firsts.add(one.chain)
    say(`${isFirst ? 'FIRST BAD ENTRY' : 'also'}: ${named(one)}${one.what}: ${one.message}`)
  }
  say(findings.length === 0 ? 'Whole: nothing was changed, removed or added.' : 'NOT WHOLE.')
  return findings.length === 0 ? 0 : codes.bad
}

/**
 * Returns the time (ms since 1970) before which entries are removed. Throws `WrongUse` if the time is missing
 * or lies inside the retention period.
 */
function limitOf(given: string | undefined, keptMs: number): number {
  const before = timeOf(given)
  if (before === null) throw new WrongUse(usage)
  const youngest = Date.now() - keptMs
  if (before > youngest)
    throw new WrongUse(
      `Entries are kept for ${keptMs / 86_400_000} days (PAYDESK_AUDIT_KEEP_DAYS): name a time before ${formatIsoTime(youngest)}.`,
    )
  return before
}

async function cut(
  given: ReturnType<typeof asked>,
  config: Config,
  {
    headFiles,
    keys,
    own,
  }: { headFiles: string[]; keys: AuditPublicKey[]; own: ReturnType<typeof loadAuditSigningKeys> },
): Promise<number> {
  const before = limitOf(given.before, config.audit.keptMs)
  const where = { dataDir: config.dataDir, databaseUrl: config.databaseUrl?.reveal() ?? null }
  const { username: by } = userInfo()
  const wanted = { before, by, headFile: config.audit.headFile, key: own.current, keys }
  const ended = await cutAuditLog(where, wanted, { headFiles, isPlan: given.plan === true, say })
  if (ended !== 'not whole') return 0
  say('NOT WHOLE: nothing was cut. audit verify says what is wrong.')
  return codes.bad
}

async function run(): Promise<number> {
  const [, , deed] = process.argv
  const given = asked()
  const config = readConfig(process.env)
  const own = loadAuditSigningKeys(config)
  const keys = keysOf(given.key ?? [], own)
  const headFiles = given.heads ?? [config.audit.headFile]
  if (deed === 'key') {
    say(own.current.publicKey.text)
    return 0
  }
  if (deed === 'cut') return cut(given, config, { headFiles, keys, own })
  if (deed !== 'verify' && deed !== 'export') throw new WrongUse(usage)
  const begun = performance.now()
  // Read the heads before the database, so that no head is ahead of the committed entries.
  const heads = deed === 'verify' ? await readAuditHeadFiles(headFiles, keys) : null
  const where = { dataDir: config.dataDir, databaseUrl: config.databaseUrl?.reveal() ?? null }
  const [from, to] = [timeOf(given.from), timeOf(given.to)]
  const source = await openAuditLogReader(where)
  try {
    if (heads !== null)
      return report(await verifyAuditLog(source, heads), (performance.now() - begun) / 1_000)
    for await (const text of streamAuditExport(source, {
      from,
      to,
      chain: given.chain ?? null,
      headFiles,
      keys,
    }))
      if (!process.stdout.write(text)) await new Promise((next) => process.stdout.once('drain', next))
    return 0
  } finally {
    await source.close()
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof AuditLogMissingError || error instanceof WrongUse))
    throw error
  process.stderr.write(`${error.message}\n`)
  const isConfig = error instanceof ConfigError
  process.exitCode = isConfig ? codes.config : error instanceof WrongUse ? codes.usage : codes.file
}
