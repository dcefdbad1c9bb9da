import type { DraftKind, SaveDraftResponse, StoredDraft } from '@paydesk/shared/administration/drafts'
import type { Kysely, Selectable } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'
import type { Person } from '../../platform/session/person.ts'

/** Time (ms) after the last change at which a draft is deleted. */
export const draftRetentionMs = 30 * 24 * 3_600_000
/** Time (ms) for which a discarded draft can be taken back. */
const undoableMs = 10 * 60_000
/** Drafts per person and environment; the one that was left longest makes room. */
export const maxDraftsPerPerson = 100

export interface DraftStoreDeps {
  readonly store: Store
  readonly cipher: FieldCipher
}

/** Form of one person. */
export interface DraftKey {
  readonly person: Person
  readonly environment: string
  readonly kind: DraftKind
  readonly about: string
}

export type DraftInput = Pick<StoredDraft, 'version' | 'content'> & {
  /** Version that the form was filled from; null if there was none. */
  readonly replaces: string | null
  /** True to take back the discarded draft `replaces`. */
  readonly isUndo?: boolean | undefined
}

/** Saved draft; `isFirst` if this opened form had not saved before. */
export type DraftSaveResult = SaveDraftResponse & { readonly isFirst: boolean }

type DraftRow = Selectable<DatabaseSchema['staff_drafts']>

/** Cipher context, bound to the row: a copy in another row cannot be decrypted. */
export const buildDraftCipherContext = ({
  environment,
  id,
}: {
  readonly environment: string
  readonly id: string
}) => `staff-draft/${environment}/${id}`

const columnsOf = ({ person: { issuer, subject }, environment, kind, about }: DraftKey) => ({
  issuer,
  subject,
  environment,
  kind,
  about,
})

function splitVersion(version: string): { readonly form: string; readonly save: number } {
  const [form = '', save = ''] = version.split('.')
  return { form, save: Number(save) }
}

/**
 * Decides about the save of a form, given the stored version. `store`: it follows. `skip`: the same form has
 * saved more since, because requests may overtake each other. `newer`: another form has saved since. An Undo comes
 * from another form than its version names: any other stored version is newer.
 */
export function chooseDraftSaveAction(
  stored: string | null,
  { version, replaces, isUndo = false }: Omit<DraftInput, 'content'>,
): 'store' | 'skip' | 'newer' {
  if (stored === null || stored === replaces) return 'store'
  if (isUndo) return 'newer'
  const [before, now] = [splitVersion(stored), splitVersion(version)]
  if (before.form !== now.form) return 'newer'
  return now.save > before.save ? 'store' : 'skip'
}

function openRow(row: DraftRow, cipher: FieldCipher): StoredDraft | null {
  const text = cipher.open(buildDraftCipherContext(row), row.sealed)
  if (text === null) return null
  return {
    version: row.version,
    savedAt: new Date(row.changed_at).toISOString(),
    content: JSON.parse(text) as StoredDraft['content'],
  }
}

const selectDraft = (db: Kysely<DatabaseSchema>, key: DraftKey) =>
  db
    .selectFrom('staff_drafts')
    .selectAll()
    .where((eb) => eb.and(columnsOf(key)))

/** Loads a draft; null if there is none, it is too old, or its key is gone. `now`: ms since 1970. */
export async function loadDraft(
  key: DraftKey,
  { store, cipher }: DraftStoreDeps,
  now: number = Date.now(),
): Promise<StoredDraft | null> {
  const row = await selectDraft(store.db, key)
    .where('changed_at', '>=', now - draftRetentionMs)
    .where((eb) => eb.or([eb('discarded_at', 'is', null), eb('discarded_at', '<', eb.ref('changed_at'))]))
    .executeTakeFirst()
  return row === undefined ? null : openRow(row, cipher)
}

/** Deletes all but the newest drafts of a person in one environment. */
async function deleteOldest(trx: Kysely<DatabaseSchema>, { person, environment }: DraftKey): Promise<void> {
  const surplus = await trx
    .selectFrom('staff_drafts')
    .select('id')
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
    .where('environment', '=', environment)
    .orderBy('changed_at', 'desc')
    .orderBy('id')
    .limit(maxDraftsPerPerson)
    .offset(maxDraftsPerPerson)
    .execute()
  const ids = surplus.map(({ id }) => id)
  if (ids.length > 0) await trx.deleteFrom('staff_drafts').where('id', 'in', ids).execute()
}

/** True if the draft was discarded and not saved since: the version before this one saves without clearing the time. */
const isDiscarded = (row: DraftRow): boolean =>
  row.discarded_at !== null && row.discarded_at >= row.changed_at

/** True if an Undo may take this row back: the discarded draft itself, which is deleted once a form has sent it. */
const canTakeBack = (row: DraftRow | undefined, version: string | null, now: number): boolean =>
  row !== undefined && row.version === version && (row.discarded_at ?? 0) >= now - undoableMs

/** Saves a draft, unless another window has saved since the version that this form was filled from. */
export function storeDraft(
  key: DraftKey,
  { version, replaces, content, isUndo = false }: DraftInput,
  { store, cipher }: DraftStoreDeps,
  now: number = Date.now(),
): Promise<DraftSaveResult> {
  const { person, environment } = key
  const lock = `drafts/${JSON.stringify([person.issuer, person.subject, environment])}`
  return withRequestTransaction(store, lock, async (trx) => {
    const own = selectDraft(trx, key)
    const before = await (store.dialect === 'postgres' ? own.forUpdate() : own).executeTakeFirst()
    // A discarded draft gives way to any save.
    const stored = before === undefined || isDiscarded(before) ? null : openRow(before, cipher)
    if (isUndo && stored === null && !canTakeBack(before, replaces, now))
      return { answer: 'gone', isFirst: false }
    const isFirst = before === undefined || splitVersion(before.version).form !== splitVersion(version).form
    const verdict = chooseDraftSaveAction(stored === null ? null : stored.version, {
      version,
      replaces,
      isUndo,
    })
    if (verdict === 'newer' && stored !== null) return { answer: 'newer', draft: stored, isFirst: false }
    if (verdict === 'skip') return { answer: 'saved', isFirst: false }
    const id = before?.id ?? generateId('f')
    const set = {
      version,
      sealed: cipher.seal(buildDraftCipherContext({ environment, id }), JSON.stringify(content)),
      changed_at: now,
      discarded_at: null,
    }
    if (before === undefined) {
      await trx
        .insertInto('staff_drafts')
        .values({ id, ...columnsOf(key), ...set })
        .execute()
      await deleteOldest(trx, key)
    } else await trx.updateTable('staff_drafts').set(set).where('id', '=', id).execute()
    return { answer: 'saved', isFirst }
  })
}

/**
 * Deletes a draft that its form has sent or emptied, also one that another window has discarded; a later save stays.
 * `isDiscarded`: keeps it for Undo.
 */
export async function deleteDraft(
  key: DraftKey,
  { version, isDiscarded = false }: { readonly version: string; readonly isDiscarded?: boolean | undefined },
  { store }: Pick<DraftStoreDeps, 'store'>,
  now: number = Date.now(),
): Promise<void> {
  const row = await selectDraft(store.db, key).executeTakeFirst()
  if (row === undefined) return
  const [stored, sent] = [splitVersion(row.version), splitVersion(version)]
  if (stored.form !== sent.form || stored.save > sent.save) return
  if (isDiscarded)
    await store.db
      .updateTable('staff_drafts')
      .set({ discarded_at: now })
      .where('id', '=', row.id)
      .where('version', '=', row.version)
      .execute()
  else
    await store.db
      .deleteFrom('staff_drafts')
      .where('id', '=', row.id)
      .where('version', '=', row.version)
      .execute()
}

/** Deletes the drafts of an environment that were left, or discarded, too long ago. `now`: ms since 1970. */
export async function deleteExpiredDrafts(
  { db }: Pick<Store, 'db'>,
  environment: string,
  now: number,
): Promise<void> {
  await db
    .deleteFrom('staff_drafts')
    .where('environment', '=', environment)
    .where((eb) =>
      eb.or([
        eb('changed_at', '<', now - draftRetentionMs),
        eb.and([eb('discarded_at', '<', now - undoableMs), eb('discarded_at', '>=', eb.ref('changed_at'))]),
      ]),
    )
    .execute()
}
