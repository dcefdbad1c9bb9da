import type { CaseSummary } from '@paydesk/shared/cases/review-cases'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { useEnvironment, useMay, useSession } from '../../lib/session-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { HomeWorkRow, HomeWorkSection } from '../../ui/home/home-work-rows.tsx'
import { CustomerLink } from '../../ui/links/record-links.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { markUnfiltered } from '../../ui/state/list-state.ts'
import { usePageStillOpenCheck } from '../../ui/state/use-page-still-open-check.ts'
import { FieldValue, getVisibleText } from '../../ui/text/field-value.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { StateLabel, StateReasonLabel } from '../../ui/text/state-label.tsx'
import { refreshReviewQueue, reviewQueries, updateCachedReviewCase } from './queries.ts'

/** Cases that anybody may take: unclaimed, undecided and not snoozed, oldest first. */
const freeCases = { claim: 'nobody', decision: 'none' } as const

/** Lists the oldest cases that are free. Claiming one opens it. */
export function OldestFreeCases(): ReactNode {
  const { name: env } = useEnvironment()
  const hasDefaultViews = useSession().settings.defaultViews !== null
  const texts = useMessages('home').oldest
  const client = useApiClient()
  const queryClient = useQueryClient()
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  const navigate = useNavigate()
  const markPage = usePageStillOpenCheck()
  const mayClaim = useMay('review.work')
  const [note, setNote] = useState<string | null>(null)
  const query = useQuery(reviewQueries(client).page(env, freeCases))
  const claim = useMutation({
    ...reviewQueries(client).claim(env),
    onMutate: () => markPage(),
    onSuccess(answer, { transaction }, isStillHere) {
      if (answer.answer === 'taken') {
        updateCachedReviewCase(queryClient, env, answer.row)
        if (isStillHere()) void navigate({ to: '/$env/review/$transaction', params: { env, transaction } })
        return
      }
      const owner = answer.answer === 'held' ? answer.row.claim : null
      setNote(
        owner === null
          ? texts.gone
          : format.text(texts.held, {
              name: nameColleague(owner.by, 'object'),
              time: format.shortTime(new Date(owner.until), Date.now()),
            }),
      )
      void refreshReviewQueue(queryClient, env)
    },
  })
  return (
    <HomeWorkSection
      texts={texts}
      all={
        <Link to="/$env/review" params={{ env }} search={markUnfiltered({}, {}, hasDefaultViews)}>
          {texts.all}
        </Link>
      }
      query={query}
      list={({ rows }) => rows}
      renderRow={(row) => (
        <OldestCase
          key={row.transaction}
          row={row}
          claim={
            mayClaim ? (
              <Button
                disabled={claim.isPending}
                onClick={() => {
                  setNote(null)
                  claim.mutate({ transaction: row.transaction })
                }}
              >
                {texts.claim}
                <span className="unseen"> {getVisibleText(row.rid)}</span>
              </Button>
            ) : null
          }
        />
      )}
    >
      {claim.error ? <ProblemNote error={claim.error} missing={texts.notClaimed} /> : null}
      <p role="status">{note}</p>
    </HomeWorkSection>
  )
}

function OldestCase({ row, claim }: { readonly row: CaseSummary; readonly claim: ReactNode }): ReactNode {
  const { name: env } = useEnvironment()
  const texts = useMessages('home').oldest
  const { transaction, rid, state, compound, customer, sla, since } = row
  const isOverdue = sla.state === 'overdue'
  return (
    <HomeWorkRow
      time={
        <>
          <RowTime at={since.to} as="age" />
          {isOverdue ? <span className="unseen"> {texts.overdue}</span> : null}
        </>
      }
      isLate={isOverdue}
      amount={row}
      what={
        compound === null ? (
          <StateLabel state={state} tagless />
        ) : (
          <StateReasonLabel compound={compound} tagless />
        )
      }
      customer={
        customer === null ? (
          <FieldValue value={rid} />
        ) : (
          <CustomerLink customer={customer}>
            <FieldValue value={rid} />
          </CustomerLink>
        )
      }
    >
      <Link to="/$env/review/$transaction" params={{ env, transaction }}>
        {texts.open}
        <span className="unseen"> {getVisibleText(rid)}</span>
      </Link>
      {claim}
    </HomeWorkRow>
  )
}
