import { once } from 'node:events'
import { join } from 'node:path'
import { startNode } from '../support/stack/children.ts'
import { measureReads } from './reads.ts'

/** Runs every benchmark. The longer ones have a process of their own and can be run alone. */
console.log('== reads, 32 connections, a state record of 3 KB ==')
await measureReads((line) => console.log(line))
for (const file of [
  'start-up.ts',
  'notifications.ts',
  'index-queries.ts',
  'queue.ts',
  'pages.ts',
  'lighthouse.ts',
  'long-tasks.ts',
  'open-row.ts',
  'audit.ts',
]) {
  const child = startNode([join(import.meta.dirname, file)], {})
  child.stdout?.pipe(process.stdout, { end: false })
  await once(child, 'exit')
}
process.exit(0)
