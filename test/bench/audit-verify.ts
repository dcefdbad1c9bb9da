import { openAuditLogReader } from '@paydesk/bff/platform/audit/verification/audit-log-reader'
import { verifyAuditLog } from '@paydesk/bff/platform/audit/verification/verify'

/** Verifies an audit log; prints the duration and the peak memory of the process. */
const { DATA_DIR = '', DATABASE_URL = '' } = process.env
const before = process.resourceUsage().maxRSS
const begun = performance.now()
const source = await openAuditLogReader({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL || null })
const { entries, findings } = await verifyAuditLog(source, { heads: new Map(), bad: [] })
await source.close()
const took = (performance.now() - begun) / 1_000
const peak = Math.round(process.resourceUsage().maxRSS / 1_000)
const wrong = findings.filter(({ what }) => what !== 'no head').length
console.log(
  `${entries.toLocaleString('en')} entries in ${took.toFixed(1)} s, ${Math.round(entries / took).toLocaleString('en')} a second, ` +
    `peak ${peak} MB (${Math.round(before / 1_000)} MB before), ${wrong} wrong`,
)
