import { endpoints } from '@paydesk/shared/endpoints'
import { subject } from '../../platform/audit/entry.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import { route } from '../../platform/http/route.ts'
import { type Answered, answerQuestion } from './answer.ts'
import { type Asked, type AskNeeds, ask } from './ask.ts'
import { type ListedHandovers, listFor } from './list.ts'
import { type HandoverNeeds, presentHandover } from './rows.ts'

/** What was found, with what opens its texts. */
type Sealed<Value> = Value & { readonly seal: Seal }

export const askHandover = route(endpoints.askHandover, {
  permission: 'handover.ask',
  audit: (_call, asked: Sealed<Asked> | undefined) => ({
    action: 'handover.asked',
    about: asked ? { kind: 'handover', id: asked.row.id, merchant: asked.row.merchant } : null,
  }),
  async handle(call, needs: AskNeeds): Promise<Sealed<Asked>> {
    return { ...(await ask(call.body, call, needs)), seal: needs.seal }
  },
  present: ({ answer, row, seal }, { actor }) => ({ answer, handover: presentHandover(row, actor, seal) }),
})

export const listHandovers = route(endpoints.listHandovers, {
  permission: 'handover.ask',
  audit: () => ({ action: 'handovers.listed' }),
  async handle(call, needs: HandoverNeeds): Promise<Sealed<ListedHandovers>> {
    return { ...(await listFor(call.query, call, needs)), seal: needs.seal }
  },
  present: ({ rows, seal, next, waiting, came }, { actor }) => ({
    handovers: rows.map((row) => presentHandover(row, actor, seal)),
    next,
    waiting,
    came,
  }),
})

export const answerHandover = route(endpoints.answerHandover, {
  permission: 'handover.answer',
  audit: ({ params }, answered: Sealed<Answered> | undefined) => ({
    action: 'handover.answered',
    about: subject('handover', params.handover, answered),
  }),
  async handle(call, needs: HandoverNeeds): Promise<Sealed<Answered>> {
    return { ...(await answerQuestion(call.params.handover, call.body, call, needs)), seal: needs.seal }
  },
  present: ({ answer, row, seal }, { actor }) => ({ answer, handover: presentHandover(row, actor, seal) }),
})
