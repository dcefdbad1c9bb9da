import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay, useSession } from '../../lib/session-context.tsx'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import styles from './home-page.module.css'

interface HomePageProps {
  /** Search box, or the reason why there is none. */
  readonly box: ReactNode
  /** Cards of waiting work, if any. */
  readonly waiting: ReactNode
  /** Work summaries of the role, if any. */
  readonly atHand: ReactNode
}

export function HomePage({ box, waiting, atHand }: HomePageProps): ReactNode {
  const environment = useEnvironment()
  const { role } = useSession()
  const shell = useMessages('shell')
  const texts = useMessages('search')
  const { label, sees } = useMessages('signIn').roles[role.id]
  const mayLookUp = useMay('search.use')
  const { timeZone } = useFormat()
  return (
    <div className={styles.home}>
      <PageHeading title={shell.navigation.home} place={environment.label} unfocused className={styles.title}>
        {mayLookUp ? texts.title : shell.navigation.home}
      </PageHeading>
      {box}
      {waiting}
      {atHand}
      <div className={styles.below}>
        {mayLookUp ? <AcceptedInputs /> : null}
        <div className={styles.side}>
          <section aria-labelledby="keys">
            <h2 id="keys" className={styles.head}>
              {texts.shortcuts.title}
            </h2>
            <dl className={styles.keys}>
              {mayLookUp ? (
                <>
                  <dt>{texts.shortcuts.search}</dt>
                  <dd>
                    <Kbd keys="Ctrl K" />
                  </dd>
                </>
              ) : null}
              <dt>{shell.navigation.home}</dt>
              <dd>
                <Kbd keys="g h" />
              </dd>
              <dt>{shell.helpShortcut}</dt>
              <dd>
                <Kbd keys="?" />
              </dd>
            </dl>
          </section>
          <section aria-labelledby="here">
            <h2 id="here" className={styles.head}>
              {texts.here.title}
            </h2>
            <dl className={styles.list}>
              <div className={styles.row}>
                <dt>{environment.label}</dt>
                <dd>{texts.here[environment.kind]}</dd>
              </div>
              <div className={styles.row}>
                <dt>{label}</dt>
                <dd>{sees}</dd>
              </div>
              <div className={styles.row}>
                <dt>{timeZone}</dt>
                <dd>{texts.here.timeZone}</dd>
              </div>
            </dl>
          </section>
        </div>
      </div>
      <p className={styles.foot} hidden={!mayLookUp}>
        {texts.privacy}
      </p>
    </div>
  )
}

function AcceptedInputs(): ReactNode {
  const { title, ...inputs } = useMessages('search').accepted
  return (
    <section aria-labelledby="takes">
      <h2 id="takes" className={styles.head}>
        {title}
      </h2>
      <dl className={styles.list}>
        {Object.entries(inputs).map(([kind, { what, means }]) => (
          <div key={kind} className={styles.row}>
            <dt>{what}</dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
