import type { Plant } from './plant.ts'

export const durabilityPlants: readonly Plant[] = [
  {
    name: 'acknowledge-before-commit',
    promise: 'R-01: an acknowledged notification survives a kill',
    file: 'bff/src/features/notifications/notification-queue.ts',
    find: `      const failure = await writeGroup(group)
`,
    replace: `      const failure = null
      void writeGroup(group)
`,
    test: 'test/durability/kill.test.ts',
    project: 'durability',
    title: 'kill -9 at random moments under load (embedded)',
  },
  {
    name: 'answer-before-sync',
    promise: 'R-02: an acknowledged notification is on the disk (embedded database)',
    file: 'bff/src/platform/database/embedded.ts',
    find: 'if (isWrite) await this.#log.waitUntilSynced()',
    replace: 'if (this.#wrote) await this.#log.waitUntilSynced()',
    test: 'test/durability/syncs.test.ts',
    project: 'durability',
    title: 'embedded: syncs between any two acknowledgements',
  },
  {
    name: 'take-a-server-that-does-not-sync',
    promise: 'R-02: an acknowledged notification is on the disk (PostgreSQL)',
    file: 'bff/src/platform/database/database.ts',
    find: "if (rows[0]?.synchronous_commit === 'off') {",
    replace: "if (rows[0]?.synchronous_commit === 'false') {",
    test: 'test/durability/syncs.test.ts',
    project: 'durability',
    title: 'postgres: refuses to start without synchronous commits',
  },
  {
    name: 'copy-without-the-log',
    promise: 'R-18: a backup contains everything that was acknowledged before it began',
    file: 'bff/src/platform/database/backup.ts',
    find: 'await backup(source, target, { rate: 2_147_483_647 })',
    replace: "(await import('node:fs')).copyFileSync(file, target)",
    test: 'test/durability/copy.test.ts',
    project: 'durability',
    title: 'backup under load (embedded)',
  },
  {
    name: 'migrate-without-a-transaction',
    promise: 'R-17: a migration that fails leaves the database as it was',
    file: 'bff/src/platform/database/embedded.ts',
    find: `  override get supportsTransactionalDdl(): boolean {
    return true`,
    replace: `  override get supportsTransactionalDdl(): boolean {
    return false`,
    test: 'bff/src/platform/database/upgrade.test.ts',
    project: 'unit',
    title: 'an upgrade (embedded) leaves nothing of a migration that fails in its middle',
  },
  {
    name: 'restore-over-tables',
    promise: 'A copy is restored into an empty database only',
    file: 'bff/src/platform/database/postgres-copy.ts',
    find: '    if (found.rowCount !== 0)\n',
    replace: '    if (found.rowCount === null)\n',
    test: 'bff/src/platform/database/backup.test.ts',
    project: 'unit',
    title: 'restores no copy into a database of PostgreSQL that has tables',
  },
  {
    name: 'leave-a-failed-upgrade',
    promise: 'R-17: an upgrade whose self-check fails has a way back',
    file: 'bff/src/platform/database/upgrade.ts',
    find: '    putBack?.()\n',
    replace: '',
    test: 'bff/src/platform/database/upgrade.test.ts',
    project: 'unit',
    title: 'an upgrade (embedded) has a way back if the new version does not work on the new tables',
  },
  {
    name: 'answer-before-the-entry',
    promise: 'R-27: no value is revealed without its audit entry',
    file: 'bff/src/platform/http/guards.ts',
    find: `await (what.problem?.id === 'unavailable'
      ? withTimeout(auditWriteTimeoutMs, written, () => new Error('late'))
      : written)`,
    replace:
      "    if (what.problem?.id === 'unavailable') await withTimeout(auditWriteTimeoutMs, written, () => new Error('late'))",
    test: 'test/durability/reveals.test.ts',
    project: 'durability',
    title: 'kill -9 at random moments during reveals (postgres)',
  },
  {
    name: 'entry-outside-of-its-transaction',
    promise: 'R-31: the audit log is one chain without gaps, with two instances',
    file: 'bff/src/platform/audit/row-writer.ts',
    find: `const { links, after } = linkRows(all, await loadChainEnds(trx, listChains(rows)))
        await insert(trx, 'audit', all)`,
    replace: `        const { links, after } = linkRows(all, await loadChainEnds(trx, listChains(rows)))
        await insert(store.db, 'audit', all)`,
    test: 'test/durability/audit-chain.test.ts',
    project: 'durability',
    title: 'audit log under kill -9 (postgres, 2 instances)',
  },
  {
    name: 'action-leaves-before-it-is-marked',
    promise: 'an operator action is requested once, even if the instance is killed',
    file: 'bff/src/features/review/operator-actions/action-worker.ts',
    find: 'const marked = await markActionSending(row, target, by.lease, needs)',
    replace: `await by.door(asked, generateReference())
    const marked = await markActionSending(row, target, by.lease, needs)`,
    test: 'test/durability/operator-actions.test.ts',
    project: 'durability',
    title: 'kill -9 while an operator action is sent (embedded)',
  },
  {
    name: 'payment-sent-again',
    promise: 'a payment request is sent once, even if its answer is lost',
    file: 'bff/src/features/payment-requests/send.ts',
    find: 'const made = await door(sending, asking.reference)',
    replace: `const first = await door(sending, asking.reference)
  const made = first.outcome === 'unknown' ? await door(sending, asking.reference) : first`,
    test: 'test/durability/payment-requests.test.ts',
    project: 'durability',
    title: 'failure at every point between a click and its stored answer (embedded)',
  },
  {
    name: 'catch-up-at-full-rate',
    promise: 'a payment service that recovers is read at the slow rate',
    file: 'bff/src/sync/service-health.ts',
    find: 'pace.setRate(rates.catchUpPerSecond)',
    replace: 'pace.setRate(rates.perSecond)',
    test: 'test/durability/outage.test.ts',
    project: 'durability',
    title: 'payment service outage and recovery (embedded)',
  },
  {
    name: 'folder-without-lock',
    promise: 'only one process at a time uses the embedded database',
    file: 'bff/src/main.ts',
    find: 'if (config.databaseUrl !== null) return null',
    replace: 'if (config.databaseUrl !== undefined) return null',
    test: 'test/process/start.test.ts',
    project: 'process',
    title: 'keeps its folder',
  },
]
