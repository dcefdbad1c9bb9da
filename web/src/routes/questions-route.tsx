import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { QuestionsPage } from '../features/questions/questions-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'

const route = getRouteApi('/inside/$env/handovers')

/** Links questions to the records they are about. */
export function QuestionsRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const mayAnswer = useMay('question.answer')
  if (!useMay('question.ask')) return <ForbiddenPage to="questions" environment={environment.label} />
  return (
    <QuestionsPage
      key={env}
      env={env}
      environmentLabel={environment.label}
      mayAnswer={mayAnswer}
      aboutLink={(about) =>
        about.kind === 'transaction' ? (
          <Link to="/$env/t/$transaction" params={{ env, transaction: about.transaction }}>
            Transaction <code>{about.transaction}</code>
          </Link>
        ) : (
          <Link to="/$env/c/$customer" params={{ env, customer: about.customer }}>
            Customer
          </Link>
        )
      }
    />
  )
}
