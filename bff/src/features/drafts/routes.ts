import { draftContentSchemas } from '@paydesk/shared/administration/draft-contents'
import type { DraftKind, SaveDraftResponse, StoredDraft } from '@paydesk/shared/administration/drafts'
import { endpoints } from '@paydesk/shared/endpoints'
import type { AuditSubject } from '../../platform/audit/entry.ts'
import type { PersonRateLimit } from '../../platform/http/rate-limiter.ts'
import { createPersonRateLimit } from '../../platform/http/rate-limiter.ts'
import { type AuditExemption, defineRoute, type ScopedActor } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { type DraftKey, type DraftStoreDeps, deleteDraft, loadDraft, storeDraft } from './draft-store.ts'
import { draftRules, findDraftSubject } from './draft-subjects.ts'

export interface DraftDeps extends DraftStoreDeps {
  readonly draftLimit: PersonRateLimit
}

/** A form saves at most every 600 ms; a person may have several windows. */
const savesPerMinute = 300

export function createDraftDeps(): Pick<DraftDeps, 'draftLimit'> {
  return { draftLimit: createPersonRateLimit(savesPerMinute, 5) }
}

interface DraftCall extends ScopedActor {
  readonly params: { readonly kind: DraftKind; readonly about: string }
}

interface DraftTarget {
  readonly key: DraftKey
  readonly subject: AuditSubject | null
}

/** Checks role and merchant at every call: both may have changed since the draft was saved. */
async function openDraft({ params, actor, scope }: DraftCall, deps: DraftDeps): Promise<DraftTarget> {
  deps.draftLimit(actor)
  if (!actor.permissions.has(draftRules[params.kind].permission)) throw new ProblemError('not_allowed')
  const subject = await findDraftSubject(deps.store.db, params, scope)
  const { issuer, subject: name } = actor.session
  return { key: { person: { issuer, subject: name }, environment: scope.environment, ...params }, subject }
}

/** Parses the content by the schema of its form; undefined if the form has other fields by now. */
function parseContent(kind: DraftKind, content: unknown): StoredDraft['content'] | undefined {
  return draftContentSchemas[kind].safeParse(content).data
}

const ownInput: AuditExemption = { action: 'none', because: 'own input, whose first save has an entry' }

interface ShownDraft {
  readonly draft: StoredDraft | null
  readonly about: AuditSubject | null
}

export const showFormDraftRoute = defineRoute(endpoints.showFormDraft, {
  permission: 'signed_in',
  audit: (_, shownDraft: ShownDraft | undefined) =>
    shownDraft?.draft === null ? ownInput : { action: 'draft.restored', about: shownDraft?.about ?? null },
  async handle(call, deps: DraftDeps): Promise<ShownDraft> {
    const { key, subject: about } = await openDraft(call, deps)
    const draft = await loadDraft(key, deps)
    const content = draft === null ? undefined : parseContent(key.kind, draft.content)
    return { draft: draft === null || content === undefined ? null : { ...draft, content }, about }
  },
  present: ({ draft }) => ({ draft }),
})

interface SavedDraft {
  readonly answer: SaveDraftResponse
  readonly isFirst: boolean
  readonly about: AuditSubject | null
}

export const saveFormDraftRoute = defineRoute(endpoints.saveFormDraft, {
  permission: 'signed_in',
  audit(_, saved: SavedDraft | undefined) {
    if (saved?.answer.answer === 'newer') return { action: 'draft.restored', about: saved.about }
    return saved?.isFirst === false ? ownInput : { action: 'draft.saved', about: saved?.about ?? null }
  },
  async handle(call, deps: DraftDeps): Promise<SavedDraft> {
    const { key, subject: about } = await openDraft(call, deps)
    const content = parseContent(key.kind, call.body.content)
    if (content === undefined)
      throw new ProblemError('bad_request', {
        fields: [{ name: 'content', rule: 'documented_form' }],
      })
    const { isFirst, ...answer } = await storeDraft(key, { ...call.body, content }, deps)
    return { answer, isFirst, about }
  },
  present: ({ answer }) => answer,
})

export const removeFormDraftRoute = defineRoute(endpoints.removeFormDraft, {
  permission: 'signed_in',
  audit: (_, removed: Record<never, never> | undefined) =>
    removed === undefined ? { action: 'draft.removed', about: null } : ownInput,
  async handle(call, deps: DraftDeps) {
    const { key } = await openDraft(call, deps)
    await deleteDraft(key, call.body, deps)
    return {}
  },
  present: () => ({}),
})
