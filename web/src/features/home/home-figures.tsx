import {
  type HomeFigure,
  type HomeFigureList,
  type HomeFigureName,
  homeFigureNames,
  homeFigureSources,
  homeListPermissions,
} from '@paydesk/shared/cases/home'
import type { StaffPermission } from '@paydesk/shared/core/permissions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useSession } from '../../lib/session-context.tsx'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { FigureTileContent, figureTileStyles } from '../../ui/home/figure-tile.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { markUnfiltered } from '../../ui/state/list-state.ts'
import styles from './home-figures.module.css'
import { homeQueries } from './queries.ts'

/** Pages of the lists. Their address takes the filter of the figure, so that they show the counted rows. */
const pages = {
  cases: '/$env/review',
  decisions: '/$env/decisions',
  discrepancies: '/$env/reconciliation',
  transactions: '/$env/transactions',
  questions: '/$env/questions',
  paymentRequests: '/$env/payment-requests',
  downloads: '/$env/document-downloads',
} as const

/** Permissions that a figure needs beside that of its list: without the work it is no news. */
const workPermissions: Readonly<Partial<Record<HomeFigureName, StaffPermission>>> = {
  casesMine: 'review.work',
  approvals: 'review.work',
  questionsToAnswer: 'question.answer',
  paymentRequests: 'payment_request.create',
}

/** Figures that call for action as soon as there is one. */
const loudFigures: ReadonlySet<HomeFigureName> = new Set(['casesOverdue'])

function listShownFigures(permissions: readonly StaffPermission[]): readonly HomeFigureName[] {
  const may = (permission: StaffPermission | undefined) =>
    permission === undefined || permissions.includes(permission)
  return homeFigureNames.filter((name) => {
    if (name === 'questionsOpen' && may('question.answer')) return false
    return may(homeListPermissions[homeFigureSources[name].list]) && may(workPermissions[name])
  })
}

/** Shows the figures of this role. Each links to the rows that it counts. */
export function HomeFigures(): ReactNode {
  const { name: env } = useEnvironment()
  const { permissions } = useSession()
  const texts = useMessages('home')
  const { data, error } = useQuery(homeQueries(useApiClient()).figures(env))
  const names = listShownFigures(permissions)
  if (names.length === 0) return null
  const { tiles, others } = arrangeFigures(names, data?.figures)
  return (
    <section aria-label={texts.title} className={styles.figures}>
      <div className={figureTileStyles.tiles}>
        {tiles.map((name) => (
          <FigureTile
            key={name}
            name={name}
            figure={data?.figures[name]}
            isMissing={error !== null && !data}
          />
        ))}
      </div>
      {others.length === 0 ? null : (
        <p className={styles.others}>
          {others.map((name) => (
            <FigureLink key={name} name={name} figure={data?.figures[name]} />
          ))}
        </p>
      )}
      {error === null || data ? null : <ProblemNote error={error} missing={texts.notLoaded} />}
    </section>
  )
}

const maxTiles = 4

/**
 * Gives the first figures that are not zero a tile each, and the rest a line. Zeros fill the other tiles, so that
 * nothing below moves when the figures arrive.
 */
function arrangeFigures(names: readonly HomeFigureName[], figures: HomeFigureList['figures'] | undefined) {
  const isZero = (name: HomeFigureName) => figures?.[name]?.count === 0
  const first = [...names.filter((name) => !isZero(name)), ...names.filter(isZero)].slice(0, maxTiles)
  const tiles = names.filter((name) => first.includes(name))
  return { tiles, others: names.filter((name) => !first.includes(name)) }
}

/** Lists that open with the default view of a person, unless their address says otherwise. */
const listsWithViews: ReadonlySet<keyof typeof pages> = new Set(['cases', 'transactions'])

/** Returns the list of a figure, and its address with the counted rows, not with the default view of the person. */
function useFigureAddress(name: HomeFigureName) {
  const hasDefaultViews = useSession().settings.defaultViews !== null
  const { list, filter } = homeFigureSources[name]
  const search = listsWithViews.has(list) ? markUnfiltered(filter, filter, hasDefaultViews) : filter
  return { list, search: search as never }
}

function FigureLink({ name, figure }: Pick<FigureTileProps, 'name' | 'figure'>): ReactNode {
  const { name: env } = useEnvironment()
  const { figures } = useMessages('home')
  const { title, means } = figures[name]
  const { list, search } = useFigureAddress(name)
  return (
    <Link
      to={pages[list]}
      params={{ env }}
      search={search}
      title={means}
      data-zero={figure?.count === 0 || undefined}
    >
      {title} <b>{figure ? <FigureCount figure={figure} /> : '…'}</b> <FigureAmounts figure={figure} />
    </Link>
  )
}

interface FigureTileProps {
  readonly name: HomeFigureName
  readonly figure: HomeFigure | undefined
  readonly isMissing: boolean
}

function FigureTile({ name, figure, isMissing }: FigureTileProps): ReactNode {
  const { name: env } = useEnvironment()
  const { figures } = useMessages('home')
  const { nothingLoaded } = useMessages('ui')
  const { title, means } = figures[name]
  const { list, search } = useFigureAddress(name)
  const isLoud = loudFigures.has(name) && (figure?.count ?? 0) > 0
  return (
    <Link to={pages[list]} params={{ env }} search={search} className={figureTileStyles.tile}>
      <FigureTileContent
        title={title}
        value={figure ? <FigureCount figure={figure} /> : isMissing ? nothingLoaded : '…'}
        isLoud={isLoud}
        aside={figure?.line ? <FigureLine line={figure.line} /> : null}
        means={
          <>
            <FigureAmounts figure={figure} />
            {means}
          </>
        }
      />
    </Link>
  )
}

function FigureCount({ figure: { count, more } }: { readonly figure: HomeFigure }): ReactNode {
  const { moreThan } = useMessages('home')
  const format = useFormatter()
  return more ? format.text(moreThan, { count }) : format.number(count)
}

function FigureAmounts({ figure }: { readonly figure: HomeFigure | undefined }): ReactNode {
  const format = useFormatter()
  const amounts = figure?.amounts ?? []
  if (amounts.length === 0) return null
  return (
    <span className={styles.amounts}>
      {amounts.map(({ currency, minor }) => format.money(String(minor), currency)).join(' · ')}
    </span>
  )
}

function FigureLine({ line }: { readonly line: readonly number[] }): ReactNode {
  const texts = useMessages('home')
  const format = useFormatter()
  const range = { days: line.length, least: Math.min(...line), most: Math.max(...line) }
  return (
    <span className={styles.line} title={format.text(texts.line, range)}>
      <Sparkline values={line} />
      <span className="unseen">{format.text(texts.line, range)}</span>
    </span>
  )
}
