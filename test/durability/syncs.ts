import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Backing } from '../support/stack/backing.ts'
import { sleepFor } from '../support/stack/sleep.ts'

const strace = '/usr/bin/strace'

/** Traces the system calls of a process that runs `under` strace. Throws if strace is not installed. */
export function traceCalls() {
  if (!existsSync(strace)) throw new Error('No strace is installed; run `bash .ci/prepare`.')
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-trace-'))
  const file = join(folder, 'calls')
  const calls = 'trace=fsync,fdatasync,write,writev,sendto,sendmsg'
  return {
    // Use -D: Paydesk stays our own child process, and the tracer runs as a grandchild.
    under: [strace, '-D', '-f', '--seccomp-bpf', '-q', '-s', '24', '-e', calls, '-o', file],
    /** Returns the calls in order, once Paydesk has ended. */
    async lines(): Promise<readonly string[]> {
      let text = ''
      while (!/\+\+\+ (exited|killed)/.test(text)) {
        await sleepFor(50)
        text = readFileSync(file, 'utf8')
      }
      rmSync(folder, { recursive: true })
      return text.split('\n')
    },
  }
}

const synced = /\b(fsync|fdatasync)(\(\d+\)| resumed>.*\))\s+= 0/
const acknowledged = /"HTTP\/1\.1 202 /

/** Counts the acknowledgements without a sync since the previous acknowledgement (`bare`). */
export function withoutSync(lines: readonly string[]) {
  let acknowledgements = 0
  let bare = 0
  let syncs = 0
  let since = 0
  for (const line of lines) {
    if (synced.test(line)) {
      syncs += 1
      since += 1
    }
    if (!acknowledged.test(line)) continue
    acknowledgements += 1
    if (since === 0) bare += 1
    since = 0
  }
  return { acknowledgements, syncs, bare }
}

/**
 * Returns how often the server has synced its WAL; PostgreSQL counts it in another view from version 18 on. A
 * connection reports its share when it ends, so wait until the connections of Paydesk are gone.
 */
export async function walSyncs(backing: Backing): Promise<number> {
  const others = `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  while ((await backing.rows(others)).length > 0) await sleepFor(20)
  const [setting] = await backing.rows(`select current_setting('server_version_num')::int as version`)
  const [row] = await backing.rows(
    Number(setting?.version) >= 180_000
      ? `select coalesce(sum(fsyncs), 0) as syncs from pg_stat_io where object = 'wal'`
      : 'select wal_sync as syncs from pg_stat_wal',
  )
  return Number(row?.syncs)
}
